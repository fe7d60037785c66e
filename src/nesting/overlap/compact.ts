/**
 * Compaction (after Li and Milenkovic 1995, doi:10.1016/0377-2217(95)00021-H). A linear programme moves all items
 * together to the shortest strip while a plane keeps every near pair apart. It is solved again and again until nothing
 * is gained. It also takes shallow overlaps apart.
 */
import type { Arrangement } from './arrangement.js';
import { leastCost } from './linear-programme.js';
import { RowList } from './row-list.js';
import { exactDepth, type SeparatingPlanes } from './separating-planes.js';
import { lengthAt, type ShapeSet, searchHeight } from './shapes.js';

/**
 * Pairs within this distance get planes. An item moves at most a third of it at a time, so that no other pair can meet.
 */
const reach = 24;
const farthest = reach / 3;
/** A smaller gain, as a share of the length, ends the rounds. */
const lastGain = { rough: 2e-4, fine: 1e-6 } as const;
const mostRounds = 30;
const mostRoundsApart = 3;
/** How near a programme comes to the least length, in search units. */
const tolerance = { rough: 1e-2, fine: 1e-4 } as const;
/** Room added for an item as high as the strip: a programme needs some. */
const leastRoom = 1e-8;

/** A layout without overlap, in search units. */
export interface Feasible {
  readonly at: Arrangement;
  readonly length: number;
}

/** The greatest x that any of the first `count` items reaches. */
export function reachOf(shapes: ShapeSet, itemTypes: Int32Array, at: Arrangement, count = itemTypes.length): number {
  let reach = 0;
  for (let i = 0; i < count; i++) {
    reach = Math.max(reach, at.x[i]! + shapes.types[itemTypes[i]!]!.extents[at.orientation[i]!]!.maxX);
  }
  return reach;
}

export const copyOf = (at: Arrangement): Arrangement => ({
  x: at.x.slice(),
  y: at.y.slice(),
  orientation: at.orientation.slice(),
});

/** Shortens a feasible arrangement as far as the planes of its pairs let it. */
export function compact(
  planes: SeparatingPlanes,
  start: Arrangement,
  length: number,
  until: keyof typeof lastGain,
  poll: () => void,
): Feasible {
  let best: Feasible = { at: start, length };
  for (let round = 0; round < mostRounds; round++) {
    poll();
    const next = shortest(planes, best, best.length, tolerance[until], poll);
    if (!next || next.length >= best.length || !planes.isExact(next.at, next.length)) break;
    const gain = 1 - next.length / best.length;
    best = next;
    if (gain < lastGain[until]) break;
  }
  return best;
}

/** Moves slightly overlapping items apart, on a strip of at most `limit`; null when that fails. */
export function takenApart(
  planes: SeparatingPlanes,
  start: Feasible,
  limit: number,
  poll: () => void,
): Feasible | null {
  let from = start;
  for (let round = 0; round < mostRoundsApart; round++) {
    const next = shortest(planes, from, limit, tolerance.rough, poll);
    if (!next || planes.isExact(next.at, next.length)) return next;
    from = next;
  }
  return null;
}

/** The shortest strip, of at most `limit`, while items stay on their sides of the planes; null where there is none. */
function shortest(
  planes: SeparatingPlanes,
  { at, length }: Feasible,
  limit: number,
  tolerance: number,
  poll: () => void,
): Feasible | null {
  const { shapes, itemTypes, free, closed } = planes;
  // Along the strip, two variables each: neighbours have near numbers. The last one is the length.
  const order = Array.from({ length: free }, (_, i) => i).sort((i, k) => at.x[i]! - at.x[k]!);
  const variable = new Int32Array(free);
  order.forEach((item, place) => {
    variable[item] = 2 * place;
  });
  const last = 2 * free;
  const low = new Float64Array(last + 1);
  const high = new Float64Array(last + 1);
  const rows = new RowList();
  const bound = (v: number, from: number, to: number): void => {
    low[v] = Math.max(-farthest, from) - leastRoom;
    high[v] = Math.min(farthest, to) + leastRoom;
  };
  for (let i = 0; i < free; i++) {
    const box = shapes.types[itemTypes[i]!]!.extents[at.orientation[i]!]!;
    const movesAlong = planes.isFree(i, at.orientation[i]!, 0);
    const movesAcross = planes.isFree(i, at.orientation[i]!, 1);
    const [left, right] = movesAlong ? [closed ? -farthest : -box.minX - at.x[i]!, farthest] : [0, 0];
    const [down, up] = movesAcross ? [-box.minY - at.y[i]!, searchHeight - box.maxY - at.y[i]!] : [0, 0];
    bound(variable[i]!, left, right);
    bound(variable[i]! + 1, Math.min(0, down), Math.max(0, up));
    const room = length - box.maxX - at.x[i]!;
    if (!closed && room < 3 * farthest) rows.add(room, [variable[i]!, 1], [last, -1]);
  }
  // A closed strip stays as long as its longest item, which would otherwise overlap itself.
  const longest = closed ? longestOf(planes, at) : 0;
  low[last] = Math.max(-2 * farthest, longest - length);
  high[last] = Math.max(limit - length, low[last] + leastRoom);
  const near = planes.planesOf(at, length, reach);
  for (let p = 0; p < near.first.length; p++) {
    const [i, k, a, b] = [near.first[p]!, near.second[p]!, near.a[p]!, near.b[p]!];
    const inside = a * (at.x[k]! - at.x[i]!) + b * (at.y[k]! - at.y[i]!) + near.c[p]!;
    const entries: [number, number][] = [];
    if (k < free) entries.push([variable[k]!, a], [variable[k]! + 1, b]);
    if (i < free) entries.push([variable[i]!, -a], [variable[i]! + 1, -b]);
    if (near.around[p]) entries.push([last, a * near.around[p]!]);
    rows.add(-inside - exactDepth / 8, ...entries);
  }
  const costs = new Float64Array(last + 1);
  costs[last] = 1;
  const moved = leastCost({ costs, low, high, rows: rows.rows() }, tolerance, poll);
  if (!moved) return null;
  const next = copyOf(at);
  for (let i = 0; i < free; i++) {
    next.x[i]! += moved[variable[i]!]!;
    next.y[i]! += moved[variable[i]! + 1]!;
  }
  return { at: next, length: length + moved[last]! };
}

function longestOf({ shapes, itemTypes }: SeparatingPlanes, at: Arrangement): number {
  return itemTypes.reduce(
    (longest, type, i) => Math.max(longest, lengthAt(shapes.types[type]!, at.orientation[i]!)),
    0,
  );
}
