/**
 * Densities of every option on a strip, on several sheets and on a hide with keep-outs: a garment marker of 48 parts, by
 * processor time of one thread. Says also which search took the request.
 *
 * node dist/bench/nesting/options.js SECONDS [REGION...]
 *
 * The density is the area of the placed parts / the used stretches of the sheets across their whole width; where it is the
 * occupied area that counts, / that area.
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Point } from '../../src/geometry/point.js';
import { densest } from '../../src/nesting/bridge/densest.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import type { Bin, NestRequest, Solution } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { complaints } from '../../test/nesting/judge.js';
import { instanceRequest } from './instance.js';

const file = '../shared/nesting/instances/marker-albano-two-sizes.json';
const [seconds = '4', ...chosen] = process.argv.slice(2);
if (!existsSync(file)) {
  console.log(`skipped: there is no ${file}`);
  process.exit(0);
}
const sent = JSON.parse(readFileSync(file, 'utf8')) as { itemArea: number; stripWidth: number };
// Several instances have one thread each, which is all that is measured.
const base = { ...instanceRequest(sent as never), gravityDirection: 'left' as const, seed: 1, instances: 2 };
const width = sent.stripWidth;
const length = (2 * sent.itemArea) / width;

const box = (w: number, h: number): Point[] => [
  [0, 0],
  [w, 0],
  [w, h],
  [0, h],
];
const sheet = (points: readonly Point[], holes: readonly (readonly Point[])[] = []): Bin => {
  const line = (own: readonly Point[]) => ({ id: '', origin: null, points: own });
  return { boundary: line(points), holes: holes.map(line), cellWidth: 0, cellHeight: 0 };
};
const at = (x: number, y: number): Point => [x * length, y * width];
const regions: Record<string, readonly Bin[]> = {
  strip: [sheet(box(length, width))],
  sheets: Array.from({ length: 6 }, () => sheet(box(length / 4, width))),
  hide: [
    sheet(
      [at(0.03, 0.1), at(0.2, 0), at(0.8, 0.04), at(1, 0.2), at(0.98, 0.8), at(0.7, 1), at(0.2, 0.96), at(0, 0.7)],
      [
        [at(0.2, 0.2), at(0.24, 0.25), at(0.21, 0.3)],
        [at(0.4, 0.6), at(0.44, 0.62), at(0.42, 0.7), at(0.39, 0.66)],
      ],
    ),
  ],
};

const grid = (x: number, y: number) => (request: NestRequest) => ({
  matchingType: 'pattern' as const,
  bins: request.bins.map((own) => ({ ...own, cellWidth: x, cellHeight: y })),
});
const options: Record<string, (request: NestRequest) => Partial<NestRequest>> = {
  plain: () => ({}),
  mirror: ({ polygons }) => ({ polygons: polygons.map((polygon) => ({ ...polygon, mirror: true })) }),
  openings: ({ polygons }) => ({
    polygons: polygons.map((polygon, i) => (i % 3 ? polygon : { ...polygon, holes: [openingOf(polygon.points)] })),
  }),
  locked: () => ({ locked: [{ index: 0, bin: 0, position: at(0.08, 0.4), rotation: 0 }] }),
  'grid of 5 mm': grid(5, 5),
  'grid of 40 mm': grid(40, 40),
  'stripes of 40 mm': grid(0, 40),
  'type area': ({ optimization }) => ({ optimization: { ...optimization, type: 'area' } }),
  '360 rotations': () => ({ allowedRotations: Array.from({ length: 360 }, (_, degrees) => degrees) }),
};

/** A small opening about the middle of an outline. */
function openingOf(points: readonly Point[]) {
  const middle = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis]!, 0) / points.length);
  const small = points.map(([x, y]): Point => [middle[0]! + (x - middle[0]!) / 8, middle[1]! + (y - middle[1]!) / 8]);
  return { id: '', origin: null, points: small };
}

const wall = performance.now.bind(performance);
let seen = 0;
let lookAgainAt = 0;
/** Milliseconds of processor time: other programs on the machine do not shorten a run. */
performance.now = () => {
  const now = wall();
  if (now >= lookAgainAt) {
    const { user, system } = process.cpuUsage();
    seen = (user + system) / 1000;
    lookAgainAt = now + 2;
  }
  return seen;
};

for (const [region, bins] of Object.entries(regions)) {
  if (chosen.length > 0 && !chosen.includes(region)) continue;
  for (const [option, of] of Object.entries(options)) {
    const plain: NestRequest = { ...base, bins, maximumExecutionTime: Number(seconds) };
    const request = { ...plain, ...of(plain) };
    let last: Solution | null = null;
    const costs = new Costs();
    const emit = (event: { type: string; solution?: Solution }): void => {
      if (event.solution) last = event.solution;
    };
    solve(request, { seed: 1, shouldStop: () => false, emit }, densest(costs));
    const faults = complaints(request, last as unknown as Solution);
    if (faults.length > 0) throw new Error(`${region}, ${option}: ${faults[0]}`);
    const { usage, unplaced, placements } = last as unknown as Solution;
    const material = request.optimization.type === 'area' ? usage.area : usage.length * width;
    const density = ((100 * usage.partArea) / material).toFixed(2);
    const search = costs.passes > 0 ? 'overlap' : 'orders only';
    const left = unplaced.length > 0 ? `, ${placements.length} of ${placements.length + unplaced.length} parts` : '';
    console.log(`| ${region} | ${option} | ${density}${left} | ${usage.sheets.length} | ${search} |`);
  }
}
process.exit(0);
