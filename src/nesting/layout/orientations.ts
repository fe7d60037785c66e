/** The distinct orientations of a problem. */

import type { Orientation } from '../../geometry/orientation.js';
import { normalDegrees } from '../../geometry/rotation.js';
import type { Polygon } from '../request.js';

/** Collects orientations, each once; rotations are equal modulo 360. */
export class Orientations {
  readonly list: Orientation[] = [];
  readonly #indices = new Map<string, number>();

  index(degrees: number, flipped: boolean): number {
    const key = `${normalDegrees(degrees)}${flipped ? ' flipped' : ''}`;
    let index = this.#indices.get(key);
    if (index === undefined) {
      index = this.list.push({ degrees, flipped }) - 1;
      this.#indices.set(key, index);
    }
    return index;
  }

  /** The orientations of a polygon, each once: all its rotations unflipped, then flipped. */
  of(polygon: Polygon, allowedRotations: readonly number[]): number[] {
    return this.ofAll(polygon, polygon.allowedRotations ?? allowedRotations);
  }

  ofAll(polygon: Polygon, rotations: readonly number[]): number[] {
    const sides = polygon.mirror ? [false, true] : [false];
    return [...new Set(sides.flatMap((flipped) => rotations.map((degrees) => this.index(degrees, flipped))))];
  }
}
