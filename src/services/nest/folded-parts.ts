/**
 * The parts of a marker on folded or tubular cloth. A mirrored pair is cut at once from one outline through both layers. A
 * piece with a fold lies with it on a fold of the cloth. Any other single piece lies on open cloth where the request has
 * some; elsewhere it is cut through both layers, and a warning tells so.
 */
import { difference } from '../../geometry/boolean.js';
import type { Point } from '../../geometry/point.js';
import { boxOf, positive, ringOf, signedArea } from '../../geometry/ring.js';
import type { GravityDirection, NestWarning, Polygon } from '../../nesting/request.js';
import type { Piece } from '../../patterns/draft.js';
import { Fold } from '../../patterns/fold.js';
import { alongGrain, axisOf, directionOf, type GarmentPiece, type OneWay, partName } from './parts.js';

export interface FoldedCloth {
  readonly form: 'folded' | 'tubular';
  /** Whether some bin is open. */
  readonly hasOpenBins: boolean;
}

export interface DraftedPiece extends GarmentPiece {
  /** Its place in the request, such as `patterns[0].pieces[2]`. */
  readonly path: string;
}

interface FoldedParts {
  readonly parts: Polygon[];
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
  const parts: Polygon[] = [];
  const warnings: NestWarning[] = [];
  let halves = 0;
  for (const drafted of pieces) {
    const { piece, garments } = drafted;
    const copies = piece.quantity * garments;
    /** `first`: the first of the copies of the piece that the part gives. */
    const part = (points: readonly Point[], copy: number, first: number, more: Partial<Polygon> = {}): void => {
      const id = partName(drafted, copy);
      parts.push({ id, origin: null, points, ...directionOf(drafted, first, oneWay), ...more });
    };
    const half = piece.foldLine && halfAlong(piece, piece.foldLine, gravity);
    if (half) {
      for (let copy = 0; copy < copies; copy++) {
        // The halves of tubular cloth take turns on its two folds.
        const isHigh = cloth.form === 'tubular' && halves++ % 2 === 1;
        const side = (points: readonly Point[]): Point[] =>
          points.map((point) => (isHigh ? over(point, gravity) : point));
        // Halves lie along the cloth, whatever other pieces may do.
        const isAllowed = allowedRotations.some((degrees) => degrees % 360 === 0);
        const foldLine = side(half.foldLine);
        if (isAllowed) part(side(half.points), copy, copy, { foldLine });
        else
          parts.push({
            id: partName(drafted, copy),
            origin: null,
            points: side(half.points),
            foldLine,
            allowedRotations: [0],
          });
      }
      continue;
    }
    const points = laidAlong(piece.foldLine ? opened(piece) : piece, gravity);
    const inPairs = piece.mirrored || isSymmetric(points) ? Math.floor(copies / 2) : 0;
    for (let copy = 0; copy < inPairs; copy++) part(points, copy, 2 * copy);
    const singles = copies - 2 * inPairs;
    for (let copy = 0; copy < singles; copy++) {
      // Of two layers one surplus piece comes off; the cut is the same.
      part(points, inPairs + copy, 2 * inPairs + copy, cloth.hasOpenBins ? { open: true } : {});
    }
    if (singles > 0 && !cloth.hasOpenBins) warnings.push(surplus(drafted, singles));
  }
  return { parts, warnings };
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
): { points: Point[]; foldLine: Point[] } | null {
  const across = axisOf(gravity) === 0 ? 1 : 0;
  const turnOf = (line: readonly [Point, Point]): number =>
    Math.atan2(line[1][1] - line[0][1], line[1][0] - line[0][0]);
  const grain = piece.grainline ? turnOf(piece.grainline) : (axisOf(gravity) * Math.PI) / 180;
  // The fold takes the place of the grain, in the grain's direction.
  const fold = turnOf(foldLine);
  const isAgainst = Math.cos(fold - grain) < 0;
  if (Math.abs(Math.sin(fold - grain)) > straightness) return null;
  const grainline = isAgainst ? ([foldLine[1], foldLine[0]] as const) : foldLine;
  const along = laidAlong({ ...piece, grainline }, gravity);
  const line = laidAlong({ boundary: [...foldLine, foldLine[0]], grainline }, gravity);
  const at = (line[0]![across] + line[1]![across]) / 2;
  const aside = along.map((point) => point[across] - at);
  const isBelow = Math.max(...aside) < -Math.min(...aside);
  const placed = (point: Point): Point => {
    const off = isBelow ? at - point[across] : point[across] - at;
    const own: [number, number] = [point[0], point[1]];
    own[across] = Math.abs(off) <= onFold ? 0 : off;
    return own;
  };
  const points = along.map(placed);
  return points.every((point) => point[across] >= 0) ? { points, foldLine: line.map(placed) } : null;
}

/** The outline of a piece with its grain along the cloth. */
function laidAlong({ boundary, grainline }: Pick<Piece, 'boundary' | 'grainline'>, gravity: GravityDirection): Point[] {
  return boundary.slice(0, -1).map(alongGrain({ grainline }, axisOf(gravity)));
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

/** Whether a piece is its own mirror image along or across the cloth, so that both layers give the same piece. */
function isSymmetric(points: readonly Point[]): boolean {
  const ring = positive(ringOf(points).map((v) => Math.round(v * gridUnits)));
  const { minX, minY, maxX, maxY } = boxOf(ring);
  return [
    (v: number, i: number): number => (i % 2 === 0 ? minX + maxX - v : v),
    (v: number, i: number): number => (i % 2 === 0 ? v : minY + maxY - v),
  ].some((mirror) => {
    const outside = difference([ring], [positive(ring.map(mirror))]);
    return outside.reduce((sum, one) => sum + signedArea(one), 0) <= asymmetry * signedArea(ring);
  });
}
