/** Curves made of given Bézier pieces. */
import type { Cubic } from '../../geometry/cubic.js';
import { Curve } from '../../geometry/curve.js';
import { GeometryError, type Operation, operation } from './operation.js';

export const chainOperations: Readonly<Record<string, Operation<Curve>>> = {
  /** A chain of cubic Béziers: an end, two handles, an end, two handles, an end, and so on. */
  cubics: operation({ through: 'points' }, ({ through }) => {
    if (through.length % 3 !== 1)
      throw new GeometryError(`needs an end and then three points for each cubic, not ${through.length} points`);
    const cubics: Cubic[] = [];
    for (let i = 0; i + 3 < through.length; i += 3) {
      const [from, c1, c2, to] = through.slice(i, i + 4);
      cubics.push([...from!, ...c1!, ...c2!, ...to!]);
    }
    return new Curve(cubics);
  }),
};
