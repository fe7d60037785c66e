/** The rules of direction groups: the parts of one share their rotations, and its locked parts lie in one of them. */

import type { FieldProblem } from '../../errors.js';
import { degreesBetween, directionGroups, distinct, isSame, nearest } from '../layout/directions.js';
import { tiltRounding, toleranceOf } from '../layout/tilt.js';
import type { NestRequest, Polygon } from '../request.js';

export function directionProblems(request: NestRequest): FieldProblem[] {
  const { polygons, locked = [] } = request;
  const rotationsOf = ({ allowedRotations = request.allowedRotations }: Polygon) => distinct(allowedRotations);
  return directionGroups(request).flatMap(({ name, rotations, members }): FieldProblem[] => {
    const [first, ...others] = members;
    const group = `the direction group ${JSON.stringify(name)}`;
    const mismatches = others
      .filter((index) => !areSame(rotationsOf(polygons[index]!), rotations))
      .map((index): FieldProblem => {
        const path = `polygons[${index}].allowedRotations`;
        const message = `${path} differs from that of polygons[${first}]: the parts of ${group} must share their rotations`;
        return { path, code: 'direction_group_mismatch', message };
      });
    const own = new Set(members);
    const held = locked.flatMap(({ index, rotation }, i) => (own.has(index) ? [{ i, index, rotation }] : []));
    const directions = held.map(({ rotation }) => nearest(rotations, rotation));
    const conflicts = held.flatMap(({ i, index, rotation }, k): FieldProblem[] => {
      const path = `locked[${i}].rotation`;
      const nearestOne = rotations[directions[k]!]!;
      if (degreesBetween(rotation, nearestOne) > toleranceOf(request, polygons[index]!) + tiltRounding) {
        const message = `${path} is ${rotation}; a locked part of ${group} must have one of its rotations: ${rotations}`;
        return [{ path, code: 'direction_group_locked', message }];
      }
      if (directions[k] === directions[0]) return [];
      const message = `${path} is ${rotation}; another locked part of ${group} has ${held[0]!.rotation}`;
      return [{ path, code: 'direction_group_locked', message }];
    });
    return [...mismatches, ...conflicts];
  });
}

function areSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((degrees) => b.some((other) => isSame(degrees, other)));
}
