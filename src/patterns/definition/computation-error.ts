/** Failures at certain values, with their place in the document: the innermost place that is known. */
import { AbsentEdgeError } from './compile-formula.js';
import { FormulaError } from './formula.js';
import { GeometryError } from './operation.js';

/** The reason why a computation failed at certain values, with the place in the document. */
export class ComputationError extends Error {
  override readonly name = 'ComputationError';
  readonly place: string;
  /** Without the place. */
  readonly reason: string;

  constructor(place: string, cause: Error) {
    super(`${place}: ${cause.message}`, { cause });
    this.place = place;
    this.reason = cause.message;
  }
}

/** Runs a part of a draft; its failure gets the place, unless a part within it has given one. */
export function atPlace<T>(place: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    // its seam or measurement is left out
    if (error instanceof AbsentEdgeError) throw error;
    if (error instanceof GeometryError || error instanceof FormulaError) throw new ComputationError(place, error);
    throw error;
  }
}
