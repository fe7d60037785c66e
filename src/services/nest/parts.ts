/** The parts of a marker: copies of drafted pieces, turned along the cloth. */
import type { Point } from '../../geometry/point.js';
import type { GravityDirection, Polygon } from '../../nesting/request.js';
import type { Piece } from '../../patterns/draft.js';

/** A piece of a garment. */
export interface GarmentPiece {
  readonly piece: Piece;
  /** Of the garment in its order list, from 0. */
  readonly order: number;
  /** Null: the order has no sizes. */
  readonly size: string | null;
  /** Copies of the garment. */
  readonly garments: number;
}

/** The pieces that take the same one of the allowed rotations. */
export type OneWay = 'none' | 'garment' | 'marker';

/**
 * Every copy as a part, its grain along the axis of gravity. The second part of each mirrored pair of a garment is
 * flipped across its grain, so that both lie the same way.
 */
export function partsOf(pieces: readonly GarmentPiece[], gravity: GravityDirection, oneWay: OneWay): Polygon[] {
  const axisDegrees = gravity === 'left' || gravity === 'right' ? 0 : 90;
  const parts: Polygon[] = [];
  for (const { piece, order, size, garments } of pieces) {
    const name = size === null ? piece.id : `${piece.id}-${size}`;
    const along = alongGrain(piece, axisDegrees);
    const over = along.map(([x, y]): Point => (axisDegrees === 0 ? [x, -y] : [-x, y]));
    for (let copy = 0; copy < piece.quantity * garments; copy++) {
      const ofGarment = copy % piece.quantity;
      const points = piece.mirrored && ofGarment % 2 === 1 ? over : along;
      const garment = `${order + 1}${size === null ? '' : `-${size}`}-${(copy - ofGarment) / piece.quantity + 1}`;
      const directionGroup = { none: null, garment, marker: 'marker' }[oneWay];
      parts.push({
        id: `${order + 1}-${name}-${copy + 1}`,
        origin: null,
        points,
        ...(directionGroup && { directionGroup }),
      });
    }
  }
  return parts;
}

/** The boundary, turned so that the grainline has the angle of the axis. */
function alongGrain({ boundary, grainline }: Piece, axisDegrees: number): Point[] {
  const open = boundary.slice(0, -1);
  if (grainline === null) return open;
  const [[x0, y0], [x1, y1]] = grainline;
  const turn = (axisDegrees * Math.PI) / 180 - Math.atan2(y1 - y0, x1 - x0);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return open.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
}
