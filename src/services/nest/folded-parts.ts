/**
 * The parts of a marker on folded or tubular cloth. A mirrored pair is cut at once from one outline through both layers. A
 * piece with a fold lies with it on a fold of the cloth, if the rotations allow it. Any other single piece lies on open cloth
 * where the request has some; elsewhere it is cut through both layers, and a warning tells so.
 */
import { difference } from '../../geometry/boolean.js';
import type { Point } from '../../geometry/point.js';
import { boxOf, positive, ringOf, signedArea } from '../../geometry/ring.js';
import type { GravityDirection, NestWarning, Polygon } from '../../nesting/request.js';
import type { Piece } from '../../patterns/draft.js';
import { Fold } from '../../patterns/fold.js';
import {
  alongGrain,
  axisOf,
  copyOf,
  directionOf,
  type GarmentCopy,
  type GarmentPart,
  type GarmentPiece,
  type OneWay,
  partName,
} from './parts.js';

export interface FoldedCloth {
  readonly form: 'folded' | 'tubular';
  /** Whether some bin is open. */
  readonly hasOpenBins: boolean;
  /** Whether it has stripes or checks. */
  readonly isPatterned: boolean;
}

export interface DraftedPiece extends GarmentPiece {
  /** Its place in the request, such as `patterns[0].pieces[2]`. */
  readonly path: string;
}

interface FoldedParts {
  readonly parts: GarmentPart[];
  readonly warnings: NestWarning[];
}

/** A fold that turns off the grain by more than this share of its length cannot lie along the cloth. */
const straightness = 0.002;
/** Points nearer to the fold than this (mm) lie on it. */
const onFold = 0.05;
/** Share of its area by which a symmetric piece may differ from its mirror image. */
const asymmetry = 0.002;
/** Grid units in a millimetre, for areas. */
const gridUnits = 1024;

/** `pieces`: drafted as halves where they have a fold. */
export function foldedParts(
  pieces: readonly DraftedPiece[],
  gravity: GravityDirection,
  oneWay: OneWay,
  cloth: FoldedCloth,
  allowedRotations: readonly number[],
): FoldedParts {
  const parts: GarmentPart[] = [];
  const warnings: NestWarning[] = [];
  const along = allowedRotations.filter(isAlong);
  const isUpright = along.some((degrees) => degrees % 360 === 0);
  const isTurnable = allowedRotations.some((degrees) => allowedRotations.includes((degrees + 180) % 360));
  const mayTurn = isTurnable && oneWay === 'none' && !cloth.isPatterned;
  const across = oneWay === 'none' ? [] : allowedRotations.filter((degrees) => !isAlong(degrees));
  const rotations = across.length > 0 && along.length > 0 ? { allowedRotations: along } : {};
  if (across.length > 0) warnings.push(twoWays(across, along.length > 0));
  let halves = 0;
  for (const drafted of pieces) {
    const { piece, garments } = drafted;
    const count = piece.quantity * garments;
    const way = (copy: number): Partial<Polygon> => ({ ...directionOf(drafted, copy, oneWay), ...rotations });
    const part = (
      name: number,
      points: readonly Point[],
      copies: readonly [GarmentCopy, GarmentCopy?],
      more: Partial<Polygon>,
    ) => {
      const id = partName(drafted, name);
      const polygon = { id, origin: null, points, ...more };
      parts.push({ polygon, piece: drafted, copies: copies.filter((copy) => copy !== undefined) });
    };
    const half = along.length > 0 && piece.foldLine && halfAlong(piece, piece.foldLine, gravity);
    if (half) {
      for (let i = 0; i < count; i++) {
        // The halves of tubular cloth take turns on its two folds.
        const isHigh = cloth.form === 'tubular' && halves++ % 2 === 1;
        // A half that has to lie upside down has its fold at the other side as drawn.
        const side = (point: Point): Point => (isHigh === isUpright ? over(point, gravity) : point);
        const copy = copyOf(piece, i, 'either', (point) => side(half.place(point)));
        part(i, half.points.map(side), [copy], { foldLine: half.foldLine.map(side), ...way(i) });
      }
      continue;
    }
    const whole = piece.foldLine ? opened(piece) : piece;
    const place = alongGrain(whole, axisOf(gravity));
    const points = whole.boundary.slice(0, -1).map(place);
    const symmetry = symmetryOf(points, gravity);
    const isPaired = piece.mirrored || symmetry === 'across' || (symmetry === 'along' && mayTurn);
    const inPairs = isPaired ? Math.floor(count / 2) : 0;
    // The lower layer gives the mirror image: the other one of a pair. A symmetric piece of another garment is no pair.
    const isPair = piece.mirrored || piece.quantity % 2 === 0;
    const below = isPair ? place : (point: Point): Point => acrossTheMiddle(points, place(point), gravity);
    for (let i = 0; i < inPairs; i++) {
      const copies = [copyOf(piece, 2 * i, 'upper', place), copyOf(piece, 2 * i + 1, 'lower', below)] as const;
      part(i, points, copies, way(2 * i));
    }
    const singles = count - 2 * inPairs;
    for (let i = count - singles; i < count; i++) {
      // Of two layers one surplus piece comes off; the cut is the same.
      const more = cloth.hasOpenBins ? { open: true } : {};
      part(i - inPairs, points, [copyOf(piece, i, 'upper', place)], { ...way(i), ...more });
    }
    if (singles > 0 && !cloth.hasOpenBins) warnings.push(surplus(drafted, singles));
  }
  return { parts, warnings };
}

/** Whether a rotation keeps the grain along the cloth. At any other one, a piece of the lower layer lies another way. */
const isAlong = (degrees: number): boolean => degrees % 180 === 0;

/** A warning of rotations in which the two layers of a marker of one way differ. */
function twoWays(across: readonly number[], areLeftOut: boolean): NestWarning {
  const path = 'allowedRotations';
  const effect = areLeftOut ? 'the marker leaves out' : 'the two layers differ at';
  const reason = 'on folded cloth, both layers lie one way (direction) at 0 and 180 degrees alone';
  return { code: 'one_way_on_folds', path, message: `${path}: ${effect} ${across.join(', ')}; ${reason}` };
}

function surplus({ piece, path }: DraftedPiece, singles: number): NestWarning {
  const pieces = singles === 1 ? 'a single piece' : `${singles} single pieces`;
  const message =
    `${path}: "${piece.name}" is ${pieces} without a fold along the cloth, and is cut through both layers; ` +
    'an open bin would take it in one layer';
  return { code: 'cut_in_both_layers', path, message };
}

/** The half of a piece with its fold along the cloth, at the side of the smaller coordinate; null where it cannot lie so. */
function halfAlong(
  piece: Piece,
  foldLine: readonly [Point, Point],
  gravity: GravityDirection,
): { points: Point[]; foldLine: Point[]; place: (point: Point) => Point } | null {
  const across = axisOf(gravity) === 0 ? 1 : 0;
  const turnOf = (line: readonly [Point, Point]): number =>
    Math.atan2(line[1][1] - line[0][1], line[1][0] - line[0][0]);
  const grain = piece.grainline ? turnOf(piece.grainline) : (axisOf(gravity) * Math.PI) / 180;
  // The fold takes the place of the grain, in the grain's direction.
  const fold = turnOf(foldLine);
  const isAgainst = Math.cos(fold - grain) < 0;
  if (Math.abs(Math.sin(fold - grain)) > straightness) return null;
  const grainline = isAgainst ? ([foldLine[1], foldLine[0]] as const) : foldLine;
  const turn = alongGrain({ grainline }, axisOf(gravity));
  const along = piece.boundary.slice(0, -1).map(turn);
  const line = foldLine.map(turn);
  const at = (line[0]![across] + line[1]![across]) / 2;
  const aside = along.map((point) => point[across] - at);
  const isBelow = Math.max(...aside) < -Math.min(...aside);
  const placed = (drawn: Point): Point => {
    const point = turn(drawn);
    const off = isBelow ? at - point[across] : point[across] - at;
    const own: [number, number] = [point[0], point[1]];
    own[across] = Math.abs(off) <= onFold ? 0 : off;
    return own;
  };
  const points = piece.boundary.slice(0, -1).map(placed);
  return points.every((point) => point[across] >= 0) ? { points, foldLine: foldLine.map(placed), place: placed } : null;
}

/** The mirror image across the cloth. */
const over = ([x, y]: Point, gravity: GravityDirection): Point => (axisOf(gravity) === 0 ? [x, -y] : [-x, y]);

/** The whole of a piece that was drafted as a half. */
function opened(piece: Piece): Pick<Piece, 'boundary' | 'grainline'> {
  const half = piece.boundary.slice(0, -1);
  const fold = new Fold(...piece.foldLine!, half);
  const [whole = half] = fold.unfold(fold.half(half) ?? half).outers;
  return { boundary: [...whole, whole[0]!], grainline: piece.grainline };
}

/** A point mirrored across the cloth about the middle of an outline. */
function acrossTheMiddle(points: readonly Point[], [x, y]: Point, gravity: GravityDirection): Point {
  const { minX, minY, maxX, maxY } = boxOf(ringOf(points));
  return axisOf(gravity) === 0 ? [x, minY + maxY - y] : [minX + maxX - x, y];
}

/**
 * Whether an outline is its own mirror image, so that both layers give the same piece. Mirrored along the cloth, the piece
 * of the lower layer lies upside down.
 */
function symmetryOf(points: readonly Point[], gravity: GravityDirection): 'across' | 'along' | null {
  const ring = positive(ringOf(points).map((v) => Math.round(v * gridUnits)));
  const { minX, minY, maxX, maxY } = boxOf(ring);
  const isSame = (mirror: (v: number, i: number) => number): boolean => {
    const outside = difference([ring], [positive(ring.map(mirror))]);
    return outside.reduce((sum, one) => sum + signedArea(one), 0) <= asymmetry * signedArea(ring);
  };
  const inX = (v: number, i: number): number => (i % 2 === 0 ? minX + maxX - v : v);
  const inY = (v: number, i: number): number => (i % 2 === 0 ? v : minY + maxY - v);
  const [along, across] = axisOf(gravity) === 0 ? [inX, inY] : [inY, inX];
  return isSame(across) ? 'across' : isSame(along) ? 'along' : null;
}
