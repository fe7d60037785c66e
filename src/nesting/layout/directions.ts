/**
 * Direction groups: all parts of a group take the same one of their allowed rotations, so that a garment, or a whole
 * marker, lies one way. A choice of directions turns a request into one without groups, which every search can solve.
 */

import { normalDegrees } from '../../geometry/rotation.js';
import type { NestRequest, Placement, Polygon } from '../request.js';
import { liesOnFold } from './folds.js';

export interface DirectionGroup {
  readonly name: string;
  /** The rotations that its parts share, each once. */
  readonly rotations: readonly number[];
  /** Indices of its polygons. */
  readonly members: readonly number[];
}

/** The direction of each group: an index into its rotations. */
export type Directions = readonly number[];

type Grouped = Pick<NestRequest, 'polygons' | 'allowedRotations'>;

/** In the order of their first polygons. */
export function directionGroups({ polygons, allowedRotations }: Grouped): DirectionGroup[] {
  const members = new Map<string, number[]>();
  polygons.forEach(({ directionGroup }, index) => {
    if (!directionGroup) return;
    const known = members.get(directionGroup);
    if (known) known.push(index);
    else members.set(directionGroup, [index]);
  });
  return [...members].map(([name, own]) => ({
    name,
    members: own,
    rotations: distinct(polygons[own[0]!]!.allowedRotations ?? allowedRotations),
  }));
}

/**
 * The groups with the rotations that a search has to try: those that bring every half part of a group to a fold. A group keeps all
 * of them if a locked part holds its direction, or if there is no such rotation.
 */
export function layableGroups(request: NestRequest): DirectionGroup[] {
  const held = new Set(request.locked?.map(({ index }) => index));
  return directionGroups(request).map((group) => {
    const halves = group.members.map((index) => request.polygons[index]!).filter(({ foldLine }) => foldLine);
    if (halves.length === 0 || group.members.some((index) => held.has(index))) return group;
    const rotations = group.rotations.filter((degrees) => halves.every((half) => liesOnFold(request, half, degrees)));
    return rotations.length === 0 ? group : { ...group, rotations };
  });
}

/** Rotations, each once modulo 360. */
export function distinct(rotations: readonly number[]): number[] {
  return rotations.filter((degrees, i) => rotations.findIndex((other) => isSame(other, degrees)) === i);
}

export function isSame(a: number, b: number): boolean {
  return normalDegrees(a) === normalDegrees(b);
}

/** The same request where each group has one rotation, and where there are no groups. */
export function directed<T extends Grouped>(request: T, groups: readonly DirectionGroup[], directions: Directions): T {
  const polygons: Polygon[] = [...request.polygons];
  groups.forEach(({ rotations, members }, g) => {
    for (const index of members) {
      const { directionGroup: _, allowedRotations: own = request.allowedRotations, ...rest } = polygons[index]!;
      const rotation = rotations[directions[g]!]!;
      // The spelling of the polygon itself, since another one may add a full turn.
      polygons[index] = { ...rest, allowedRotations: [own.find((degrees) => isSame(degrees, rotation)) ?? rotation] };
    }
  });
  return { ...request, polygons };
}

/** How far a rotation is from another, in degrees: 0 to 180. */
export function degreesBetween(a: number, b: number): number {
  const apart = normalDegrees(a - b);
  return Math.min(apart, 360 - apart);
}

/**
 * The directions in which most of the placed parts of each group lie, the first ones on a tie. Locked parts come first:
 * `isLocked` tells them by their polygon.
 */
export function directionsOf(
  groups: readonly DirectionGroup[],
  placements: readonly Pick<Placement, 'index' | 'rotation'>[],
  isLocked: (index: number) => boolean = () => false,
): number[] {
  const groupOf = new Map(groups.flatMap(({ members }, g) => members.map((index) => [index, g] as const)));
  const votes = groups.map(({ rotations }) => rotations.map(() => 0));
  for (const { index, rotation } of placements) {
    const g = groupOf.get(index);
    if (g !== undefined) votes[g]![nearest(groups[g]!.rotations, rotation)]! += isLocked(index) ? placements.length : 1;
  }
  return votes.map((own) => own.indexOf(Math.max(...own)));
}

/** Index of the rotation nearest to some degrees. */
export function nearest(rotations: readonly number[], degrees: number): number {
  const apart = rotations.map((rotation) => degreesBetween(rotation, degrees));
  return apart.indexOf(Math.min(...apart));
}
