/** The arrays of one call of the predictor. */
import { N } from './conditional.js';
import { pieceCount } from './residual.js';

/** Predictions for several people, row-major [rows, N], metric. */
export interface Predictions {
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Squared Mahalanobis distance of the known values, [rows]. */
  readonly distance: Float64Array;
}

/** Arrays for up to `rows` people, kept between calls: new ones cost more than clearing and filling old ones. */
export class Workspace implements Predictions {
  readonly rows: number;
  /** Outputs of the network's first layer, [rows, width]. */
  readonly hidden: Float32Array;
  readonly expected: Float64Array;
  /** The part of the weight's surprise in each piece, [rows, pieceCount]. */
  readonly parts: Float64Array;
  readonly distance: Float64Array;
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly z = new Float64Array(N);
  readonly judged = new Float64Array(N);
  readonly y = new Float64Array(N);
  readonly score = new Float64Array(N);

  constructor(rows: number, width: number) {
    this.rows = rows;
    this.hidden = new Float32Array(rows * width);
    this.expected = new Float64Array(rows * N);
    this.parts = new Float64Array(rows * pieceCount);
    this.distance = new Float64Array(rows);
    this.value = new Float64Array(rows * N);
    this.low = new Float64Array(rows * N);
    this.high = new Float64Array(rows * N);
  }

  /** Clears the rows of the first `rows` people. */
  clear(rows: number): void {
    const { hidden, expected, parts, distance, value, low, high, z, judged, y, score } = this;
    const ofRows = [hidden, expected, parts, distance, value, low, high];
    for (const array of ofRows) array.fill(0, 0, (array.length / this.rows) * rows);
    for (const array of [z, judged, y, score]) array.fill(0);
  }
}
