/** Positions of reference points in search units and angle indices. */
export interface Arrangement {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly turn: Int32Array;
}
