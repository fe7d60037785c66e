/**
 * No-fit polygons at angles that each serve one layout. An outline is shrunk once and then rotated, where the search,
 * which needs few angles, shrinks it at each of them.
 */

import { fixedOutline, movingOutline, noFitOfOutlines } from '../../geometry/no-fit-polygon.js';
import { unflipped } from '../../geometry/orientation.js';
import type { Ring } from '../../geometry/ring.js';
import { rotated } from '../../geometry/rotation.js';
import type { SumOutline } from '../../geometry/sum-outline.js';
import { Costs } from './costs.js';
import { growthBetween, NoFitPolygons, remembered, spacedOutline } from './no-fit-polygons.js';
import { gridOutline, type ShapeSet } from './shapes.js';

const byteLimit = 96e6;

export class TurnedPolygons extends NoFitPolygons {
  readonly #rings = new Map<string, Ring>();
  readonly #still = new Map<string, SumOutline>();

  constructor(shapes: ShapeSet, poll: () => void) {
    super(shapes, byteLimit, poll, new Costs());
  }

  protected override rings(typeA: number, typeB: number, difference: number): Ring[] {
    const { types, differences } = this.shapes;
    const growth = growthBetween(types[typeA]!, types[typeB]!);
    const ring = (type: number): Ring =>
      remembered(this.#rings, `${type} ${growth}`, () =>
        gridOutline(spacedOutline(types[type]!.outline, growth), unflipped(0)),
      );
    const fixed = remembered(this.#still, `${typeA} ${growth}`, () => fixedOutline(ring(typeA)));
    return noFitOfOutlines(fixed, movingOutline(rotated(ring(typeB), differences[difference]!).map(Math.round)));
  }
}
