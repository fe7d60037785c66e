/** The orientations of a set of shapes, and the differences between them, on which no-fit polygons depend. */

import type { Orientation } from '../../geometry/orientation.js';
import { normalDegrees } from '../../geometry/rotation.js';
import type { ItemType } from './items.js';

export interface Orientations {
  /** Every orientation once. */
  readonly orientations: readonly Orientation[];
  /** Their degrees. */
  readonly angles: readonly number[];
  /** The index of the difference of two orientations: differenceOf[from * orientations.length + to]. */
  readonly differenceOf: Int32Array;
  /** The degrees between the two orientations of each difference. */
  readonly differences: readonly number[];
  /** The flips of both, for each difference. */
  readonly flips: readonly { readonly first: boolean; readonly second: boolean }[];
}

/** The orientations of a type, in the order of its rotations. */
export function orientationsOf({ rotations, flipped }: Pick<ItemType, 'rotations' | 'flipped'>): Orientation[] {
  return rotations.map((degrees, i) => ({ degrees, flipped: flipped?.[i] ?? false }));
}

/** Place of an orientation in a list of normal ones, modulo 360 degrees; -1: not among them. */
export function indexOfOrientation(orientations: readonly Orientation[], { degrees, flipped }: Orientation): number {
  const normal = normalDegrees(degrees);
  return orientations.findIndex((own) => own.flipped === flipped && own.degrees === normal);
}

/** The place of an orientation among those of a type; -1: not among them. */
export function choiceOf(own: readonly Orientation[], orientation: Orientation): number {
  return own.findIndex((each) => indexOfOrientation([orientation], each) === 0);
}

/** The distinct ones of some orientations, in their order, and the differences between them. */
export function orientationsAmong(given: Iterable<Orientation>): Orientations {
  const byKey = new Map<string, Orientation>();
  for (const { degrees, flipped } of given) {
    const normal = normalDegrees(degrees);
    const key = `${normal} ${flipped}`;
    if (!byKey.has(key)) byKey.set(key, { degrees: normal, flipped });
  }
  const orientations = [...byKey.values()];
  const differences: number[] = [];
  const flips: { first: boolean; second: boolean }[] = [];
  const known = new Map<string, number>();
  const differenceOf = new Int32Array(orientations.length ** 2);
  for (const [i, from] of orientations.entries()) {
    for (const [k, to] of orientations.entries()) {
      const degrees = normalDegrees(Math.round((to.degrees - from.degrees) * 1e9) / 1e9);
      const key = `${degrees} ${from.flipped} ${to.flipped}`;
      let index = known.get(key);
      if (index === undefined) {
        index = differences.length;
        differences.push(degrees);
        flips.push({ first: from.flipped, second: to.flipped });
        known.set(key, index);
      }
      differenceOf[i * orientations.length + k] = index;
    }
  }
  return { orientations, angles: orientations.map(({ degrees }) => degrees), differenceOf, differences, flips };
}
