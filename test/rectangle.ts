/** The corners of a rectangle whose lowest corner is at (x, y), against the clock. */
export const rectangle = (width: number, height: number, x = 0, y = 0): [x: number, y: number][] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];
