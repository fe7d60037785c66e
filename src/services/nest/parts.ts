/** The parts of a marker: copies of drafted pieces, turned along the cloth. */
import type { Point } from '../../geometry/point.js';
import type { GravityDirection, NamedPoint, Polygon } from '../../nesting/request.js';
import type { Piece, PieceMatch } from '../../patterns/draft.js';

/** A piece of a garment. */
export interface GarmentPiece {
  readonly piece: Piece;
  /** Of the garment in its order list, from 0. */
  readonly order: number;
  /** Null: the order has no sizes. */
  readonly size: string | null;
  /** Copies of the garment. */
  readonly garments: number;
  /** Of the draft of the garment. */
  readonly matches: readonly PieceMatch[];
}

/** The pieces that take the same one of the allowed rotations. */
export type OneWay = 'none' | 'garment' | 'marker';

/** A part, and the copies of a piece that it gives: one, or two from the two layers of folded cloth. */
export interface GarmentPart {
  readonly polygon: Polygon;
  readonly piece: GarmentPiece;
  readonly copies: readonly GarmentCopy[];
}

/** The layer that gives a copy; `either`: both layers hold it, as of a half part on the fold. */
export type Layer = 'upper' | 'lower' | 'either';

export interface GarmentCopy {
  /** Of the copies of its garment, from 0. */
  readonly garment: number;
  /** Of the copies of its piece in a garment, from 0. */
  readonly copy: number;
  readonly layer: Layer;
  /** From the drawing of the piece to the part: for the lower layer, to the place above it. */
  readonly place: (point: Point) => Point;
}

/**
 * Every copy as a part, its grain along the axis of gravity, upright pieces all the same way up. The second part of each
 * mirrored pair of a garment is flipped across its grain, so that both lie the same way.
 */
export function garmentParts(
  pieces: readonly GarmentPiece[],
  gravity: GravityDirection,
  oneWay: OneWay,
): GarmentPart[] {
  const axisDegrees = axisOf(gravity);
  const parts: GarmentPart[] = [];
  for (const garmentPiece of pieces) {
    const { piece, garments } = garmentPiece;
    const turn = alongGrain(piece, axisDegrees);
    const over = ([x, y]: Point): Point => (axisDegrees === 0 ? [x, -y] : [-x, y]);
    const flipped = (point: Point): Point => over(turn(point));
    const drawn = piece.boundary.slice(0, -1);
    const [points, pointsOver] = [drawn.map(turn), drawn.map(flipped)];
    for (let i = 0; i < piece.quantity * garments; i++) {
      const isOver = piece.mirrored && (i % piece.quantity) % 2 === 1;
      const polygon = {
        id: partName(garmentPiece, i),
        origin: null,
        points: isOver ? pointsOver : points,
        ...directionOf(garmentPiece, i, oneWay),
      };
      parts.push({ polygon, piece: garmentPiece, copies: [copyOf(piece, i, 'upper', isOver ? flipped : turn)] });
    }
  }
  return parts;
}

/** @param i of all copies of the piece, from 0 */
export function copyOf({ quantity }: Piece, i: number, layer: Layer, place: GarmentCopy['place']): GarmentCopy {
  const copy = i % quantity;
  return { garment: (i - copy) / quantity, copy, layer, place };
}

/** The direction group of a copy, from 0, of a piece. */
export function directionOf({ piece, order, size }: GarmentPiece, copy: number, oneWay: OneWay): Partial<Polygon> {
  if (oneWay === 'none') return {};
  if (oneWay === 'marker') return { directionGroup: 'marker' };
  return { directionGroup: `${order + 1}${size === null ? '' : `-${size}`}-${Math.floor(copy / piece.quantity) + 1}` };
}

/** The name of a copy, from 0, of a piece. */
export function partName({ piece, order, size }: GarmentPiece, copy: number): string {
  const name = size === null ? piece.id : `${piece.id}-${size}`;
  return `${order + 1}-${name}-${copy + 1}`;
}

/** Degrees of the axis of gravity. */
export const axisOf = (gravity: GravityDirection): 0 | 90 => (gravity === 'left' || gravity === 'right' ? 0 : 90);

/** The parts alone, for plain cloth. */
export const partsOf = (
  pieces: readonly Omit<GarmentPiece, 'matches'>[],
  gravity: GravityDirection,
  oneWay: OneWay,
): Polygon[] =>
  garmentParts(
    pieces.map((piece) => ({ ...piece, matches: [] })),
    gravity,
    oneWay,
  ).map(({ polygon }) => polygon);

/** The turn that gives the grainline the angle of the axis. A line drawn upwards is the same grain as one downwards. */
export function alongGrain({ grainline }: Pick<Piece, 'grainline'>, axisDegrees: number): (point: Point) => Point {
  if (grainline === null) return (point) => point;
  const [[x0, y0], [x1, y1]] = grainline;
  const isUpwards = y1 < y0 || (y1 === y0 && x1 < x0);
  const turn = (axisDegrees * Math.PI) / 180 - Math.atan2(y1 - y0, x1 - x0) + (isUpwards ? Math.PI : 0);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return ([x, y]) => [x * cos - y * sin, x * sin + y * cos];
}

/** The part with its match points. */
export const withMatchPoints = (
  { polygon }: Pick<GarmentPart, 'polygon'>,
  matchPoints: readonly NamedPoint[],
): Polygon => (matchPoints.length === 0 ? polygon : { ...polygon, matchPoints });
