/** The compared programs: ours, judged by the independent checker, and the peers, run through Python. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Solution } from '../../src/nesting/request.js';

/** Seconds and densities, rising in both. */
export type Curve = (readonly [seconds: number, density: number])[];

/** One run of a program on one instance. */
export interface Run {
  readonly curve: Curve;
  /** Only for ours: the cost of the run, and its last layout. */
  readonly cost?: { readonly cpuSeconds: number; readonly megabytes: number };
  readonly last?: Solution;
}

export interface Bench {
  /** Folder of the checker. */
  readonly data: string;
  /** Folder of the instances. */
  readonly instances: string;
  readonly python: string;
  readonly seconds: number;
  /** Folder of the streams. */
  readonly out: string;
}

const lastLine = (text: string): string => text.trim().split('\n').pop() ?? '';

/** Runs the solver in a process of its own; throws if the checker finds a fault in any line. */
export function ours(bench: Bench, instance: string, seed: number): Run {
  const file = join(bench.instances, `${instance}.json`);
  const stream = join(bench.out, `${instance}-${seed}.ndjson`);
  const program = new URL('./run-instance.js', import.meta.url).pathname;
  execFileSync(process.execPath, [program, file, stream, '--seconds', `${bench.seconds}`, '--seed', `${seed}`]);
  const checker = join(bench.data, 'check_layout.py');
  const judged = spawnSync(bench.python, [checker, file, stream, '--curve'], { encoding: 'utf8', maxBuffer: 1e9 });
  if (!judged.stdout) throw new Error(`the checker did not run: ${lastLine(judged.stderr)}`);
  const verdict = JSON.parse(judged.stdout) as { ok: boolean; violations: unknown[]; curve: [number, number | null][] };
  if (!verdict.ok) throw new Error(`not valid: ${JSON.stringify(verdict.violations).slice(0, 300)}`);
  const curve = verdict.curve.flatMap(([t, density]): Curve => (density === null ? [] : [[t, density]]));
  const lines = readFileSync(stream, 'utf8').trim().split('\n');
  const { cpuSeconds, peakMegabytes } = JSON.parse(lines.pop()!) as { cpuSeconds: number; peakMegabytes: number };
  const solutions = lines.map((line) => JSON.parse(line) as Solution & { type: string });
  const last = solutions.filter(({ type }) => type === 'solution').pop();
  return { curve, cost: { cpuSeconds, megabytes: peakMegabytes }, ...(last && { last }) };
}

export function peer(bench: Bench, name: string, instance: string, seed: number): Run {
  const file = join(bench.instances, `${instance}.json`);
  const run = spawnSync(bench.python, [join('bench/nesting', 'peers.py'), name, file, `${bench.seconds}`, `${seed}`], {
    encoding: 'utf8',
    timeout: (4 * bench.seconds + 60) * 1000,
  });
  if (run.status !== 0) throw new Error(lastLine(run.stderr ?? '') || 'it did not end');
  return { curve: JSON.parse(run.stdout) as Curve };
}

/** Why a peer cannot run here, in one sentence; null when it can. */
export function whyNot(python: string, name: string): string | null {
  const tried = spawnSync(python, [join('bench/nesting', 'peers.py'), name, '--try'], { encoding: 'utf8' });
  return tried.status === 0 ? null : lastLine(tried.stderr ?? '') || `there is no ${python}`;
}
