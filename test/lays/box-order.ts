/** An order of six rectangles, as JSON: its plan is found at once. */

export const rectangle = [
  [0, 0],
  [500, 0],
  [500, 400],
  [0, 400],
];

export const box = {
  lines: [{ quantity: 6, parts: [{ points: rectangle }] }],
  cloths: [{ width: 800 }],
  table: { length: 3000, plies: 10 },
  maximumExecutionTime: 1,
};
