/**
 * Hides with zones of quality: the eleven instances of Baldacci et al. (folder BALDACCI/json of OR-Datasets), each for so
 * many seconds of processor time with one thread. The independent judge of the tests checks the last layout of each, its
 * zones included. Prints a table in Markdown.
 *
 * node dist/bench/nesting/hides/main.js FOLDER [SECONDS] [STEP] [NAME...]     STEP: degrees between rotations, 45 by default
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { checkNestRequest } from '../../../src/nesting/check/request.js';
import type { Solution } from '../../../src/nesting/request.js';
import { solve } from '../../../src/nesting/solver.js';
import { complaints } from '../../../test/nesting/judge.js';
import { type HideInstance, hideRequest } from './instance.js';

const [folder, seconds = '20', step = '45', ...names] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('usage: hides/main FOLDER [SECONDS] [STEP] [NAME...]\n');
  process.exit(2);
}
const rotations = Array.from({ length: Math.round(360 / Number(step)) }, (_, i) => i * Number(step));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.json'))
  .map((name) => join(folder, name))
  .filter((path) => names.length === 0 || names.includes(basename(path, '.json')))
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const percent = (share: number): string => (100 * share).toFixed(1);

console.log(
  '| instance | pieces | zones | first layout (s) | placed | hides used | area used of these (%) | span on the last (%) | check |',
);
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |');
let faults = 0;
for (const path of files) {
  const instance = JSON.parse(readFileSync(path, 'utf8')) as HideInstance;
  const request = hideRequest(instance, rotations, Number(seconds));
  const refused = checkNestRequest(request).problems;
  if (refused.length > 0) throw new Error(`${path}: ${refused[0]!.message}`);
  const solutions: Solution[] = [];
  solve(request, {
    seed: 1,
    shouldStop: () => false,
    emit: (event) => event.type === 'solution' && solutions.push(event.solution),
    cores: () => 1,
    clock: processorTime,
  });
  const [first, last] = [solutions[0]!, solutions.at(-1)!];
  const wrong = complaints(request, last);
  faults += wrong.length;
  for (const one of wrong) process.stderr.write(`${instance.Name}: ${one}\n`);
  const parts = request.polygons.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  const zones = request.bins.reduce((sum, bin) => sum + (bin.zones?.length ?? 0), 0);
  const { sheets, partArea } = last.usage;
  const used = sheets.reduce((sum, { bin }) => sum + areaOf(request.bins[bin]!.boundary.points), 0);
  const end = sheets.at(-1);
  const span = end ? end.length / extentOf(request.bins[end.bin]!.boundary.points) : 0;
  console.log(
    `| ${instance.Name} | ${parts} | ${zones} | ${first.elapsedSeconds.toFixed(2)} | ${last.placements.length} | ` +
      `${sheets.length} of ${request.bins.length} | ${percent(partArea / used)} | ${percent(span)} | ` +
      `${wrong.length === 0 ? 'sound' : `${wrong.length} faults`} |`,
  );
}
process.exit(faults === 0 ? 0 : 1);

function areaOf(points: readonly (readonly [number, number])[]): number {
  return Math.abs(points.reduce((sum, [x, y], i) => sum + x * points.at(i - 1)![1] - points.at(i - 1)![0] * y, 0)) / 2;
}

function extentOf(points: readonly (readonly [number, number])[]): number {
  const xs = points.map(([x]) => x);
  return Math.max(...xs) - Math.min(...xs);
}
