/**
 * The shared jobs on fixed sheets, beside PackingSolver, run in turn on this machine.
 *
 * node dist/bench/nesting/sheet-jobs.js --python PYTHON --out FOLDER [--seconds 30] [--seed 1] [--jobs a,b] [--alone]
 *
 * PYTHON has shapely and pyckingsolver; `--alone` leaves PackingSolver out. It gets the time once for as few sheets as
 * possible and, where there is one sheet, again for as many parts as possible; the better layout counts. The tests' judge,
 * which shares no code with the engine, looks at every layout of ours (with many parts, at the first and the last). The
 * table names each missed goal. FOLDER gets the table (results.md), the streams, and a picture of every last layout.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { NestRequest, Solution } from '../../src/nesting/request.js';
import { complaints } from '../../test/nesting/judge.js';
import { instanceRequest } from './instance.js';
import { layoutPicture } from './layout-picture.js';
import { whyNot } from './programs.js';
import { heading, table } from './report.js';

/** A layout: the seconds until it, and its figures. The share is of the width of the last sheet. */
interface Reached {
  readonly at: number;
  readonly placed: number;
  readonly sheets: number;
  readonly share: number;
}

interface Job {
  readonly name: string;
  readonly parts: number;
  readonly ours: readonly Reached[];
  /** Empty where PackingSolver has found no layout, null where it did not run. */
  readonly peers: readonly Reached[] | null;
}

/** With more parts only the first and the last layout are judged. */
const manyParts = 500;
/** The peer may use this much less of the last sheet. */
const allowed = 0.01;
/** Seconds until the first layout, up to `manyParts` and beyond. */
const latestFirst = { few: 0.5, many: 2 };

const folder = '../shared/nesting/sheets';
const { values } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    out: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string' },
    alone: { type: 'boolean', default: false },
  },
});
if (!existsSync(folder)) {
  console.log(`skipped: there are no jobs in ${folder}`);
  process.exit(0);
}
const { python, seconds, seed } = values;
const out = values.out ?? mkdtempSync(join(tmpdir(), 'sheet-jobs-'));
mkdirSync(out, { recursive: true });
const peer = 'packingsolver-sheets';
const why = values.alone ? 'it is left out' : whyNot(python, peer);
const title = heading(Number(seconds), [Number(seed)]) + (why ? ` Without PackingSolver: ${why}.` : '');
console.log(title);
const names = values.jobs?.split(',') ?? readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
const jobs = names.map(runOf);
writeFileSync(join(out, 'results.md'), `${title}\n\n${results(jobs)}\n`);
console.log(`\n${results(jobs)}\n\nStreams and pictures: ${out}`);

function runOf(name: string): Job {
  const file = join(folder, `${name}.json`);
  const request = instanceRequest(JSON.parse(readFileSync(file, 'utf8')));
  const parts = request.polygons.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
  const job = { name, parts, ours: ours(name, file, request), peers: why ? null : peers(file) };
  console.log(`${name}: ${cells(job.ours).join(' ')}; PackingSolver: ${cells(job.peers ?? []).join(' ')}`);
  return job;
}

function ours(name: string, file: string, request: NestRequest): Reached[] {
  const stream = join(out, `${name}.ndjson`);
  const program = new URL('./run-instance.js', import.meta.url).pathname;
  execFileSync(process.execPath, [program, file, stream, '--seconds', seconds, '--seed', seed]);
  const events = readFileSync(stream, 'utf8').trim().split('\n');
  const solutions = events
    .map((line) => JSON.parse(line) as Solution & { type: string })
    .filter(({ type }) => type === 'solution');
  const last = solutions[solutions.length - 1]!;
  const isLarge = last.placements.length + last.unplaced.length > manyParts;
  for (const solution of isLarge ? [solutions[0]!, last] : solutions) {
    const faults = complaints(request, solution);
    if (faults.length > 0) throw new Error(`${name}: ${faults.slice(0, 3).join('; ')}`);
  }
  writeFileSync(join(out, `${name}.svg`), layoutPicture(name, request, last));
  return solutions.map(({ elapsedSeconds, placements, usage }) => {
    const used = usage.sheets[usage.sheets.length - 1]!;
    const xs = request.bins[used.bin]!.boundary.points.map(([x]) => x);
    const share = used.length / (Math.max(...xs) - Math.min(...xs));
    return { at: elapsedSeconds, placed: placements.length, sheets: usage.sheets.length, share };
  });
}

function peers(file: string): Reached[] {
  const run = spawnSync(python, [join('bench/nesting', 'peers.py'), peer, file, seconds, seed], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const found = JSON.parse(run.stdout) as [number, number, number, number][];
  return found.map(([at, placed, sheets, share]) => ({ at, placed, sheets, share }));
}

/** Parts placed, sheets with the last one as far as it is used, and seconds until the first layout. */
function cells(reached: readonly Reached[]): string[] {
  const last = reached[reached.length - 1];
  return last ? [`${last.placed}`, material(last).toFixed(3), reached[0]!.at.toFixed(2)] : ['none', '', ''];
}

function material({ sheets, share }: Reached): number {
  return sheets - 1 + share;
}

function missed({ parts, ours, peers }: Job): string[] {
  const last = ours[ours.length - 1]!;
  const other = peers?.[peers.length - 1];
  const latest = parts > manyParts ? latestFirst.many : latestFirst.few;
  const goals = [
    ['first layout', ours[0]!.at <= latest],
    ['parts', !other || last.placed >= other.placed],
    ['sheets', !other || last.placed > other.placed || last.sheets <= other.sheets],
    ['last sheet', !other || last.placed > other.placed || material(last) <= material(other) + allowed],
  ] as const;
  return goals.filter(([, isMet]) => !isMet).map(([goal]) => goal);
}

function results(all: readonly Job[]): string {
  const header = [
    'job',
    'parts',
    'placed',
    'sheets',
    'first (s)',
    'PackingSolver: placed',
    'sheets',
    'first (s)',
    'missed',
  ];
  const rows = all.map((job) => [
    job.name,
    `${job.parts}`,
    ...cells(job.ours),
    ...(job.peers ? cells(job.peers) : ['not run', '', '']),
    missed(job).join(', '),
  ]);
  const both = all.filter(({ parts, ours, peers }) =>
    [ours, peers ?? []].every((reached) => reached[reached.length - 1]?.placed === parts),
  );
  const sum = (of: (job: Job) => readonly Reached[]): number =>
    both.reduce((total, job) => total + material(of(job)[of(job).length - 1]!), 0);
  const own = sum((job) => job.ours);
  const other = sum((job) => job.peers!);
  const saved = `${both.length} jobs of which both place all parts: ${own.toFixed(3)} and ${other.toFixed(3)} sheets, ${(100 * (1 - own / other)).toFixed(1)} % less`;
  return both.length > 0 ? `${table(header, rows)}\n\n${saved}.` : table(header, rows);
}
