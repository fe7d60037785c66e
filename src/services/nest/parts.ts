/** The parts of a marker: copies of drafted pieces, turned along the cloth. */
import type { Point } from '../../geometry/point.js';
import type { GravityDirection, Polyline } from '../../nesting/request.js';
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

/** Every copy as a part, its grain along the axis of gravity. The second part of each mirrored pair is flipped. */
export function partsOf(pieces: readonly GarmentPiece[], gravity: GravityDirection): Polyline[] {
  const axisDegrees = gravity === 'left' || gravity === 'right' ? 0 : 90;
  const parts: Polyline[] = [];
  for (const { piece, order, size, garments } of pieces) {
    const name = size === null ? piece.id : `${piece.id}-${size}`;
    const along = alongGrain(piece, axisDegrees);
    const over = along.map(([x, y]): Point => (axisDegrees === 0 ? [x, -y] : [-x, y]));
    for (let copy = 0; copy < piece.quantity * garments; copy++) {
      const points = piece.mirrored && copy % 2 === 1 ? over : along;
      parts.push({ id: `${order + 1}-${name}-${copy + 1}`, origin: null, points });
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
