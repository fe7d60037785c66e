/** A way to lay an outline: flipped or not (x to -x), then rotated, both about the origin of coordinates. */
export interface Orientation {
  /** From x towards y. */
  readonly degrees: number;
  readonly flipped: boolean;
}
