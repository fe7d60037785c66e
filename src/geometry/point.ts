/** A point or a vector of the plane. Each use names its unit and the direction of y. */
export type Point = readonly [x: number, y: number];
