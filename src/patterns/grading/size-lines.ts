/** Lines that tell the sizes of a nested drawing apart, also in a copy in black and white. */

/** Strokes and gaps in mm; sizes take one after the other, then again with wider lines. */
const dashes: readonly (readonly number[])[] = [
  [12, 3],
  [6, 3],
  [2, 2],
  [14, 3, 2, 3],
  [14, 3, 2, 3, 2, 3],
  [6, 2, 2, 2],
  [20, 5],
  [9, 3, 9, 3, 2, 3],
];

/** @param place of the size among those with dashes */
export const dashesOf = (place: number): readonly number[] => dashes[place % dashes.length]!;

/** How often the dashes before this place have come already. */
export const roundOf = (place: number): number => Math.floor(place / dashes.length);
