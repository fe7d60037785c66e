/** Where the points of a grid lie on one axis: at origin + k step for every whole number k. */
export interface GridAxis {
  readonly origin: number;
  /** Positive. */
  readonly step: number;
}
