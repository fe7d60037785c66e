/** The lines that a cutter follows, in millimetres. */
import type { Point } from '../../../geometry/point.js';

export interface CutLine {
  /** Vertices; a closed line does not repeat the first one. */
  readonly points: readonly Point[];
  readonly closed: boolean;
  /** Index of its loop in `CutLoops.loops`. */
  readonly loop: number;
}

/** One closed line around a part, or around an opening of it. */
export interface CutLoop {
  readonly points: readonly Point[];
  /** Index into the parts of the sheet. */
  readonly part: number;
  /** The loop that has to wait for this one: it lies around it. Null: nothing lies around it. */
  readonly around: number | null;
  /** The fold of the cloth that its part goes on beyond: the loop is cut on the side of the part alone. */
  readonly fold: readonly [Point, Point] | null;
}

export interface CuttingSettings {
  /** Width of the cut, mm: the tool moves half of it outside of a part. Default 0. */
  readonly kerf?: number | undefined;
  /** Whether a line that two parts share is cut once. Default true. */
  readonly commonLines?: boolean | undefined;
  /** Speed of the tool along a cut, mm/s. Without it no time is told. */
  readonly feed?: number | undefined;
  /** Speed of the tool between two cuts, mm/s. Default: the feed. */
  readonly travel?: number | undefined;
  /** Time to start a cut, s: to pierce, or to lower a knife. Default 0. */
  readonly startSeconds?: number | undefined;
}

/** Length of a line, mm. */
export function lengthOf({ points, closed }: Pick<CutLine, 'points' | 'closed'>): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++) sum += distance(points[i - 1]!, points[i]!);
  return closed && points.length > 1 ? sum + distance(points.at(-1)!, points[0]!) : sum;
}

export const distance = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);
