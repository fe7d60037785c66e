/** One cubic Bézier: points, tangents, splitting, length, crossings with a line. */

import type { Point } from './point.js';

export type Cubic = readonly [
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  x3: number,
  y3: number,
];

export function cubicPoint([a, b, c, d, e, f, g, h]: Cubic, t: number): [number, number] {
  if (t <= 0) return [a, b];
  if (t >= 1) return [g, h];
  const u = 1 - t;
  const [w0, w1, w2, w3] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t];
  return [w0 * a + w1 * c + w2 * e + w3 * g, w0 * b + w1 * d + w2 * f + w3 * h];
}

function derivative([a, b, c, d, e, f, g, h]: Cubic, t: number): [number, number] {
  const u = 1 - t;
  const [w0, w1, w2] = [3 * u * u, 6 * u * t, 3 * t * t];
  return [w0 * (c - a) + w1 * (e - c) + w2 * (g - e), w0 * (d - b) + w1 * (f - d) + w2 * (h - f)];
}

/** Unit vector along the curve; where handles have no length, towards the next different control point. */
export function cubicTangent(cubic: Cubic, t: number): [number, number] {
  const [dx, dy] = derivative(cubic, t);
  const size = Math.hypot(dx, dy);
  if (size > 1e-12) return [dx / size, dy / size];
  const [a, b, c, d, e, f, g, h] = cubic;
  const ways = t < 0.5 ? [[e - a, f - b]] : [[g - c, h - d]];
  for (const [x = 0, y = 0] of [...ways, [g - a, h - b]]) {
    const length = Math.hypot(x, y);
    if (length > 1e-12) return [x / length, y / length];
  }
  return [0, 0];
}

/** De Casteljau: the parts before and after parameter t. */
export function splitCubic([a, b, c, d, e, f, g, h]: Cubic, t: number): [Cubic, Cubic] {
  const mix = (p: number, q: number): number => p + t * (q - p);
  const [x01, y01, x12, y12, x23, y23] = [mix(a, c), mix(b, d), mix(c, e), mix(d, f), mix(e, g), mix(f, h)];
  const [x02, y02, x13, y13] = [mix(x01, x12), mix(y01, y12), mix(x12, x23), mix(y12, y23)];
  const [x, y] = [mix(x02, x13), mix(y02, y13)];
  return [
    [a, b, x01, y01, x02, y02, x, y],
    [x, y, x13, y13, x23, y23, g, h],
  ];
}

// nodes and weights of 8-point Gauss-Legendre quadrature on [-1, 1]
const gauss = [
  [0.1834346424956498, 0.362683783378362],
  [0.525532409916329, 0.3137066458778873],
  [0.7966664774136267, 0.2223810344533745],
  [0.9602898564975363, 0.1012285362903763],
] as const;

/** Arc length between parameters, by Gauss quadrature halved until both halves agree with the whole to 1e-9. */
export function cubicLength(cubic: Cubic, from = 0, to = 1): number {
  return refine(cubic, from, to, quadrature(cubic, from, to), 12);
}

function refine(cubic: Cubic, from: number, to: number, whole: number, depth: number): number {
  const middle = (from + to) / 2;
  const left = quadrature(cubic, from, middle);
  const right = quadrature(cubic, middle, to);
  if (depth === 0 || Math.abs(left + right - whole) <= 1e-9 * Math.max(1, whole)) return left + right;
  return refine(cubic, from, middle, left, depth - 1) + refine(cubic, middle, to, right, depth - 1);
}

function quadrature(cubic: Cubic, from: number, to: number): number {
  const half = (to - from) / 2;
  const middle = (from + to) / 2;
  let sum = 0;
  for (const [node, weight] of gauss)
    sum += weight * (speed(cubic, middle + half * node) + speed(cubic, middle - half * node));
  return sum * half;
}

/** Length of the derivative, without the array that `derivative` makes. */
function speed(cubic: Cubic, t: number): number {
  const u = 1 - t;
  const [w0, w1, w2] = [3 * u * u, 6 * u * t, 3 * t * t];
  const dx = w0 * (cubic[2] - cubic[0]) + w1 * (cubic[4] - cubic[2]) + w2 * (cubic[6] - cubic[4]);
  const dy = w0 * (cubic[3] - cubic[1]) + w1 * (cubic[5] - cubic[3]) + w2 * (cubic[7] - cubic[5]);
  return Math.sqrt(dx * dx + dy * dy);
}

/**
 * The parameter, in [0, 1], of the curve's nearest point to another: the best of 16 samples, its bracket narrowed to
 * 1e-12.
 */
export function nearestParameter(cubic: Cubic, [px, py]: Point): number {
  const samples = 16;
  const square = (t: number): number => {
    const [x, y] = cubicPoint(cubic, t);
    return (x - px) ** 2 + (y - py) ** 2;
  };
  let best = 0;
  let least = Infinity;
  for (let i = 0; i <= samples; i++) {
    const value = square(i / samples);
    if (value < least) [best, least] = [i, value];
  }
  let low = Math.max(0, best - 1) / samples;
  let high = Math.min(samples, best + 1) / samples;
  // the slope of the squared distance changes its sign in the bracket; halving is exact to the last digits
  const rising = (t: number): boolean => {
    const [x, y] = cubicPoint(cubic, t);
    const [dx, dy] = derivative(cubic, t);
    return (x - px) * dx + (y - py) * dy > 0;
  };
  while (high - low > 1e-12) {
    const middle = (low + high) / 2;
    if (rising(middle)) high = middle;
    else low = middle;
  }
  const narrowed = (low + high) / 2;
  // finds a point at an end of the curve exactly
  if (square(0) <= square(narrowed)) return 0;
  return square(1) <= square(narrowed) ? 1 : narrowed;
}

/** The parameter at a length from the start, in [0, 1]: Newton's method kept inside a bracket. */
export function parameterAtLength(cubic: Cubic, length: number): number {
  const total = cubicLength(cubic);
  if (length <= 0 || total === 0) return 0;
  if (length >= total) return 1;
  let [low, high] = [0, 1];
  let t = length / total;
  for (let i = 0; i < 50; i++) {
    const error = cubicLength(cubic, 0, t) - length;
    if (Math.abs(error) <= 1e-9 * total) break;
    if (error > 0) high = t;
    else low = t;
    const slope = speed(cubic, t);
    const next = slope > 0 ? t - error / slope : low;
    t = next > low && next < high ? next : (low + high) / 2;
  }
  return t;
}

/**
 * Parameters, rising, where a cubic crosses a line. The distances of the control points from the line are the Bernstein
 * coefficients of the curve's distance. Intervals without a change of sign are dropped (convex hull), others halved.
 */
export function lineCrossings([a, b, c, d, e, f, g, h]: Cubic, [ox, oy]: Point, [dx, dy]: Point): number[] {
  const distance = (x: number, y: number): number => (x - ox) * dy - (y - oy) * dx;
  const roots: number[] = [];
  const near = 1e-9;
  // crossings this close in parameter count as one: the line touches the curve
  const together = 1e-4;
  const search = (p: number, q: number, r: number, s: number, low: number, high: number): void => {
    if (Math.min(p, q, r, s) > near || Math.max(p, q, r, s) < -near) return;
    if (high - low < 1e-12) {
      if (roots.length === 0 || low - roots.at(-1)! > together) roots.push((low + high) / 2);
      return;
    }
    if (roots.length > 0 && high - roots.at(-1)! < together) return;
    const [pq, qr, rs] = [(p + q) / 2, (q + r) / 2, (r + s) / 2];
    const [pqr, qrs] = [(pq + qr) / 2, (qr + rs) / 2];
    const middle = (low + high) / 2;
    const value = (pqr + qrs) / 2;
    search(p, pq, pqr, value, low, middle);
    search(value, qrs, rs, s, middle, high);
  };
  const controls = [distance(a, b), distance(c, d), distance(e, f), distance(g, h)] as const;
  if (controls.every((value) => Math.abs(value) <= near)) return [0, 1];
  search(...controls, 0, 1);
  return roots;
}
