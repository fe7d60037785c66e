/**
 * A marker to draw, cut and count: sheets, and on each the parts in their places, in millimetres. It comes from the
 * lists of a nest request and the placements of a layout, in the form of the REST routes. The options of the search are
 * unknown here.
 */
import type { Point } from '../../geometry/point.js';
import { type Ring, ringOf, signedArea } from '../../geometry/ring.js';
import { boxOf, type PlaneBox } from '../plane.js';
import { type ClothPattern, type Stripe, stripesOf } from './cloth-pattern.js';
import { stretchesAtFold } from './cutting/at-fold.js';
import { keepOutsOn } from './drawn-keep-outs.js';

export interface ZoneInput {
  readonly boundary: { readonly points: readonly Point[] };
  readonly quality: number;
}

export interface MarkerOutline {
  readonly id: string;
  /** Anchor of the placement; null: the top-left of the bounding box of the points. */
  readonly origin?: Point | null | undefined;
  readonly points: readonly Point[];
  /** Openings of the part; keep-out zones of a sheet are holes of its bin. */
  readonly holes?: readonly { readonly points: readonly Point[] }[] | undefined;
  /** Of a half part, which lies on a fold of the cloth and gives one piece. */
  readonly foldLine?: readonly Point[] | undefined;
  /** The least quality of material that it needs, and zones of it that need another one. Default: any. */
  readonly quality?: number | undefined;
  readonly zones?: readonly ZoneInput[] | undefined;
  /** Places on seams that meet in the pattern of the cloth. */
  readonly matchPoints?: readonly { readonly at: Point }[] | undefined;
}

/** How far the points of a match miss each other; an axis on which they do not match is missing. */
export interface MarkerMatch {
  readonly name: string;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
}

export interface MarkerInput {
  readonly polygons: readonly MarkerOutline[];
  readonly bins: readonly {
    readonly boundary: { readonly points: readonly Point[] };
    readonly holes?: readonly { readonly points: readonly Point[] }[] | undefined;
    /** Whether folded cloth lies open here. */
    readonly open?: boolean | undefined;
    /** Where its material has another quality; they may stick out of it. */
    readonly zones?: readonly ZoneInput[] | undefined;
  }[];
  /** How the cloth lies; default open. */
  readonly clothForm?: 'open' | 'folded' | 'tubular' | undefined;
  /** The pattern of the cloth; default: plain. */
  readonly fabric?: ClothPattern | undefined;
  /** The errors of the layout's matches. Default: none. */
  readonly matches?:
    | readonly {
        readonly name: string;
        readonly x?: number | null | undefined;
        readonly y?: number | null | undefined;
      }[]
    | undefined;
  readonly placements: readonly {
    readonly index: number;
    readonly bin: number;
    readonly position: Point;
    /** Degrees. */
    readonly rotation: number;
    /** Turned over, x to -x about its anchor, before it is rotated; default false. */
    readonly mirrored?: boolean | undefined;
  }[];
  /** Ids of the parts without a place. */
  readonly unplaced: readonly string[];
  /** By bin: the rests for a next job. Default: none. */
  readonly remnants?: ReadonlyMap<
    number,
    readonly {
      readonly boundary: { readonly points: readonly Point[] };
      readonly holes?: readonly { readonly points: readonly Point[] }[] | undefined;
    }[]
  >;
  /** The utilisation of the same parts on plain cloth; default: not known. */
  readonly plainUtilisation?: number | null | undefined;
  /** The side that gravity pushes parts to; default top. */
  readonly gravityDirection?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** Millimetres in one unit of the request; default 1. */
  readonly unitMm?: number | undefined;
  /**
   * Whether the sheets come off a roll of free length: of a rectangle only the used length is drawn. Default: yes where
   * it is at least three times as long as wide, along the axis of gravity.
   */
  readonly roll?: boolean | undefined;
}

export interface MarkerPart {
  readonly id: string;
  /** Index into the request's polygons. */
  readonly index: number;
  readonly outline: readonly Point[];
  readonly holes: readonly (readonly Point[])[];
  /** Area without the openings, square millimetres. */
  readonly area: number;
  /** Length of all lines to cut, openings included, and without the side on a fold, mm. */
  readonly perimeter: number;
  /** Pieces that it gives: two from two layers, but one from a half on the fold. */
  readonly pieces: 1 | 2;
  readonly matchPoints: readonly Point[];
  /** The least quality that it needs; null: any. */
  readonly quality: number | null;
  /** Where it needs another one; they may stick out of it. */
  readonly zones: readonly MarkerZone[];
  /** The side of a half part that lies on a fold of the cloth; null: none. */
  readonly fold: readonly [Point, Point] | null;
}

export interface MarkerZone {
  readonly outline: readonly Point[];
  readonly quality: number;
}

/** A rest, and the openings that the parts on it leave. */
export type MarkerRest = Pick<MarkerPart, 'outline' | 'holes'>;

export interface MarkerSheet {
  /** Index into the request's bins. */
  readonly bin: number;
  readonly layers: 1 | 2;
  /** The sides that are folds. */
  readonly folds: readonly (readonly [Point, Point])[];
  /** The whole sheet; for a roll, only its used length along the axis of gravity. */
  readonly outline: readonly Point[];
  readonly keepOut: readonly (readonly Point[])[];
  /** Where its material has another quality. */
  readonly zones: readonly MarkerZone[];
  /** The pattern of its cloth: a line wherever a repeat begins. */
  readonly stripes: readonly Stripe[];
  readonly parts: readonly MarkerPart[];
  /** Rests for a next job. */
  readonly remnants: readonly MarkerRest[];
  /** Box around the parts. */
  readonly used: PlaneBox;
}

export interface Marker {
  /** Only sheets with parts on them. */
  readonly sheets: readonly MarkerSheet[];
  readonly unplaced: readonly string[];
  readonly gravity: 'top' | 'right' | 'bottom' | 'left';
  /** In millimetres; null: plain cloth. */
  readonly pattern: ClothPattern | null;
  /** In millimetres. */
  readonly matches: readonly MarkerMatch[];
  /** The utilisation of the same parts on plain cloth; null: not known. */
  readonly plainUtilisation: number | null;
}

/** @throws RangeError where a placement names an unknown part or sheet */
export function layMarker({
  polygons,
  bins,
  placements,
  unplaced,
  gravityDirection: gravity = 'top',
  unitMm = 1,
  roll,
  remnants,
  clothForm = 'open',
  fabric,
  matches = [],
  plainUtilisation = null,
}: MarkerInput): Marker {
  const pattern = patternOf(fabric, unitMm);
  const laidOn = new Map<number, Laid[]>();
  for (const placement of placements) {
    const polygon = polygons[placement.index];
    if (!polygon) throw new RangeError(`There is no part ${placement.index}`);
    if (!bins[placement.bin]) throw new RangeError(`There is no sheet ${placement.bin}`);
    const laid = laidOn.get(placement.bin) ?? [];
    laid.push({ polygon, placement });
    laidOn.set(placement.bin, laid);
  }
  const scaled = (points: readonly Point[]): Point[] => points.map(([x, y]) => [x * unitMm, y * unitMm]);
  const sheets = bins.flatMap(({ boundary, holes = [], open, zones = [] }, bin): MarkerSheet[] => {
    const laid = laidOn.get(bin);
    if (!laid) return [];
    const used = boxOf(outlinePoints(laid, unitMm));
    const whole = scaled(boundary.points);
    const outline = isRectangle(whole) && (roll ?? isLong(whole, gravity)) ? upToEnd(whole, gravity, used) : whole;
    const allKeepOuts = holes.map(({ points }) => scaled(points));
    const keepOut = outline === whole ? allKeepOuts : keepOutsOn(outline, allKeepOuts);
    const left = (remnants?.get(bin) ?? []).map((rest): MarkerRest => {
      return { outline: scaled(rest.boundary.points), holes: (rest.holes ?? []).map(({ points }) => scaled(points)) };
    });
    const box = boxOf(outline);
    // Of a roll only the used length is drawn.
    const isDrawn = ([x, y]: Point): boolean => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
    const drawn = left.filter((rest) => outline === whole || rest.outline.every(isDrawn));
    const layers = layersOf(clothForm, { open });
    let parts: readonly MarkerPart[] | null = null;
    const folds = layers === 2 ? foldsOf(box, gravity).slice(0, clothForm === 'tubular' ? 2 : 1) : [];
    return [
      {
        bin,
        layers,
        folds,
        outline,
        keepOut,
        zones: zones.map(({ boundary: zone, quality }) => ({ outline: scaled(zone.points), quality })),
        stripes: pattern ? stripesOf(pattern, whole, outline) : [],
        // a page that shows each better layout of thousands of parts draws them without these
        get parts() {
          parts ??= laid.map((each) => placedPart(each, unitMm, layers));
          return parts;
        },
        remnants: drawn,
        used,
      },
    ];
  });
  const missed = matches.map(
    ({ name, x, y }): MarkerMatch => ({
      name,
      ...(x !== null && x !== undefined && { x: x * unitMm }),
      ...(y !== null && y !== undefined && { y: y * unitMm }),
    }),
  );
  return { sheets, unplaced, gravity, pattern, matches: missed, plainUtilisation };
}

/** Null for plain cloth. */
function patternOf(fabric: ClothPattern | undefined, unitMm: number): ClothPattern | null {
  if (!fabric || (!fabric.repeatX && !fabric.repeatY)) return null;
  const { repeatX, repeatY, offsetX = 0, offsetY = 0 } = fabric;
  return {
    repeatX: repeatX ? repeatX * unitMm : null,
    repeatY: repeatY ? repeatY * unitMm : null,
    offsetX: offsetX * unitMm,
    offsetY: offsetY * unitMm,
  };
}

function layersOf(
  form: 'open' | 'folded' | 'tubular',
  { open = false }: { readonly open?: boolean | undefined },
): 1 | 2 {
  return form === 'open' || open ? 1 : 2;
}

/** The fold of folded cloth, and the second one of tubular cloth. */
function foldsOf({ left, top, right, bottom }: PlaneBox, gravity: Marker['gravity']): [Point, Point][] {
  const isLevel = gravity === 'left' || gravity === 'right';
  const first: [Point, Point] = isLevel
    ? [
        [left, top],
        [right, top],
      ]
    : [
        [left, top],
        [left, bottom],
      ];
  const second: [Point, Point] = isLevel
    ? [
        [left, bottom],
        [right, bottom],
      ]
    : [
        [right, top],
        [right, bottom],
      ];
  return [first, second];
}

interface Laid {
  readonly polygon: MarkerOutline;
  readonly placement: MarkerInput['placements'][number];
}

/** From the points of a part to their places on the sheet, in millimetres. */
function placeOf({ polygon, placement }: Laid, unitMm: number): (point: Point) => Point {
  const { position, rotation, mirrored = false } = placement;
  const [ax, ay] = polygon.origin ?? topLeft(polygon.points);
  const [cos, sin] = turnOf(rotation);
  const side = mirrored ? -1 : 1;
  return ([x, y]) => {
    const [dx, dy] = [side * (x - ax), y - ay];
    return [(position[0] + dx * cos - dy * sin) * unitMm, (position[1] + dx * sin + dy * cos) * unitMm];
  };
}

/** One part after the other: a list of all points of a thousand parts would take longer than their box. */
function* outlinePoints(laid: readonly Laid[], unitMm: number): Generator<Point> {
  for (const each of laid) yield* each.polygon.points.map(placeOf(each, unitMm));
}

function topLeft(points: readonly Point[]): Point {
  const { left, top } = boxOf(points);
  return [left, top];
}

function placedPart(laid: Laid, unitMm: number, layers: 1 | 2): MarkerPart {
  const { polygon, placement } = laid;
  const place = placeOf(laid, unitMm);
  const outline = polygon.points.map(place);
  const holes = (polygon.holes ?? []).map(({ points }) => points.map(place));
  const [from, to] = (polygon.foldLine ?? []).map(place);
  const fold: MarkerPart['fold'] = layers === 2 && from && to ? [from, to] : null;
  const rings = [outline, ...holes].map(ringOf);
  const [outer, ...inner] = rings.map((ring) => Math.abs(signedArea(ring)));
  const onFold = stretchesAtFold({ points: outline, fold }).map(([start, end]) => end - start);
  return {
    id: polygon.id,
    index: placement.index,
    outline,
    holes,
    area: outer! - inner.reduce((sum, hole) => sum + hole, 0),
    perimeter: rings.reduce((sum, ring) => sum + lengthOf(ring), 0) - onFold.reduce((sum, length) => sum + length, 0),
    pieces: layers === 2 && !polygon.foldLine ? 2 : 1,
    quality: polygon.quality ?? null,
    zones: (polygon.zones ?? []).map(({ boundary, quality }) => ({ outline: boundary.points.map(place), quality })),
    matchPoints: (polygon.matchPoints ?? []).map(({ at }) => place(at)),
    fold,
  };
}

/** Cosine and sine; exact at quarter turns, so that straight sheets stay straight. */
function turnOf(degrees: number): [cos: number, sin: number] {
  const quarters = (((degrees / 90) % 4) + 4) % 4;
  if (Number.isInteger(quarters)) return [[1, 0, -1, 0][quarters]!, [0, 1, 0, -1][quarters]!];
  const angle = (degrees * Math.PI) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

function lengthOf(ring: Ring): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += Math.hypot(ring[i]! - ring[j]!, ring[i + 1]! - ring[j + 1]!);
  }
  return sum;
}

function isRectangle(boundary: readonly Point[]): boolean {
  const { left, top, right, bottom } = boxOf(boundary);
  const corners = new Set(boundary.map(([x, y]) => `${x} ${y}`));
  // with three corners it is a triangle with a right angle
  return corners.size === 4 && boundary.every(([x, y]) => (x === left || x === right) && (y === top || y === bottom));
}

/** A rectangle with at least this length over width counts as a roll; sheets of board, metal and hides are shorter. */
const rollLength = 3;

function isLong(boundary: readonly Point[], gravity: Marker['gravity']): boolean {
  const { left, top, right, bottom } = boxOf(boundary);
  const [along, across] =
    gravity === 'left' || gravity === 'right' ? [right - left, bottom - top] : [bottom - top, right - left];
  return along >= rollLength * across;
}

function upToEnd(boundary: readonly Point[], gravity: Marker['gravity'], used: PlaneBox): Point[] {
  const { left, top, right, bottom } = { ...boxOf(boundary), ...usedEnd(gravity, used) };
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** The end of a layout, seen from the side that gravity pushes to. */
function usedEnd(gravity: Marker['gravity'], { left, top, right, bottom }: PlaneBox): Partial<PlaneBox> {
  switch (gravity) {
    case 'left':
      return { right };
    case 'right':
      return { left };
    case 'bottom':
      return { top };
    default:
      return { bottom };
  }
}
