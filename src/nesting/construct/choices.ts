/** Chooses the orientations of each shape to try, since there may be hundreds. */

import type { Ring } from '../../geometry/ring.js';
import type { Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import { alignedOrientations } from './aligned-orientations.js';

/** A construction tries at most this many orientations of a shape at every step; fewer when there are many shapes. */
export const mostChoices = 8;
const mostChoicesOfAll = 200;
/**
 * With more choices than this, hulls replace concave outlines: a no-fit polygon of hulls takes microseconds, a concave
 * one most of a millisecond.
 */
const mostConcaveChoices = 100;

export class Choices {
  /** Whether the outlines are so many that a construction looks at few earlier parts for each new one. */
  readonly isVaried: boolean;
  /** At most this many orientations of a shape. */
  readonly perShape: number;
  readonly #known = new Map<Shape, readonly Variant[]>();

  readonly #problem: Problem;

  /**
   * Must run before any outline of the problem is made: hulls replace outlines that are too varied. Calls `poll` at
   * least every few milliseconds; an error from it ends the preparation.
   */
  constructor(problem: Problem, poll: () => void) {
    this.#problem = problem;
    const { shapes } = problem;
    this.perShape = Math.min(mostChoices, Math.max(1, Math.floor(mostChoicesOfAll / shapes.length)));
    this.isVaried = shapes.length * Math.min(this.perShape, mostOrientations(shapes)) > mostConcaveChoices;
    if (!this.isVaried) return;
    for (const shape of shapes) {
      poll();
      shape.useHull();
    }
  }

  /**
   * The orientations of a shape to try at every step, without repeated outlines: all of them while they are few. Else
   * the best aligned ones, or some spread around the circle.
   */
  of(shape: Shape): readonly Variant[] {
    let choices = this.#known.get(shape);
    if (!choices) {
      choices = differing(this.#problem, shape, this.#someOrientations(shape));
      this.#known.set(shape, choices);
    }
    return choices;
  }

  #someOrientations(shape: Shape): readonly number[] {
    if (this.#problem.shapes.length > mostChoicesOfAll) return sampled(shape.orientations, this.perShape);
    return bestOrientations(this.#problem, shape, shape.outlines(0).outline, this.perShape);
  }
}

/** At most `most` orientations of a shape: those that align the outline best, or some spread around the circle. */
export function bestOrientations(problem: Problem, shape: Shape, outline: Ring, most: number): readonly number[] {
  if (shape.orientations.length <= most) return shape.orientations;
  const orientations = shape.orientations.map((orientation) => problem.orientations[orientation]!);
  const aligned = alignedOrientations(outline, orientations, most);
  if (aligned.length > 0) return aligned.map((i) => shape.orientations[i]!);
  return sampled(shape.orientations, most);
}

/** A shape in some of its orientations, without repeated outlines. */
export function differing(problem: Problem, shape: Shape, orientations: readonly number[]): readonly Variant[] {
  const all = orientations.map((orientation) => problem.variant(shape, orientation));
  const seen = new Set<string>();
  return all.filter((variant) => {
    if (shape.anchor) return true;
    const key = outlineKey(variant);
    return !seen.has(key) && seen.add(key);
  });
}

function outlineKey({ outline, box, fold }: Variant): string {
  const points: string[] = [fold ?? ''];
  for (let i = 0; i < outline.length; i += 2) points.push(`${outline[i]! - box.minX},${outline[i + 1]! - box.minY}`);
  return points.sort().join(' ');
}

/** The largest number of orientations of a shape. */
export function mostOrientations(shapes: readonly Shape[]): number {
  return shapes.reduce((most, { orientations }) => Math.max(most, orientations.length), 0);
}

/** At most `most` entries, spread over the list, including the first. */
export function sampled(list: readonly number[], most: number): readonly number[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}
