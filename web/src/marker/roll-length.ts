/** The length of a roll that is as good as endless. All lengths are in the unit of the request. */
import { boxOf } from '../pattern/arrange.js';

export interface LaidOutline {
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly copies: number;
  /** Distance to all other parts, where it is larger than theirs. */
  readonly spacing?: number | undefined;
}

interface Laying {
  readonly distance: number;
  readonly edge: number;
  /** Of a pattern along the roll; 0: none. */
  readonly repeat: number;
  /** The end of the last keep-out. */
  readonly keptOff: number;
}

/** It fits all parts one behind the other behind the keep-outs, at any rotation and from the next repeat on. */
export function rollLength(outlines: readonly LaidOutline[], { distance, edge, repeat, keptOff }: Laying): number {
  const room = outlines.reduce((sum, { points, copies, spacing = 0 }) => {
    const { width, height } = boxOf(points);
    return sum + copies * (1.05 * Math.hypot(width, height) + Math.max(distance, spacing) + 2 * edge + repeat);
  }, keptOff);
  return Math.max(Math.ceil(room), 1);
}
