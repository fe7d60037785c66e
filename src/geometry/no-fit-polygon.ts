/**
 * No-fit polygons: where the reference point of one polygon may not be, if it is not to overlap another one.
 *
 * The outlines are convolved edge by edge, and the cycles of the convolution are united by winding number (Guibas,
 * Ramshaw and Stolfi 1983). For simple polygons the winding number of a point counts the pieces of the intersection, so
 * a union by non-zero winding is exact, and the holes of the result are the places inside a concavity that fit.
 * What it leaves to others: snapping to the integer grid, and slits of zero width (they vanish in a union; shrink the
 * polygons by a grid unit or two to keep them).
 */
import { Clipper, FillRule, type Path64 } from 'clipper2-ts';

/** A closed loop as x0, y0, x1, y1, ..., without repeating the first point. */
export type Ring = Float64Array;

/** Twice the signed area: positive when x turns towards y. */
export function doubledArea(ring: Ring): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j]! * ring[i + 1]! - ring[i]! * ring[j + 1]!;
  }
  return sum;
}

/**
 * All translations v for which the interior of `moving` + v meets the interior of `fixed`.
 *
 * Both are simple polygons of either winding with integer coordinates; differences of coordinates should stay below
 * 9e7, above which the union is slower. Returns outer rings (positive) and holes (negative), integers as well.
 */
export function noFitPolygon(fixed: Ring, moving: Ring): Ring[] {
  const a = positive(fixed);
  const b = positive(moving.map((v) => -v));
  const cycles = convolution(a, b);
  return unite(cycles);
}

/** The same loop with positive area and without repeated or collinear points. */
function positive(ring: Ring): Ring {
  const points: number[] = [];
  const n = ring.length;
  const forward = doubledArea(ring) >= 0;
  for (let k = 0; k < n; k += 2) {
    const i = forward ? k : n - 2 - k;
    const last = points.length;
    if (last && points[last - 2] === ring[i] && points[last - 1] === ring[i + 1]) continue;
    points.push(ring[i]!, ring[i + 1]!);
  }
  let redundant = true;
  while (redundant && points.length > 6) {
    redundant = false;
    for (let i = 0; i < points.length && points.length > 6; ) {
      const m = points.length;
      const p = (i + m - 2) % m;
      const q = (i + 2) % m;
      const ux = points[i]! - points[p]!;
      const uy = points[i + 1]! - points[p + 1]!;
      const vx = points[q]! - points[i]!;
      const vy = points[q + 1]! - points[i + 1]!;
      if (ux * vy === uy * vx && (ux * vx + uy * vy > 0 || (vx === 0 && vy === 0))) {
        points.splice(i, 2);
        redundant = true;
      } else i += 2;
    }
  }
  return Float64Array.from(points);
}

interface Edges {
  readonly count: number;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Whether the outline turns left (or straight back) at the start of each edge. */
  readonly convex: Uint8Array;
}

function edgesOf(ring: Ring): Edges {
  const count = ring.length / 2;
  const x = new Float64Array(count);
  const y = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    x[i] = ring[2 * j]! - ring[2 * i]!;
    y[i] = ring[2 * j + 1]! - ring[2 * i + 1]!;
  }
  const convex = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const p = (i + count - 1) % count;
    convex[i] = x[p]! * y[i]! - y[p]! * x[i]! >= 0 ? 1 : 0;
  }
  return { count, x, y, convex };
}

/**
 * The side of direction d as seen from direction e. Parallel directions are told apart by one rule for the whole
 * convolution: those of the first outline count as turned back by a hair (`hair` +1 when d is of the first outline).
 */
function side(ex: number, ey: number, dx: number, dy: number, hair: 1 | -1): number {
  const cross = ex * dy - ey * dx;
  if (cross !== 0) return cross;
  return ex * dx + ey * dy > 0 ? -hair : hair;
}

/** Does the turn at vertex j hold the direction d? +1: in a left turn, -1: in a right turn, 0: no. */
function turnHolds(edges: Edges, j: number, dx: number, dy: number, hair: 1 | -1): number {
  const p = j === 0 ? edges.count - 1 : j - 1;
  const into = side(edges.x[p]!, edges.y[p]!, dx, dy, hair);
  const out = side(edges.x[j]!, edges.y[j]!, dx, dy, hair);
  if (edges.convex[j]) return into > 0 && out < 0 ? 1 : 0;
  return into < 0 && out > 0 ? -1 : 0;
}

/** The convolution of two positive outlines as closed cycles. */
function convolution(a: Ring, b: Ring): Path64[] {
  const ea = edgesOf(a);
  const eb = edgesOf(b);
  // Node (i, j) is the sum of vertex i of a and vertex j of b; segments join nodes, and every node is balanced.
  const heads: number[][] = new Array(ea.count * eb.count);
  const starts: number[] = [];
  const join = (from: number, to: number): void => {
    const list = heads[from];
    if (list) list.push(to);
    else heads[from] = [to];
    starts.push(from);
  };
  for (let i = 0; i < ea.count; i++) {
    const next = (i + 1) % ea.count;
    for (let j = 0; j < eb.count; j++) {
      const turn = turnHolds(eb, j, ea.x[i]!, ea.y[i]!, 1);
      if (turn > 0) join(i * eb.count + j, next * eb.count + j);
      else if (turn < 0) join(next * eb.count + j, i * eb.count + j);
    }
  }
  for (let j = 0; j < eb.count; j++) {
    const next = (j + 1) % eb.count;
    for (let i = 0; i < ea.count; i++) {
      const turn = turnHolds(ea, i, eb.x[j]!, eb.y[j]!, -1);
      if (turn > 0) join(i * eb.count + j, i * eb.count + next);
      else if (turn < 0) join(i * eb.count + next, i * eb.count + j);
    }
  }
  const cycles: Path64[] = [];
  for (const start of starts) {
    if (!heads[start]?.length) continue;
    const cycle: Path64 = [];
    for (let at: number | undefined = start; ; ) {
      const list: number[] | undefined = heads[at];
      const to: number | undefined = list?.pop();
      if (to === undefined) break;
      const i = Math.floor(to / eb.count);
      const j = to % eb.count;
      cycle.push({ x: a[2 * i]! + b[2 * j]!, y: a[2 * i + 1]! + b[2 * j + 1]! });
      at = to;
    }
    if (cycle.length > 2) cycles.push(cycle);
  }
  return cycles;
}

/** The region of non-zero winding, as outer rings and holes. */
function unite(cycles: Path64[]): Ring[] {
  const rings = Clipper.union(cycles, FillRule.NonZero).map((path) => {
    const ring = new Float64Array(2 * path.length);
    path.forEach((p, i) => {
      ring[2 * i] = p.x;
      ring[2 * i + 1] = p.y;
    });
    return ring;
  });
  if (rings.length < 2) return rings;
  // The union sometimes returns a sliver of an outer ring inside an outer ring: it bounds nothing.
  return rings.filter((ring) => doubledArea(ring) < 0 || !insideAnother(ring, rings));
}

function insideAnother(ring: Ring, rings: readonly Ring[]): boolean {
  let winding = 0;
  const x = (ring[0]! + ring[2]!) / 2;
  const y = (ring[1]! + ring[3]!) / 2;
  for (const other of rings) {
    if (other === ring) continue;
    for (let i = 0, j = other.length - 2; i < other.length; j = i, i += 2) {
      const yi = other[i + 1]!;
      const yj = other[j + 1]!;
      if (yi > y === yj > y) continue;
      const at = other[j]! + ((y - yj) * (other[i]! - other[j]!)) / (yi - yj);
      if (at < x) winding += yi > yj ? -1 : 1;
    }
  }
  return winding !== 0;
}
