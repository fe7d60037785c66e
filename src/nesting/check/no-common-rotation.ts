/** Direction groups without a rotation for all of their parts: the client learns so before the search, not after it. */

import { type DirectionGroup, directionGroups, nearest } from '../layout/directions.js';
import { liesOnFold } from '../layout/folds.js';
import type { NestRequest, NestWarning } from '../request.js';
import { partName } from './part-name.js';
import { Rooms } from './rooms.js';

/** Every further group, and every further rotation of one, is only counted. */
const mostNamed = 20;
const mostRotationsNamed = 4;

/** A part that a rotation leaves out, in words. */
type LeftOut = ReadonlyMap<number, string>;

/**
 * Warnings about the groups of which each rotation leaves a part out, in steps. Other warnings name the parts that fit at
 * none of them.
 */
export function* groupsWithoutRotation(request: NestRequest): Generator<void, NestWarning[], void> {
  const rooms = new Rooms(request);
  const locked = new Map<number, number[]>();
  for (const { index, rotation } of request.locked ?? []) {
    const known = locked.get(index);
    if (known) known.push(rotation);
    else locked.set(index, [rotation]);
  }
  const warnings: NestWarning[] = [];
  let more = 0;
  for (const group of directionGroups(request)) {
    const [held] = group.members.flatMap((index) => locked.get(index) ?? []);
    const rotations = held === undefined ? group.rotations : [group.rotations[nearest(group.rotations, held)]!];
    const free = group.members.filter(
      (index) => (locked.get(index)?.length ?? 0) < (request.polygons[index]!.quantity ?? 1),
    );
    const leftOut = yield* partsLeftOut(request, { ...group, members: free }, rotations, rooms);
    if (leftOut.size < rotations.length) continue;
    if (warnings.length === mostNamed) more++;
    else warnings.push(warningOf(group, rotations, leftOut, held !== undefined));
  }
  if (more > 0) {
    const message = `${more} more direction groups have no rotation for all of their parts either`;
    warnings.push({ code: 'no_common_rotation', path: 'polygons', message });
  }
  return warnings;
}

/** The first part that each rotation leaves out. */
function* partsLeftOut(
  request: NestRequest,
  group: DirectionGroup,
  rotations: readonly number[],
  rooms: Rooms,
): Generator<void, LeftOut, void> {
  const leftOut = new Map<number, string>();
  for (const index of group.members) {
    const polygon = request.polygons[index]!;
    const goesInto = rooms.fitOf(polygon);
    if (!goesInto && !polygon.foldLine) continue;
    const faultAt = (degrees: number): string | null => {
      if (polygon.foldLine && !liesOnFold(request, polygon, degrees)) return 'lies on no fold';
      return goesInto && !goesInto(degrees) ? 'is larger than every bin' : null;
    };
    const faults = new Map<number, string>();
    for (const degrees of rotations) {
      yield;
      const fault = leftOut.has(degrees) ? null : faultAt(degrees);
      if (fault) faults.set(degrees, `${partName(request, index)} ${fault}`);
    }
    // A part without any place says nothing about the others.
    if (faults.size + leftOut.size === rotations.length && group.rotations.every(faultAt)) continue;
    for (const [degrees, fault] of faults) leftOut.set(degrees, fault);
    if (leftOut.size === rotations.length) break;
  }
  return leftOut;
}

function warningOf(
  { name, members }: DirectionGroup,
  rotations: readonly number[],
  leftOut: LeftOut,
  isHeld: boolean,
): NestWarning {
  const group = `the direction group ${JSON.stringify(name)}`;
  const all = rotations.map((degrees) => `at ${degrees}, ${leftOut.get(degrees)}`);
  const more = all.length - mostRotationsNamed;
  const named = more > 0 ? [...all.slice(0, mostRotationsNamed), `and so at ${more} more`] : all;
  const cause = isHeld
    ? `a locked part gives ${group} its rotation, which leaves others of its parts unplaced`
    : `${group} has no rotation for all of its parts, so some stay unplaced`;
  return {
    code: 'no_common_rotation',
    path: `polygons[${members[0]}].directionGroup`,
    message: `${cause}: ${named.join('; ')}`,
  };
}
