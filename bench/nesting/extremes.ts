/**
 * Requests at the accepted limits: the time of the check and of the first layout, and the memory.
 *
 * node dist/bench/nesting/extremes.js [PART OF A NAME]
 */

import type { Point } from '../../src/geometry/point.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { NestRequest, Polyline } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { Random } from '../../src/random.js';
import { instanceRequest } from './instance.js';

type Points = Point[];
const random = new Random(1);
const polyline = (points: Points): Polyline => ({ id: '', origin: null, points });
const rectangle = (w: number, h: number): Points => [
  [0, 0],
  [w, 0],
  [w, h],
  [0, h],
];
const sheet = (boundary: Points, holes: Points[] = []) => ({
  boundary: polyline(boundary),
  holes: holes.map(polyline),
  cellWidth: 0,
  cellHeight: 0,
});
const times = <T>(n: number, make: (i: number) => T): T[] => Array.from({ length: n }, (_, i) => make(i));

type Sheet = ReturnType<typeof sheet>;

/** A star-shaped outline of n points. */
function blob(n: number, radius: number): Points {
  const phase = 6 * random.next();
  return times(n, (i) => {
    const angle = (2 * Math.PI * i) / n;
    const r = radius * (0.7 + 0.3 * Math.sin(3 * angle + phase));
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

const size = () => 20 + 30 * random.next();
const roll = [sheet(rectangle(1500, 1e6))];
const cases: Record<
  string,
  () => { polygons: Polyline[]; bins: Sheet[] } & Partial<Omit<NestRequest, 'polygons' | 'bins'>>
> = {
  '10,000 equal rectangles': () => ({ polygons: times(10_000, () => polyline(rectangle(10, 12))), bins: roll }),
  '9,900 parts of 100 shapes, 2 rotations': () => {
    const shapes = times(100, () => blob(10, size()));
    return { polygons: times(9_900, (i) => polyline(shapes[i % 100]!)), bins: roll, allowedRotations: [0, 180] };
  },
  '9,900 different parts': () => ({ polygons: times(9_900, () => polyline(blob(10, size()))), bins: roll }),
  '1,000 different parts, 2 rotations': () => ({
    polygons: times(1_000, () => polyline(blob(20, size()))),
    bins: roll,
    allowedRotations: [0, 180],
  }),
  '99 parts of 1,000 points': () => ({ polygons: times(99, () => polyline(blob(1_000, 5 * size()))), bins: roll }),
  'a circle of 90,000 points': () => ({
    polygons: [
      polyline(times(90_000, (i) => [300 * Math.cos(i / 14_323.9448783), 300 * Math.sin(i / 14_323.9448783)])),
    ],
    bins: roll,
    curveTolerance: 0,
  }),
  'two combs of 40,000 points': () => {
    const n = 40_000;
    const comb = times(n, (i): Point => (i < n / 2 ? [i / 50, i % 2 ? 400 : 0] : [(n - i) / 50, -100 + (i % 2) * 10]));
    return { polygons: [polyline(comb), polyline(comb)], bins: roll, curveTolerance: 0, minDistance: 0 };
  },
  '400 parts of 100 shapes, 360 rotations': () => {
    const shapes = times(100, () => blob(20, size()));
    return {
      polygons: times(400, (i) => polyline(shapes[i % 100]!)),
      bins: roll,
      allowedRotations: times(360, (i) => i),
    };
  },
  '10,000 parts on 1,000 sheets': () => ({
    polygons: times(10_000, (i) => polyline(rectangle(10 + (i % 7), 12 + (i % 5)))),
    bins: times(1_000, () => sheet(rectangle(60, 60))),
  }),
  '2,000 parts on 1,000 different irregular sheets': () => ({
    polygons: times(2_000, (i) => polyline(rectangle(10 + (i % 7), 12 + (i % 5)))),
    bins: times(1_000, (i) =>
      sheet([
        [0, 0],
        [60 + i / 100, 0],
        [60, 60],
        [30, 70],
        [0, 60],
      ]),
    ),
  }),
  'a sheet with 5,000 holes': () => ({
    polygons: times(300, (i) => polyline(rectangle(10 + (i % 7), 12 + (i % 5)))),
    bins: [
      sheet(
        rectangle(3000, 3000),
        times(5_000, (i) => rectangle(5, 5).map(([x, y]): Point => [x + 42 * (i % 70), y + 41 * Math.floor(i / 70)])),
      ),
    ],
  }),
  '10,000 different parts that fit nowhere, 3,600 rotations': () => ({
    polygons: times(10_000, (i) => polyline(rectangle(61 + i / 1000, 63))),
    bins: [sheet(rectangle(60, 60))],
    allowedRotations: times(3_600, (i) => i / 10),
  }),
  '3,000 different parts, a sheet too small': () => ({
    polygons: times(3_000, () => polyline(blob(12, size()))),
    bins: [sheet(rectangle(600, 600))],
    allowedRotations: [0, 90],
  }),
};

const cpuSeconds = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1e6;
};
/** Seconds of processor time, which do not depend on other work on the machine. */
const giveUpAfter = 20;
for (const [name, make] of Object.entries(cases)) {
  if (process.argv[2] && !name.includes(process.argv[2])) continue;
  const { polygons, bins, ...options } = make();
  const instance = { polygons: [...polygons], bins: [...bins] };
  const request = instanceRequest(instance, { ...options, workLimit: 0 });
  const start = performance.now();
  const before = process.cpuUsage();
  const { problems } = checkNestRequest(request);
  const checked = performance.now();
  if (problems.length > 0) throw new Error(`${name}: ${problems[0]!.message}`);
  let first = `no layout in ${giveUpAfter} s of processor`;
  solve(request, {
    seed: 1,
    shouldStop: () => cpuSeconds(before) > giveUpAfter,
    emit: (event) => {
      if (event.type !== 'solution' || !first.startsWith('no')) return;
      const { placements, utilisation, elapsedSeconds } = event.solution;
      first = `first layout ${elapsedSeconds.toFixed(2)} s, ${cpuSeconds(before).toFixed(1)} s of processor, ${placements.length} of ${request.polygons.length} placed, utilisation ${utilisation.toFixed(2)}`;
    },
  });
  const megabytes = Math.round(process.memoryUsage().rss / 2 ** 20);
  process.stdout.write(`${name}: check ${(checked - start).toFixed(0)} ms, ${first}, ${megabytes} MB so far\n`);
}
