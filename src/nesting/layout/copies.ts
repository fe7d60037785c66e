/** Writes out the copies of each polygon: the search knows only single parts. */

import type { GivenPlacement, Match, NestRequest, Polygon } from '../request.js';

export interface Copies {
  /** A polygon for each copy, locked ones first; locked placements index into these. */
  readonly request: NestRequest;
  /** By copy: index of its polygon as sent. */
  readonly indices: readonly number[];
  /**
   * Turns a layout of polygons into one of copies. Each locked placement, and each further one of `placements`, gets a
   * copy of its own. A placement without a copy left is dropped.
   */
  readonly spread: (placements: readonly GivenPlacement[]) => GivenPlacement[];
}

export function copiesOf(request: NestRequest): Copies {
  const locked = request.locked ?? [];
  const polygons: Polygon[] = [];
  const indices: number[] = [];
  const copies: number[][] = request.polygons.map(() => []);
  const add = (index: number): void => {
    copies[index]!.push(polygons.length);
    polygons.push(request.polygons[index]!);
    indices.push(index);
  };
  for (const { index } of locked) add(index);
  request.polygons.forEach(({ quantity = 1 }, index) => {
    while (copies[index]!.length < quantity) add(index);
  });
  const spread = (placements: readonly GivenPlacement[]): GivenPlacement[] => {
    const used = new Map<number, number>();
    const others = placements.filter((placement) => !locked.some((held) => isSame(held, placement)));
    return [...locked, ...others].flatMap((placement) => {
      const { index } = placement;
      const count = used.get(index) ?? 0;
      used.set(index, count + 1);
      const copy = copies[index]?.[count];
      return copy === undefined ? [] : [{ ...placement, index: copy }];
    });
  };
  const match = request.match?.map(
    (one): Match => ({
      ...one,
      points: one.points.flatMap(({ part, point }) => copies[part]!.map((copy) => ({ part: copy, point }))),
    }),
  );
  const warmStart = spread(request.warmStart ?? []);
  const own = { polygons, locked: spread([]), warmStart, ...(match && { match }) };
  return { request: { ...request, ...own }, indices, spread };
}

function isSame(a: GivenPlacement, b: GivenPlacement): boolean {
  const [ax, ay] = a.position;
  const [bx, by] = b.position;
  const isSamePlace = a.bin === b.bin && ax === bx && ay === by;
  return isSamePlace && a.index === b.index && a.rotation === b.rotation && !a.mirrored === !b.mirrored;
}
