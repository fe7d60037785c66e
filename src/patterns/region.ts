/**
 * Set operations on outlines in mm, calculated on the integer grid of a micrometre, where every result lies: union by
 * winding number, half-planes, mirror images, closing of pinches.
 */

import { Clipper, EndType, FillRule, JoinType, type Path64, type Paths64 } from 'clipper2-ts';
import { outlineFault } from '../geometry/outline-fault.js';
import type { Point } from '../geometry/point.js';

/** Micrometres in a millimetre: the grid of all results. */
export const gridPerMm = 1000;

/** A closed loop in mm without a repeated first point. */
export type Loop = readonly Point[];

export const toGrid = (value: number): number => Math.round(value * gridPerMm) / gridPerMm + 0;

const toPath = (loop: Loop): Path64 =>
  loop.map(([x, y]) => ({ x: Math.round(x * gridPerMm), y: Math.round(y * gridPerMm) }));

const fromPath = (path: Path64): Point[] => path.map(({ x, y }): Point => [x / gridPerMm + 0, y / gridPerMm + 0]);

/** Shoelace area in mm², positive where x turns towards y. */
export function loopArea(loop: Loop): number {
  const n = loop.length;
  if (n === 0) return 0;
  const ox = loop[0]![0];
  const oy = loop[0]![1];
  let sum = 0;
  let ax = loop[n - 1]![0] - ox;
  let ay = loop[n - 1]![1] - oy;
  for (let i = 0; i < n; i++) {
    const bx = loop[i]![0] - ox;
    const by = loop[i]![1] - oy;
    sum += ax * by - bx * ay;
    ax = bx;
    ay = by;
  }
  return sum / 2;
}

export const positive = (loop: Loop): Loop => (loopArea(loop) < 0 ? [...loop].reverse() : loop);

/** Outer loops (positive area, largest first) and openings (negative area) of a region. */
export interface Region {
  readonly outers: readonly Loop[];
  readonly openings: readonly Loop[];
}

function regionOf(paths: Paths64): Region {
  const loops = paths.map(fromPath).map((loop) => ({ loop, area: loopArea(loop) }));
  loops.sort((a, b) => Math.abs(b.area) - Math.abs(a.area));
  return {
    outers: loops.filter(({ area }) => area > 0).map(({ loop }) => loop),
    openings: loops.filter(({ area }) => area < 0).map(({ loop }) => loop),
  };
}

/** The area where the winding number of all loops together is above 0: loops that turn backwards vanish. */
export const unite = (loops: readonly Loop[]): Region => regionOf(Clipper.union(loops.map(toPath), FillRule.Positive));

/** Loops on the grid that are known to be outlines. */
const faultless = new WeakSet<Loop>();

/** The region of one loop, as a union would find it; most loops are simple already and need none. */
export function regionOfLoop(loop: Loop): Region {
  const snapped = fromPath(toPath(positive(loop)));
  if (outlineFault(snapped)) return unite([snapped]);
  faultless.add(snapped);
  return { outers: [snapped], openings: [] };
}

/** The part of the loops outside all the others. */
export const subtract = (loops: readonly Loop[], others: readonly Loop[]): Region =>
  regionOf(
    Clipper.difference(
      loops.map(toPath),
      others.map((loop) => toPath(positive(loop))),
      FillRule.Positive,
    ),
  );

/** The part common to the loops and another one. */
export const intersect = (loops: readonly Loop[], other: Loop): Region =>
  regionOf(Clipper.intersect(loops.map(toPath), [toPath(positive(other))], FillRule.Positive));

/** Grown by `distance` mm (shrunk where negative) with corners up to `miterLimit` times that. */
export const offset = (loops: readonly Loop[], distance: number, miterLimit = 3): Region =>
  regionOf(Clipper.inflatePaths(loops.map(toPath), distance * gridPerMm, JoinType.Miter, EndType.Polygon, miterLimit));

/** A loop without the corners that lie within `tolerance` mm of the line between their neighbours: for pictures. */
export const simplified = (loop: Loop, tolerance: number): Point[] =>
  fromPath(Clipper.simplifyPath(toPath(loop), tolerance * gridPerMm, true));

/**
 * The largest outer loop of a region as a simple polygon, without the tiny edges that unions leave. No corner moves by
 * more than two micrometres. Where the loop touches itself, it grows and shrinks by a few hundredths of a millimetre,
 * which closes the pinch and takes nothing away. Null without such a loop.
 */
export function simpleOuter(region: Region): Loop | null {
  let [outer] = region.outers;
  for (const reach of [0.005, 0.02, 0.05, 0]) {
    if (!outer) return null;
    const plain = fromPath(Clipper.simplifyPath(toPath(outer), 2, true));
    if (plain.length === outer.length && faultless.has(outer)) return plain;
    if (!outlineFault(plain)) return plain;
    if (!outlineFault(outer)) return outer;
    [outer] = reach === 0 ? [] : unite(offset(offset([outer], reach).outers, -reach).outers).outers;
  }
  return null;
}
