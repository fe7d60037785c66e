/** Positions of reference points in search units, and orientations: indices into `ShapeSet.orientations`. */
export interface Arrangement {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly orientation: Int32Array;
}
