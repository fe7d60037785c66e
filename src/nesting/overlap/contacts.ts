/**
 * The contacts of two outlines that come near each other. Each is a corner of one before an edge of the other. It tells
 * how the gap between them changes as both outlines move and turn.
 */

import type { Ring } from '../../geometry/ring.js';

/** An outline in its place: a positive ring about its reference point, and that point. */
export interface Body {
  readonly ring: Ring;
  readonly x: number;
  readonly y: number;
}

/** The gap along a direction of length one, out of the body with the edge, and the place of the corner. */
export interface Contact {
  readonly gap: number;
  readonly ax: number;
  readonly ay: number;
  readonly x: number;
  readonly y: number;
}

/** A corner may meet an edge if its own sides lean towards the edge by no more than this sine, after some turning. */
const leaning = Math.sin((4 * Math.PI) / 180);
/** Corners this far behind an edge lie on it but for rounding. */
const rounding = 0.01;

/** Calls back for each corner of `other` right before an edge of `body`, at most `reach` away. */
export function forContacts(body: Body, other: Body, reach: number, found: (contact: Contact) => void): void {
  const edges = body.ring;
  const corners = other.ring;
  const offX = other.x - body.x;
  const offY = other.y - body.y;
  const low: [number, number] = [Infinity, Infinity];
  const high: [number, number] = [-Infinity, -Infinity];
  for (const [k, v] of edges.entries()) {
    low[k % 2] = Math.min(low[k % 2]!, v);
    high[k % 2] = Math.max(high[k % 2]!, v);
  }
  const n = corners.length;
  for (let w = 0; w < n; w += 2) {
    const x = corners[w]! + offX;
    const y = corners[w + 1]! + offY;
    if (x < low[0] - reach || x > high[0] + reach || y < low[1] - reach || y > high[1] + reach) continue;
    const before = (w + n - 2) % n;
    const after = (w + 2) % n;
    const [fromX, fromY] = [corners[before]! - corners[w]!, corners[before + 1]! - corners[w + 1]!];
    const [toX, toY] = [corners[after]! - corners[w]!, corners[after + 1]! - corners[w + 1]!];
    const [from, to] = [Math.hypot(fromX, fromY), Math.hypot(toX, toY)];
    for (let e = 0; e < edges.length; e += 2) {
      const f = (e + 2) % edges.length;
      const ux = edges[f]! - edges[e]!;
      const uy = edges[f + 1]! - edges[e + 1]!;
      const length = Math.hypot(ux, uy);
      if (length === 0) continue;
      const [ax, ay] = [uy / length, -ux / length];
      const [px, py] = [x - edges[e]!, y - edges[e + 1]!];
      const gap = ax * px + ay * py;
      if (gap < -rounding || gap > reach) continue;
      const along = (px * ux + py * uy) / length;
      if (along < 0 || along > length) continue;
      if (ax * fromX + ay * fromY < -leaning * from || ax * toX + ay * toY < -leaning * to) continue;
      found({ gap, ax, ay, x: x + body.x, y: y + body.y });
    }
  }
}

/** How far an offset of two features may miss that of a plane, and how far their directions may differ. */
const offsetSlack = 0.05;
const leastCosine = 0.999;

/**
 * The corner at which a plane between two bodies holds. The plane is a (x2 - x1) + b (y2 - y1) + c <= 0 of their
 * reference points, and comes from an edge of one and a corner of the other that keep `distance`.
 */
export function cornerOfPlane(
  first: Body,
  second: Body,
  [a, b, c]: readonly [number, number, number],
  distance: number,
): readonly [x: number, y: number] {
  let least = Infinity;
  let corner: readonly [number, number] | null = null;
  // (sign a, sign b) points out of the body with the edge.
  const look = (body: Body, other: Body, sign: 1 | -1): void => {
    const edges = body.ring;
    for (let e = 0; e < edges.length; e += 2) {
      const f = (e + 2) % edges.length;
      const ux = edges[f]! - edges[e]!;
      const uy = edges[f + 1]! - edges[e + 1]!;
      const length = Math.hypot(ux, uy);
      const cosine = (sign * (a * uy - b * ux)) / length;
      if (!(cosine >= leastCosine)) continue;
      for (let w = 0; w < other.ring.length; w += 2) {
        const [vx, vy] = [other.ring[w]!, other.ring[w + 1]!];
        const miss = Math.abs(sign * (a * (edges[e]! - vx) + b * (edges[e + 1]! - vy)) + distance - c);
        if (miss > offsetSlack) continue;
        const px = other.x + vx - body.x - edges[e]!;
        const py = other.y + vy - body.y - edges[e + 1]!;
        const along = (px * ux + py * uy) / length;
        const badness = 10 * miss + Math.max(0, -along, along - length) + 1000 * (1 - cosine);
        if (badness >= least) continue;
        least = badness;
        corner = [other.x + vx, other.y + vy];
      }
    }
  };
  look(second, first, 1);
  look(first, second, -1);
  return corner ?? betweenCorners(first, second);
}

/** The middle of the two nearest corners: a plane of two rounded corners belongs to no edge. */
function betweenCorners(first: Body, second: Body): readonly [x: number, y: number] {
  let least = Infinity;
  let middle: readonly [number, number] = [first.x, first.y];
  for (let k = 0; k < first.ring.length; k += 2) {
    const x = first.x + first.ring[k]!;
    const y = first.y + first.ring[k + 1]!;
    for (let w = 0; w < second.ring.length; w += 2) {
      const dx = second.x + second.ring[w]! - x;
      const dy = second.y + second.ring[w + 1]! - y;
      const squared = dx * dx + dy * dy;
      if (squared >= least) continue;
      least = squared;
      middle = [x + dx / 2, y + dy / 2];
    }
  }
  return middle;
}
