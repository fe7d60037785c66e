/** The choices of directions to try: each once, where equal groups may swap and a whole marker may turn round. */

import type { Random } from '../../random.js';
import { type DirectionGroup, type Directions, isSame } from '../layout/directions.js';
import type { NestRequest } from '../request.js';

/** With more choices than this, random ones are tried. */
const mostChoices = 64;

/** Every choice but `first`, and but those that are the same in effect. */
export function* choicesOfDirections(
  request: NestRequest,
  groups: readonly DirectionGroup[],
  first: Directions,
  random: Random,
): Generator<Directions, void, void> {
  const kinds = groups.map((group) => kindOf(request, group));
  const isFixed = groups.map(({ members }) => request.locked?.some(({ index }) => members.includes(index)) ?? false);
  const turned = halfTurn(request, groups);
  const keyOf = (directions: Directions): string => {
    const key = (of: Directions): string =>
      of
        .map((direction, g) => `${kinds[g]}=${direction}`)
        .sort()
        .join(' ');
    const own = key(directions);
    if (!turned) return own;
    const other = key(directions.map((direction, g) => turned[g]![direction]!));
    return [own, other].sort()[0]!;
  };
  const seen = new Set([keyOf(first)]);
  const count = groups.reduce((product, { rotations }, g) => product * (isFixed[g] ? 1 : rotations.length), 1);
  const drawn = count > mostChoices;
  for (let n = 0; n < Math.min(count, mostChoices); n++) {
    let rest = n;
    const directions = groups.map(({ rotations }, g) => {
      if (isFixed[g]) return first[g]!;
      if (drawn) return random.below(rotations.length);
      const direction = rest % rotations.length;
      rest = Math.floor(rest / rotations.length);
      return direction;
    });
    const key = keyOf(directions);
    if (seen.has(key)) continue;
    seen.add(key);
    yield directions;
  }
}

/** Groups of equal parts are of one kind. */
function kindOf({ polygons }: NestRequest, { members, rotations }: DirectionGroup): string {
  const parts = members.map((index) => {
    const { id: _, directionGroup: _group, ...rest } = polygons[index]!;
    return JSON.stringify(rest);
  });
  return `${parts.sort().join()} ${rotations}`;
}

/**
 * For each group, the rotation half a turn from each of its own; null where a layout turned round is another one, or none
 * at all.
 */
function halfTurn(request: NestRequest, groups: readonly DirectionGroup[]): number[][] | null {
  const opposite = (rotations: readonly number[]): number[] =>
    rotations.map((degrees) => rotations.findIndex((other) => isSame(other, degrees + 180)));
  const free = request.polygons.filter(({ directionGroup }) => !directionGroup);
  const all = [
    ...groups.map(({ rotations }) => rotations),
    ...free.map((own) => own.allowedRotations ?? request.allowedRotations),
  ];
  const isClosed = all.every((rotations) => !opposite(rotations).includes(-1));
  return isClosed && isPlain(request) ? groups.map(({ rotations }) => opposite(rotations)) : null;
}

/** Whether all places of the cloth are alike: rectangles without folds, and nothing that holds a part at a place. */
function isPlain({ bins, clothForm = 'open', locked = [], match = [] }: NestRequest): boolean {
  if (clothForm !== 'open' || locked.length > 0 || match.length > 0) return false;
  return bins.every(({ boundary, holes, zones = [], cellWidth, cellHeight }) => {
    const xs = new Set(boundary.points.map(([x]) => x));
    const ys = new Set(boundary.points.map(([, y]) => y));
    const isEven = holes.length === 0 && zones.length === 0 && cellWidth === 0 && cellHeight === 0;
    return isEven && xs.size === 2 && ys.size === 2;
  });
}
