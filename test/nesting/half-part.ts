/** A half part of a garment, for folded cloth. */
import type { Polygon } from '../../src/nesting/request.js';
import { part } from './nest.js';

/** A half of a piece, whose fold line is its upper side. */
export const halfPart: Polygon = {
  ...part([
    [0, 0],
    [60, 0],
    [52, 30],
    [10, 34],
  ]),
  foldLine: [
    [0, 0],
    [60, 0],
  ],
};
