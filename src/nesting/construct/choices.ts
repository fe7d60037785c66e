/** The orientations of each shape that are worth trying, for there may be hundreds of them. */

import type { Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import { alignedOrientations } from './aligned-orientations.js';

/** Up to this many orientations of a shape are tried at every step of a construction; fewer of many shapes. */
export const mostChoices = 8;
const mostChoicesOfAll = 200;
/**
 * With more pairs of outlines than these choices give, no-fit polygons of hulls have to do: they take microseconds, where
 * concave ones take most of a millisecond.
 */
const mostConcaveChoices = 100;

export class Choices {
  /** Whether there are so many different outlines that a construction has to be content with a look at few of them. */
  readonly isVaried: boolean;
  readonly #perShape: number;
  readonly #known = new Map<Shape, readonly Variant[]>();

  readonly #problem: Problem;

  /**
   * Of a problem whose outlines nobody has asked for: where they are too varied, hulls take their place. `poll` is called at
   * least every few milliseconds; what it throws ends the preparation.
   */
  constructor(problem: Problem, poll: () => void) {
    this.#problem = problem;
    const { shapes } = problem;
    this.#perShape = Math.min(mostChoices, Math.max(1, Math.floor(mostChoicesOfAll / shapes.length)));
    this.isVaried = shapes.length * Math.min(this.#perShape, mostOrientations(shapes)) > mostConcaveChoices;
    if (!this.isVaried) return;
    for (const shape of shapes) {
      poll();
      shape.useHull();
    }
  }

  /**
   * The orientations of a shape that are worth trying at every step: all of them while they are few, without those that
   * only repeat an outline; else those that lay its edges along the sheet, or some that cover the circle.
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
    const perShape = this.#perShape;
    const problem = this.#problem;
    if (shape.orientations.length > perShape && problem.shapes.length <= mostChoicesOfAll) {
      const orientations = shape.orientations.map((orientation) => problem.orientations[orientation]!);
      const aligned = alignedOrientations(shape.outlines(0).outline, orientations, perShape);
      if (aligned.length > 0) return aligned.map((i) => shape.orientations[i]!);
    }
    return sampled(shape.orientations, perShape);
  }
}

/** A shape in some of its orientations, without those that only repeat an outline. */
export function differing(problem: Problem, shape: Shape, orientations: readonly number[]): readonly Variant[] {
  const all = orientations.map((orientation) => problem.variant(shape, orientation));
  const seen = new Set<string>();
  return all.filter((variant) => {
    if (shape.anchor) return true;
    const key = outlineKey(variant);
    return !seen.has(key) && seen.add(key);
  });
}

function outlineKey({ outline, box }: Variant): string {
  const points: string[] = [];
  for (let i = 0; i < outline.length; i += 2) points.push(`${outline[i]! - box.minX},${outline[i + 1]! - box.minY}`);
  return points.sort().join(' ');
}

/** The most orientations that any of the shapes has. */
export function mostOrientations(shapes: readonly Shape[]): number {
  return shapes.reduce((most, { orientations }) => Math.max(most, orientations.length), 0);
}

/** At most `most` entries, spread over the list, the first one among them. */
export function sampled(list: readonly number[], most: number): readonly number[] {
  if (list.length <= most) return list;
  return Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]!);
}
