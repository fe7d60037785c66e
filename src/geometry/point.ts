/** A point or a vector of the plane. Its unit, and whether y goes up or down, is said where it is used. */
export type Point = readonly [x: number, y: number];
