/**
 * Discs inside an outline: where another outline covers one of them, the two overlap by at least the way out of it.
 * (The poles of Gardeyn, Vanden Berghe and Wauters 2025, section 4, doi:10.48550/arXiv.2509.13329.)
 */
import { boxOf, type Ring } from '../../geometry/ring.js';

export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

const mostDiscs = 8;
/** The radius of the smallest disc, as a share of the first. */
const smallest = 0.15;
/** Share of its radius by which a disc may reach into another. */
const shared = 0.5;
/** Points of the lattice over the outline's box on which discs begin. */
const latticePoints = 300;
/** Halvings of the step by which a disc then moves where it may be larger. */
const halvings = 4;

/** A few large discs, each of them for the most part outside of the others; in the unit of the outline. */
export function innerDiscs(outline: Ring): Disc[] {
  const { minX, minY, maxX, maxY } = boxOf(outline);
  const step = Math.sqrt(((maxX - minX) * (maxY - minY)) / latticePoints);
  const begins: Disc[] = [];
  for (let x = minX + step / 2; x < maxX; x += step) {
    for (let y = minY + step / 2; y < maxY; y += step) {
      const radius = depthInside(outline, x, y);
      if (radius > 0) begins.push({ x, y, radius });
    }
  }
  const discs: Disc[] = [];
  const scores = begins.map(({ radius }) => radius);
  while (discs.length < mostDiscs && begins.length > 0) {
    const best = scores.reduce((most, score, k) => (score > scores[most]! ? k : most), 0);
    if (scores[best]! <= 0) break;
    const disc = grown(outline, begins[best]!, step / 2);
    if (disc.radius < smallest * (discs[0]?.radius ?? 0)) break;
    discs.push(disc);
    begins.forEach(({ x, y }, k) => {
      const away = Math.hypot(x - disc.x, y - disc.y) - (1 - shared) * disc.radius;
      scores[k] = k === best ? 0 : Math.min(scores[k]!, away);
    });
  }
  return discs;
}

const ways = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** Moves a disc to the largest one nearby. */
function grown(outline: Ring, begin: Disc, firstStep: number): Disc {
  let best = begin;
  for (let step = firstStep; step > firstStep * 0.5 ** halvings; ) {
    let better = best;
    for (const [x, y] of ways) {
      const moved = { x: best.x + x * step, y: best.y + y * step };
      const radius = depthInside(outline, moved.x, moved.y);
      if (radius > better.radius) better = { ...moved, radius };
    }
    if (better === best) step /= 2;
    best = better;
  }
  return best;
}

/** The distance of a point inside from the outline; 0 outside. */
function depthInside(outline: Ring, x: number, y: number): number {
  let nearest = Infinity;
  let isInside = false;
  let x1 = outline[outline.length - 2]!;
  let y1 = outline[outline.length - 1]!;
  for (let i = 0; i < outline.length; i += 2) {
    const x2 = outline[i]!;
    const y2 = outline[i + 1]!;
    const ux = x2 - x1;
    const uy = y2 - y1;
    const qx = x - x1;
    const qy = y - y1;
    if (y1 > y !== y2 > y && qx < (qy * ux) / uy) isInside = !isInside;
    const t = Math.min(1, Math.max(0, (qx * ux + qy * uy) / (ux * ux + uy * uy)));
    const awayX = qx - t * ux;
    const awayY = qy - t * uy;
    nearest = Math.min(nearest, awayX * awayX + awayY * awayY);
    x1 = x2;
    y1 = y2;
  }
  return isInside ? Math.sqrt(nearest) : 0;
}
