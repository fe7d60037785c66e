/** Sheets in the frame of the search. Sheets of the same geometry share one shape, wherever they lie. */

import type { GridAxis } from '../../geometry/grid-axis.js';
import { grownRound, shrunkMitred } from '../../geometry/offset.js';
import type { Point } from '../../geometry/point.js';
import {
  type Box,
  boxOf,
  boxOfAll,
  positive,
  type Ring,
  reversed,
  ringOf,
  signedArea,
  withoutRedundantPoints,
} from '../../geometry/ring.js';
import { grownSimple, shrunkSimple } from '../../geometry/simplify.js';
import type { Bin, NestRequest, Polyline } from '../request.js';
import { gentleShare } from './curve-tolerance.js';
import { type Folds, foldsOf } from './folds.js';
import { type Frame, rotatedIntoFrame } from './frame.js';
import { type AxisPattern, patternOf } from './matching.js';
import { boxesApart, outlineOf, overlap } from './outlines-apart.js';
import { type BadZone, badZones, type Region } from './quality.js';

export interface SheetShape {
  readonly index: number;
  /** The box for the parts, in grid units from the corner of the sheet's bounding box. */
  readonly room: Box;
  /** The outline if it is not the room's box, else null; several rings where the edge distance splits the sheet. */
  readonly outline: readonly Ring[] | null;
  /** Keep-out zones, already grown by the edge distance. */
  readonly holes: readonly (readonly Ring[])[];
  /** Its sides that are folds. */
  readonly folds: Folds;
  /** Zones too bad for some part: regions, an outline and its openings each. */
  readonly zones: readonly BadZone[];
  /** The grid of anchors, in grid units from the sheet's corner; null on a free axis. */
  readonly along: GridAxis | null;
  readonly across: GridAxis | null;
  /** Free area and extents as sent, in units of the request. */
  readonly area: number;
  readonly length: number;
  readonly width: number;
}

/** Whether parts may lie anywhere in the room. */
export function isPlain({ outline, holes, zones }: SheetShape): boolean {
  return !outline && holes.length === 0 && zones.length === 0;
}

export interface Sheet {
  readonly index: number;
  readonly shape: SheetShape;
  /** The corner of the bounding box in the frame, in units of the request. */
  readonly corner: Point;
}

/** Every sheet of the request, in the order sent. */
export function sheetsOf(request: NestRequest, frame: Frame): Sheet[] {
  const shapes = new Map<string, SheetShape>();
  return request.bins.map((bin, index) => {
    const outline = positive(rotatedIntoFrame(frame, withoutRedundantPoints(ringOf(bin.boundary.points))));
    const box = boxOf(outline);
    const corner: Point = [box.minX, box.minY];
    const onGrid = (ring: Ring): Ring =>
      positive(withoutRedundantPoints(ring.map((v, i) => Math.round((v - corner[i % 2]!) * frame.scale))));
    const boundary = onGrid(outline);
    const isEffective = effectiveHoles(bin);
    const holes = bin.holes
      .filter((_, i) => isEffective[i])
      .map((hole) => onGrid(rotatedIntoFrame(frame, ringOf(hole.points))))
      .filter((hole) => hole.length >= 6);
    const zones = badZones(bin, request, frame.scale).map(({ quality, regions }): BadZone => {
      const placed = regions.map((region) => region.map((ring) => onGrid(rotatedIntoFrame(frame, ring))));
      const whole = placed.filter(([outer]) => outer!.length >= 6);
      const asRegion = ([outer, ...inner]: Region): Region => [
        outer!,
        ...inner.filter(({ length }) => length >= 6).map(reversed),
      ];
      return { quality, regions: whole.map(asRegion) };
    });
    const [along, across] = gridAxesOf(request, bin, frame, box);
    const ofZones = zones.map(({ quality, regions }) => `${quality}: ${regions.join('|')}`);
    const axes = [along?.origin, along?.step, across?.origin, across?.step];
    const key = [boundary, ...holes, axes, ...ofZones, bin.open ?? false].join(';');
    let shape = shapes.get(key);
    if (!shape) {
      const folds = foldsOf(request, bin);
      shape = { ...shapeOf(request, frame, shapes.size, boundary, holes, along, across, box, folds), zones, folds };
      shapes.set(key, shape);
    }
    return { index, shape, corner };
  });
}

/** Constructions make a no-fit polygon of a sheet's outline with every part in every orientation. */
const mostCorners = 300;

function shapeOf(
  request: NestRequest,
  frame: Frame,
  index: number,
  boundary: Ring,
  holes: readonly Ring[],
  along: GridAxis | null,
  across: GridAxis | null,
  box: Box,
  folds: Folds,
): Omit<SheetShape, 'zones' | 'folds'> {
  // A larger edge distance than the sheet's extent also leaves nothing of it.
  const edge = Math.min(request.edgeDistance, box.maxX - box.minX + box.maxY - box.minY) * frame.scale;
  const tolerance = request.curveTolerance * frame.scale;
  const whole = boxOf(boundary);
  const gentle = Math.min(tolerance, gentleShare * Math.min(whole.maxX, whole.maxY));
  const area = (signedArea(boundary) - holes.reduce((sum, hole) => sum + signedArea(hole), 0)) / frame.scale ** 2;
  const common = { index, along, across, area, length: box.maxX - box.minX, width: box.maxY - box.minY };
  const grownHoles = holes.map((hole) => grownRound(grownSimple(hole, gentle), edge));
  if (isBox(boundary)) {
    // A fold is no edge.
    const [low, high] = [folds.low ? 0 : edge, folds.high ? 0 : edge];
    const room = { minX: edge, minY: low, maxX: whole.maxX - edge, maxY: whole.maxY - high };
    return { ...common, room, outline: null, holes: grownHoles };
  }
  const outline = shrunkMitred(withFewCorners(boundary, gentle, gentleShare * Math.min(whole.maxX, whole.maxY)), edge);
  const room = outline.length > 0 ? boxOfAll(outline) : { minX: 0, minY: 0, maxX: -1, maxY: -1 };
  return { ...common, room, outline, holes: grownHoles };
}

/** A simpler outline within `ring`. It strays by more than `tolerance`, but by no more than `most`, only where it has many corners. */
function withFewCorners(ring: Ring, tolerance: number, most: number): Ring {
  let simple = shrunkSimple(ring, tolerance);
  for (let more = most / 64; simple.length > 2 * mostCorners && more <= most; more *= 2) {
    if (more > tolerance) simple = shrunkSimple(ring, more);
  }
  return simple;
}

function isBox(ring: Ring): boolean {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  for (let i = 0; i < ring.length; i += 2) {
    if ((ring[i] !== minX && ring[i] !== maxX) || (ring[i + 1] !== minY && ring[i + 1] !== maxY)) return false;
  }
  return ring.length === 8;
}

/** Limit of the exact check: with more pairs of a hole and a corner of the boundary, the boxes alone decide. */
const mostExactPairs = 1_000_000;

/** Tells for every hole of a sheet whether it covers any of the sheet. */
export function effectiveHoles(bin: Bin): boolean[] {
  return bin.holes.length === 0 ? [] : bin.holes.map(effectOfHoles(bin));
}

/** The same for one hole at a time; the sheet must have at least one. */
export const effectOfHoles = ({ boundary, holes }: Bin): ((hole: Polyline) => boolean) =>
  effectOfOutlines(boundary, holes);

/** Tells whether one of `others` covers any of an outline. There must be at least one. */
export function effectOfOutlines(boundary: Polyline, others: readonly Polyline[]): (other: Polyline) => boolean {
  const outline = (line: Polyline) => outlineOf(withoutRedundantPoints(positive(ringOf(line.points))));
  const sheet = outline(boundary);
  const byBox = others.length * boundary.points.length > mostExactPairs;
  return (other) => (byBox ? !boxesApart(boxOf(ringOf(other.points)), sheet.box, 0) : overlap(outline(other), sheet));
}

/**
 * The grids along and across, counted from the top left of the bounding box in every rotation of the frame: of the
 * cloth's pattern where parts match, else of the sheet.
 */
function gridAxesOf(request: NestRequest, bin: Bin, frame: Frame, box: Box): [GridAxis | null, GridAxis | null] {
  const [patternX, patternY] = patternOf(request);
  const ofSheet = (cell: number): AxisPattern | null => (cell > 0 ? { repeat: cell, offset: 0 } : null);
  const onX = patternX ?? ofSheet(bin.cellWidth / request.xSteps);
  const onY = patternY ?? ofSheet(bin.cellHeight / request.ySteps);
  const axis = (x: number, y: number, extent: number): GridAxis | null => {
    const grid = x === 0 ? onY : onX;
    if (!grid) return null;
    const origin = x + y < 0 ? extent - grid.offset : grid.offset;
    return { origin: origin * frame.scale, step: grid.repeat * frame.scale };
  };
  return [axis(frame.ax, frame.ay, box.maxX - box.minX), axis(frame.bx, frame.by, box.maxY - box.minY)];
}
