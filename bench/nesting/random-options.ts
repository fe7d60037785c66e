/** Random options on an order: rules of cloth, of leather and of stock, and parts that have a place already. */

import type { Point } from '../../src/geometry/point.js';
import type { Bin, GivenPlacement, Match, NestRequest, Polygon } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { Random } from '../../src/random.js';
import { rectangle } from './random-order.js';

type Option = (request: NestRequest, random: Random) => NestRequest;

/** Each is drawn with this chance. */
const chance = 0.25;

/** Locked parts have 10,000 points at most. */
const mostLockedPoints = 10_000;

/** In the order in which they are drawn; given places come last, since they obey all the others. */
const options: Record<string, Option> = {
  folded: (request, random) => {
    if (request.bins.some(({ boundary }) => boundary.points.length !== 4)) return request;
    const isAlong = request.gravityDirection === 'left' || request.gravityDirection === 'right';
    const half = halfPart(sizeOf(request), isAlong);
    const polygons = [...request.polygons, { ...half, quantity: 1 + random.below(4) }];
    return { ...request, polygons, clothForm: random.next() < 0.5 ? 'folded' : 'tubular' };
  },
  costs: (request, random) => ({
    ...request,
    bins: request.bins.map((bin) => ({
      ...bin,
      ...(random.next() < 0.5 ? { cost: 1 + random.below(50) } : { costPerLength: random.next() }),
    })),
  }),
  zones: (request, random) => ({
    ...withParts(request, () => ({ quality: 1 + random.below(3) })),
    bins: request.bins.map((bin) => ({
      ...bin,
      zones: Array.from({ length: 1 + random.below(4) }, () => zoneOf(bin, 2 + random.below(2), random)),
    })),
  }),
  'part zones': (request, random) => ({
    ...withParts(request, ({ points, foldLine }) => {
      if (foldLine || random.next() < 0.5) return {};
      const inner = points.map(([x, y]): Point => [0.5 * x, 0.5 * y]);
      return { quality: 3, zones: [{ boundary: { id: '', origin: null, points: inner }, quality: 1 }] };
    }),
    bins: request.bins.map((bin) => ({ ...bin, zones: [...(bin.zones ?? []), zoneOf(bin, 2, random)] })),
  }),
  stripes: (order, random) => {
    // Parts that match lie as sent or at 180 degrees, and tubular cloth is whole repeats wide.
    const clothForm = order.clothForm && ('folded' as const);
    const request: NestRequest = {
      ...{ ...order, allowedRotations: [0, 180], rotationTolerance: 0 },
      ...(clothForm && { clothForm }),
    };
    const repeat = sizeOf(request) * (0.2 + random.next());
    const match = request.polygons.slice(0, 8).flatMap((_, i, all): Match[] => {
      if (i % 2 === 1 || i + 1 >= all.length) return [];
      const points = [i, i + 1].map((part) => ({ part, point: 'm' }));
      const phaseY = random.next() < 0.3 ? 0.3 * repeat : null;
      return [{ name: `${i}`, points, axis: random.next() < 0.5 ? 'both' : 'y', phaseX: null, phaseY }];
    });
    return {
      ...withParts(request, ({ points }) => ({ matchPoints: [{ name: 'm', at: points[1]! }] })),
      fabric: { repeatX: repeat, repeatY: repeat, offsetX: 0, offsetY: 0, matchTolerance: 0.01 * repeat },
      match,
    };
  },
  grid: (request, random) => {
    if (request.match) return request;
    const [cellWidth, cellHeight] = [0.3 * sizeOf(request), 0.2 * sizeOf(request)];
    const matchingType = (['pattern', 'vertical', 'horizontal'] as const)[random.below(3)]!;
    return { ...request, matchingType, bins: request.bins.map((bin) => ({ ...bin, cellWidth, cellHeight })) };
  },
  groups: (request, random) =>
    withParts(request, ({ foldLine }) => (foldLine ? {} : { directionGroup: `${random.below(3)}` })),
  mirror: (request) => withParts(request, ({ foldLine }) => (foldLine ? {} : { mirror: true })),
  tilt: (request) => (request.match ? request : { ...request, rotationTolerance: 4 }),
  'own turns': (request, random) =>
    withParts(request, ({ foldLine }) =>
      request.match || foldLine || random.next() < 0.5
        ? {}
        : { allowedRotations: [0, 45, 180], directionGroup: undefined },
    ),
  remnants: (request, random) => {
    const leastWidth = random.next() < 0.5 ? null : 0.5 * sizeOf(request);
    return { ...request, remnants: { leastWidth, leastArea: null } };
  },
  locked: (request, random) => {
    let points = 0;
    const locked = firstLayout(request).filter(({ index }) => {
      points += request.polygons[index]!.points.length;
      return points < mostLockedPoints && random.next() < 0.3;
    });
    return { ...request, locked };
  },
  warm: (request, random) => {
    const given = firstLayout(request);
    const kept = given.filter(() => random.next() < 0.8);
    const shift = random.next() < 0.5 ? 0.1 * sizeOf(request) : 0;
    const warmStart = kept.map((place): GivenPlacement => {
      const [x, y] = place.position;
      return { ...place, position: [x + shift * random.next(), y + shift * random.next()] };
    });
    return { ...request, warmStart: warmStart.slice(0, 10_000) };
  },
};

/** An order with some options, and their names; the same for the same seed. */
export function withRandomOptions(order: NestRequest, seed: number): { request: NestRequest; names: string[] } {
  const random = new Random(seed);
  const names = Object.keys(options).filter(() => random.next() < chance);
  const request = names.reduce((changed, name) => options[name]!(changed, random), order);
  return { request, names };
}

function withParts(request: NestRequest, of: (polygon: Polygon) => Partial<Polygon>): NestRequest {
  return { ...request, polygons: request.polygons.map((polygon) => ({ ...polygon, ...of(polygon) })) };
}

function boxOf(points: readonly Point[]): { x: number; y: number; width: number; height: number } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** The mean longer side of a part. */
function sizeOf({ polygons }: NestRequest): number {
  const sides = polygons.map(({ points }) => {
    const { width, height } = boxOf(points);
    return Math.max(width, height);
  });
  return sides.reduce((sum, side) => sum + side, 0) / sides.length;
}

function zoneOf({ boundary }: Bin, quality: number, random: Random) {
  const { x, y, width, height } = boxOf(boundary.points);
  const [left, top] = [x + random.next() * width, y + random.next() * height];
  const points = rectangle(0.2 * width, 0.2 * height).map(([px, py]): Point => [px + left, py + top]);
  return { boundary: { id: '', origin: null, points }, quality };
}

/** A slanted half, with the fold along its first side. */
function halfPart(size: number, isAlong: boolean): Polygon {
  const along: Point[] = [
    [0, 0],
    [size, 0],
    [0.8 * size, 0.3 * size],
    [0, 0.2 * size],
  ];
  const points = isAlong ? along : along.map(([x, y]): Point => [y, x]);
  return { id: 'half', origin: null, points, foldLine: points.slice(0, 2) };
}

function firstLayout(request: NestRequest): readonly GivenPlacement[] {
  let placements: readonly GivenPlacement[] = [];
  solve(
    { ...request, workLimit: 0 },
    {
      seed: 1,
      cores: () => 1,
      shouldStop: () => false,
      emit: (event) => {
        if (event.type === 'solution') placements = event.solution.placements;
      },
    },
  );
  return placements.map(({ index, bin, position, rotation, mirrored = false }) => ({
    ...{ index, bin, position, rotation },
    ...(mirrored && { mirrored }),
  }));
}
