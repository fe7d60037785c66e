/** A request prepared for the search: shapes on the integer grid, their rotations, and the sheets, all in one frame. */

import type { Orientation } from '../../geometry/orientation.js';
import type { Point } from '../../geometry/point.js';
import {
  type Box,
  boxOf,
  positive,
  type Ring,
  reversed,
  ringOf,
  withoutRedundantPoints,
  withSense,
} from '../../geometry/ring.js';
import { cosSin, quarterTurned, rotated } from '../../geometry/rotation.js';
import type { GivenPlacement, NestRequest, Polygon } from '../request.js';
import { gentleShare } from './curve-tolerance.js';
import { degreesBetween } from './directions.js';
import { type FoldSide, foldGapsOf, foldSidesOf } from './folds.js';
import { type Frame, frameOf, rotatedIntoFrame } from './frame.js';
import { groupPhase, matchingOf } from './matching.js';
import { Orientations } from './orientations.js';
import { type Region, sensitiveTo } from './quality.js';
import { inQuarterTurns, type MovingOutline, Shape, type ShapeSource } from './shape.js';
import { type Sheet, sheetsOf } from './sheet.js';
import { distanceOf, distanceRange } from './spacing.js';
import { tiltRounding, tilts, toleranceOf } from './tilt.js';
import { usefulOpenings } from './useful-openings.js';

/** One polygon of the request. */
export interface Part {
  readonly index: number;
  readonly shape: Shape;
  /** The anchor relative to the reference point (the top left of the bounding box as sent), in units of the request. */
  readonly anchor: Point;
  readonly isLocked: boolean;
  /** A higher one outweighs all lower ones. */
  readonly priority: number;
}

/** A shape in one of its orientations, in the frame of the search. */
export interface Variant {
  /** Dense, in the order of first use. */
  readonly id: number;
  readonly shape: Shape;
  /** The shape itself or, in a flipped orientation, its flipped form. */
  readonly form: Shape;
  /** Index into `orientations` of the problem. */
  readonly orientation: number;
  /** The rotation as quarter turns, and the rest below 90 degrees. */
  readonly quarterTurns: number;
  readonly angle: number;
  readonly outline: Ring;
  readonly eased: Ring;
  readonly halfEased: Ring;
  /** Negative rings, as in `Outlines`. */
  readonly openings: readonly Ring[];
  readonly easedOpenings: readonly Ring[];
  /** Extent around the reference point, and the gaps to folds across: it lies within the room of its sheet. */
  readonly box: Box;
  /** The point on the grid relative to the reference point, in grid units; zero where nothing snaps. */
  readonly anchor: Point;
  /** The side of the sheet on whose fold it lies; null: anywhere. */
  readonly fold: FoldSide | null;
  /** Whether it must lie on a grid of its sheet along and across, where the sheet has one. */
  readonly held: readonly [along: boolean, across: boolean];
}

/** Rounding may make a part this much larger than the room (grid units). */
export const roomSlack = 2;

/** More orientations than any problem has. */
const mostOrientations = 2 ** 24;
/** Tilts to each side, tried where a part fits no sheet as it is. */
const tiltsPerSide = 8;

/** How many corners and openings the shapes of a problem keep; the exact check sees all of them. */
export interface Detail {
  /** With more corners in all, outlines are simplified further. */
  readonly corners: number;
  /** An outline may always keep this many corners. */
  readonly fewestCorners: number;
  /** A shape keeps at most so many openings. */
  readonly openings: number;
  /** An opening of more corners than this is left out. */
  readonly openingCorners: number;
}

/** Every polygon of the request is one part here: the copies are already written out. */
export class Problem {
  readonly frame: Frame;
  readonly parts: readonly Part[];
  readonly shapes: readonly Shape[];
  readonly sheets: readonly Sheet[];
  /** The distinct orientations of all parts, with rotations in the request's own numbers. Tilted ones may join them. */
  readonly orientations: readonly Orientation[];
  readonly #known: Orientations;
  /** Least distance of any two parts, in grid units; a shape's `spacing` adds to it. */
  readonly clearance: number;
  /** The greatest distance that a part keeps to others, in grid units. */
  readonly greatestClearance: number;
  /** Whether positions must lie on the grid of their sheet. */
  readonly snaps: boolean;
  /** Whether the grid is the pattern of the cloth, on which parts match. */
  readonly matches: boolean;
  readonly #variants = new Map<number, Variant>();
  readonly #fitting = new Map<Shape, readonly number[]>();
  readonly #cosSin: (readonly [number, number])[] = [];

  /** Calls `poll` at least every few milliseconds; an error from it ends the preparation. */
  constructor(
    readonly request: NestRequest,
    detail: Detail,
    poll: () => void = () => {},
  ) {
    this.frame = frameOf(request);
    this.sheets = sheetsOf(request, this.frame);
    const longest = Math.max(...this.sheets.map(({ shape }) => Math.hypot(shape.length, shape.width)));
    // At a distance longer than every sheet, one part keeps every other out.
    const { least, most } = distanceRange(request);
    this.clearance = Math.min(least, 2 * longest) * this.frame.scale;
    this.greatestClearance = Math.min(most, 2 * longest) * this.frame.scale;
    const hasGrid = this.sheets.some(({ shape }) => shape.along !== null || shape.across !== null);
    this.matches = matchingOf(request).groups.length > 0;
    this.snaps = this.matches || (hasGrid && request.matchingType !== 'solid');
    const orientations = new Orientations();
    const qualities = new Set(this.sheets.flatMap(({ shape }) => shape.zones.map(({ quality }) => quality)));
    const { parts, shapes } = partsOf(request, detail, this, hasGrid, longest, orientations, qualities, poll);
    this.parts = parts;
    this.shapes = shapes;
    this.#known = orientations;
    this.orientations = orientations.list;
  }

  /** Distance that two shapes keep, in grid units. */
  distanceBetween(one: Shape, other: Shape): number {
    return this.clearance + Math.max(one.spacing, other.spacing);
  }

  variant(shape: Shape, orientation: number): Variant {
    const key = shape.index * mostOrientations + orientation;
    let variant = this.#variants.get(key);
    if (!variant) {
      variant = this.#makeVariant(shape, orientation);
      this.#variants.set(key, variant);
    }
    return variant;
  }

  /** The allowed orientations in which a shape's box fits the room of a sheet. */
  fittingOrientations(shape: Shape): readonly number[] {
    let fitting = this.#fitting.get(shape);
    if (!fitting) {
      const rooms = [...new Set(this.sheets.map((sheet) => sheet.shape.room))];
      const fits = (orientation: number): boolean => {
        const [along, across] = this.extents(shape, orientation);
        return rooms.some((room) => goesInto(room, along, across));
      };
      fitting = shape.orientations.filter(fits);
      // A part too large as it is may fit when it is tilted.
      if (fitting.length === 0 && shape.rotationTolerance > 0) fitting = this.#tilted(shape).filter(fits);
      this.#fitting.set(shape, fitting);
    }
    return fitting;
  }

  /** The index of an orientation of a shape, tilted ones included; null where it is not allowed. */
  orientationOf(shape: Shape, rotation: number, mirrored: boolean): number | null {
    const isOf = (own: number): boolean => {
      const { degrees, flipped } = this.orientations[own]!;
      return flipped === mirrored && (degrees - rotation) % 360 === 0;
    };
    const known = shape.orientations.find(isOf) ?? shape.tilts.find(isOf);
    if (known !== undefined || shape.rotationTolerance === 0) return known ?? null;
    const isNear = shape.orientations.some((own) => {
      const { degrees, flipped } = this.orientations[own]!;
      return flipped === mirrored && degreesBetween(degrees, rotation) <= shape.rotationTolerance + tiltRounding;
    });
    return isNear ? this.#known.index(rotation, mirrored) : null;
  }

  #tilted(shape: Shape): number[] {
    const steps = tilts(shape.rotationTolerance, tiltsPerSide);
    const own = shape.orientations.map((orientation) => this.orientations[orientation]!);
    return own.flatMap(({ degrees, flipped }) => steps.map((tilt) => this.#known.index(degrees + tilt, flipped)));
  }

  /** Extents of a shape in an orientation, across with its gaps to folds, in grid units and without making a variant. */
  extents(shape: Shape, orientation: number): readonly [along: number, across: number] {
    this.#cosSin[orientation] ??= cosSin(this.orientations[orientation]!.degrees);
    const [cos, sin] = this.#cosSin[orientation]!;
    // Flipping then rotating equals rotating the other way, then flipping; a flip changes no extent.
    const [x, y] = shape.extents(cos, this.orientations[orientation]!.flipped ? -sin : sin);
    const gaps = shape.gaps.low + shape.gaps.high;
    return this.frame.ax !== 0 ? [x, y + gaps] : [y, x + gaps];
  }

  /** The regions of a variant that must not lie on a zone of a quality. */
  sensitive({ form, quarterTurns, angle }: Variant, quality: number): readonly MovingOutline[] {
    const place = (ring: Ring): Ring => this.#placed(ring, quarterTurns);
    return form.sensitive(quality, angle).map(({ outline, eased, halfEased, openings, easedOpenings }) => ({
      outline: place(outline),
      eased: place(eased),
      halfEased: place(halfEased),
      openings: openings.map((ring) => reversed(place(ring))),
      easedOpenings: easedOpenings.map((ring) => reversed(place(ring))),
    }));
  }

  /** The simplified outline of a variant, even where the search uses its hull. */
  simplified({ form, quarterTurns, angle, outline }: Variant): Ring {
    return form.isHull ? this.#placed(rotated(form.simplified, angle), quarterTurns) : outline;
  }

  /** A ring at an angle below 90 degrees, turned on and brought into the frame. */
  #placed(ring: Ring, quarterTurns: number): Ring {
    return withSense(rotatedIntoFrame(this.frame, quarterTurned(ring, quarterTurns)), true);
  }

  #makeVariant(shape: Shape, orientation: number): Variant {
    const { degrees, flipped } = this.orientations[orientation]!;
    const [quarterTurns, angle] = inQuarterTurns(degrees);
    const form = flipped ? shape.flipped(this.shapes.length + shape.index) : shape;
    const { outline, eased, halfEased, openings, easedOpenings, box } = form.outlines(angle);
    const place = (ring: Ring): Ring => this.#placed(ring, quarterTurns);
    const corners = Float64Array.of(box.minX, box.minY, box.maxX, box.maxY);
    const bare = boxOf(place(corners));
    const [cos, sin] = cosSin(degrees);
    const [anchorX, y] = shape.anchor ?? [0, 0];
    const x = flipped ? -anchorX : anchorX;
    const [phaseX, phaseY] = shape.phase;
    const { ax, ay, bx, by, scale } = this.frame;
    // A phase counts backwards at 180 degrees; parts with phases have no other rotation but 0.
    const rx = (x * cos - y * sin - (phaseX ?? 0) * cos) * scale;
    const ry = (x * sin + y * cos - (phaseY ?? 0) * cos) * scale;
    const holds = this.snaps ? ([phaseX !== null, phaseY !== null] as const) : ([false, false] as const);
    return {
      id: this.#variants.size,
      shape,
      form,
      orientation,
      quarterTurns,
      angle,
      outline: place(outline),
      eased: place(eased),
      halfEased: place(halfEased),
      openings: openings.map((ring) => reversed(place(ring))),
      easedOpenings: easedOpenings.map((ring) => reversed(place(ring))),
      box: { ...bare, minY: bare.minY - shape.gaps.low, maxY: bare.maxY + shape.gaps.high },
      anchor: [ax * rx + ay * ry, bx * rx + by * ry],
      fold: shape.source.folds?.get(orientation) ?? null,
      held: ax !== 0 ? holds : [holds[1], holds[0]],
    };
  }
}

function goesInto(room: Box, along: number, across: number): boolean {
  return along <= room.maxX - room.minX + roomSlack && across <= room.maxY - room.minY + roomSlack;
}

function partsOf(
  request: NestRequest,
  detail: Detail,
  { frame: { scale }, clearance }: Pick<Problem, 'frame' | 'clearance'>,
  anchored: boolean,
  longest: number,
  orientations: Orientations,
  qualities: ReadonlySet<number>,
  poll: () => void,
) {
  const lockedAt = lockedByIndex(request);
  const matching = matchingOf(request);
  const matches = matching.groups.length > 0;
  const commonOrientations = orientations.of({ id: '', origin: null, points: [] }, request.allowedRotations);
  const byKey = new Map<string, ShapeSource>();
  const keys = request.polygons.map((polygon, index) => {
    poll();
    const sent = ringOf(polygon.points);
    const box = boxOf(sent);
    const fromCorner = (ring: Ring): Ring => ring.map((v, i) => v - (i % 2 === 0 ? box.minX : box.minY));
    const ring = fromCorner(withoutRedundantPoints(positive(sent)));
    const openings = (polygon.holes ?? []).map((hole) =>
      fromCorner(reversed(withoutRedundantPoints(positive(ringOf(hole.points))))),
    );
    const origin = polygon.origin ?? [box.minX, box.minY];
    const anchor: Point = [origin[0] - box.minX, origin[1] - box.minY];
    const locked = lockedAt.get(index);
    const isPlain = !polygon.allowedRotations && !polygon.mirror;
    const own = locked
      ? [orientations.index(locked.rotation, locked.mirrored ?? false)]
      : isPlain
        ? commonOrientations
        : orientations.of(polygon, request.allowedRotations);
    const onGrid = [ring, ...openings].map((r) => r.map((v) => Math.round(v * scale)));
    const rotationTolerance = locked ? 0 : toleranceOf(request, polygon);
    const tilts = locked ? [] : orientations.ofAll(polygon, polygon.tilts ?? []);
    const spacing = Math.min(distanceOf(request, polygon), 2 * longest) * scale - clearance;
    const [x, y] = matching.holds[index] ?? [null, null];
    const onCloth: Point = [x ? x.at - box.minX : 0, y ? y.at - box.minY : 0];
    const point = matches ? onCloth : anchor;
    const phaseIn = (hold: typeof x): number | null => hold && groupPhase(matching, request, hold.group) + hold.shift;
    const phase = matches ? ([phaseIn(x), phaseIn(y)] as const) : ([0, 0] as const);
    const grid = anchored ? `${point}${matches ? `at ${phase.join()}` : ''}` : '';
    const tilt = rotationTolerance > 0 ? `~${rotationTolerance} ${tilts}` : '';
    const ownSpacing = spacing > 0 ? `+${spacing}` : '';
    const rules = `${grid}${own === commonOrientations ? '' : `|${own}`}${ownSpacing}${tilt}`;
    const key = `${onGrid.join(';')}${rules}${needsKey(polygon, qualities, box)}`;
    if (!byKey.has(key)) {
      const folds = foldSidesOf(request, polygon, own, orientations.list);
      const gaps = foldGapsOf(request, polygon, clearance + spacing);
      // A half part lies on the fold in few of its orientations; the check has refused parts without any.
      const fitting = folds && folds.size > 0 ? [...folds.keys()] : own;
      const gridPoint = anchored ? point : null;
      const tilting = { tilts, rotationTolerance };
      const source = {
        ring,
        openings,
        anchor: gridPoint,
        phase,
        orientations: fitting,
        ...tilting,
        spacing,
        folds,
        gaps,
      };
      byKey.set(key, { ...source, sensitive: sensitiveRegions(polygon, qualities, scale, fromCorner) });
    }
    return { key, anchor, isLocked: locked !== undefined };
  });
  const share = Math.max(detail.fewestCorners, Math.floor(detail.corners / byKey.size));
  const useful = usefulOpenings([...byKey.values()], request, detail.openings);
  const shapes = new Map<string, Shape>();
  const most = { outline: share, opening: detail.openingCorners };
  for (const [key, sent] of byKey) {
    poll();
    const source = { ...sent, searched: useful(sent) };
    const { maxX, maxY } = boxOf(source.ring);
    // A part longer than every sheet is never placed: its outline needs no care.
    const isTooLong = Math.max(maxX, maxY) > longest;
    const gentle = isTooLong ? 0 : gentleShare * Math.min(maxX, maxY) * scale;
    let tolerance = Math.min(request.curveTolerance * scale, gentle);
    let shape = new Shape(shapes.size, source, scale, tolerance, most);
    for (
      tolerance = Math.max(tolerance, gentle / 8);
      shape.corners > share && tolerance < 64 * gentle;
      tolerance *= 2
    ) {
      poll();
      shape = new Shape(shapes.size, source, scale, tolerance, most);
    }
    if (shape.corners > share) shape.useHull();
    shapes.set(key, shape);
  }
  const parts = keys.map(({ key, anchor, isLocked }, index): Part => {
    return { index, shape: shapes.get(key)!, anchor, isLocked, priority: request.polygons[index]!.priority ?? 0 };
  });
  return { parts, shapes: [...shapes.values()] };
}

/** Tells apart parts that need different qualities; empty where no zone matters to any. */
function needsKey(
  { quality, zones = [], open, foldLine }: Polygon,
  qualities: ReadonlySet<number>,
  { minX, minY }: Box,
): string {
  const layers = `${open ? '#open' : ''}${foldLine ? `#fold ${foldLine.map(([x, y]) => [x - minX, y - minY])}` : ''}`;
  if (qualities.size === 0 || (quality === undefined && zones.length === 0)) return layers;
  const lines = zones.map((zone) => `${zone.quality}: ${zone.boundary.points.map(([x, y]) => [x - minX, y - minY])}`);
  return `${layers}#${quality ?? ''} ${lines.join(';')}`;
}

/** By quality of the bad zones: what of a part must not lie there, relative to its corner. */
function sensitiveRegions(
  polygon: Polygon,
  qualities: ReadonlySet<number>,
  scale: number,
  fromCorner: (ring: Ring) => Ring,
): ReadonlyMap<number, 'whole' | readonly Region[]> {
  return new Map(
    [...qualities].map((quality) => {
      const regions = sensitiveTo(polygon, quality, scale);
      return [quality, regions === 'whole' ? regions : regions.map((region) => region.map(fromCorner))] as const;
    }),
  );
}

function lockedByIndex({ locked = [] }: NestRequest): Map<number, GivenPlacement> {
  return new Map(locked.map((placement) => [placement.index, placement]));
}
