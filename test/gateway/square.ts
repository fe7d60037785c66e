/** The smallest nest request: a square of 10 by 10, and square sheets. */

const corners = (side: number) => [
  [0, 0],
  [side, 0],
  [side, side],
  [0, side],
];

export const square = { id: 'square', points: corners(10) };

export const sheetOf = (side: number) => ({ boundary: { points: corners(side) } });
