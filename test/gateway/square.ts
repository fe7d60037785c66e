/** The smallest nest request: a square of 10 by 10, and square sheets. */
import { rectangle } from '../rectangle.js';

export const square = { id: 'square', points: rectangle(10, 10) };

export const sheetOf = (side: number) => ({ boundary: { points: rectangle(side, side) } });
