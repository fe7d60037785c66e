/**
 * Densities of the service's solver beside other open nesting programs, run in turn on this machine.
 *
 *     node dist/bench/nesting/compare.js [--seconds 30] [--seeds 1,2,3] [--instances a,b] [--peers spyrrow,packingsolver]
 *
 * Needs the shared instances, and a Python with shapely and the peers (`--python PATH`). Every layout of ours is judged by
 * the independent checker. Prints a table in Markdown; `--out FOLDER` keeps the streams, the curves and a plot.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { densityPlot } from './density-plot.js';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    seeds: { type: 'string', default: '1,2,3' },
    instances: {
      type: 'string',
      default:
        'albano,dagli,fu,jakobs1,mao,shapes0,shirts,trousers,marker-shirts,marker-albano-two-sizes,large-shirts-990,large-shirts-4950',
    },
    peers: { type: 'string', default: 'spyrrow,packingsolver' },
    python: { type: 'string', default: 'python3' },
    data: { type: 'string', default: '../shared/nesting' },
    out: { type: 'string' },
  },
});

/** Seconds and densities, rising in both. */
export type Curve = [seconds: number, density: number][];

interface Series {
  readonly program: string;
  readonly instance: string;
  readonly curves: Curve[];
  readonly failures: string[];
}

const seconds = Number(values.seconds);
const folder = values.out ?? mkdtempSync(join(tmpdir(), 'nesting-bench-'));

if (!existsSync(join(values.data, 'instances'))) {
  console.log(`no instances in ${values.data}: nothing to compare`);
  process.exit(0);
}
mkdirSync(folder, { recursive: true });

function ours(instance: string, seed: number): Curve {
  const file = join(values.data, 'instances', `${instance}.json`);
  const stream = join(folder, `${instance}-${seed}.ndjson`);
  execFileSync(process.execPath, [
    new URL('./run-instance.js', import.meta.url).pathname,
    ...[file, stream, '--seconds', String(seconds), '--seed', String(seed)],
  ]);
  const judged = spawnSync(values.python, [join(values.data, 'check_layout.py'), file, stream, '--curve'], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const verdict = JSON.parse(judged.stdout) as { ok: boolean; violations: unknown[]; curve: [number, number | null][] };
  if (!verdict.ok) throw new Error(`not valid: ${JSON.stringify(verdict.violations).slice(0, 300)}`);
  return verdict.curve.flatMap(([t, density]) => (density === null ? [] : [[t, density] satisfies [number, number]]));
}

function peer(name: string, instance: string, seed: number): Curve {
  const script = join('bench/nesting', 'peers.py');
  const file = join(values.data, 'instances', `${instance}.json`);
  const run = spawnSync(values.python, [script, name, file, String(seconds), String(seed)], {
    encoding: 'utf8',
    timeout: (4 * seconds + 60) * 1000,
  });
  if (run.status !== 0) throw new Error(run.stderr.trim().split('\n').pop() ?? 'failed');
  return JSON.parse(run.stdout) as Curve;
}

/** The best density by a time; null before the first layout. */
function at(curve: Curve, time: number): number | null {
  const reached = curve.filter(([t]) => t <= time).map(([, density]) => density);
  return reached.length ? Math.max(...reached) : null;
}

function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function cell({ curves, failures }: Series): string {
  if (!curves.length) return failures[0] ? 'failed' : '';
  const ends = curves.map((curve) => 100 * Math.max(...curve.map(([, density]) => density)));
  const marks = [1, 3, 10].filter((mark) => mark < seconds).map((mark) => curves.map((curve) => at(curve, mark)));
  const early = marks.map((row) => (row.includes(null) ? '-' : (100 * median(row as number[])).toFixed(1)));
  return `**${median(ends).toFixed(2)}** (${Math.min(...ends).toFixed(2)} to ${Math.max(...ends).toFixed(2)}; ${early.join(', ')})`;
}

const programs = ['selvage', ...values.peers.split(',').filter(Boolean)];
const seeds = values.seeds.split(',').map(Number);
const all: Series[] = [];
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${seconds} s, seeds ${seeds}\n`,
);
console.log('Median of the seeds in percent (least to most; at 1, 3 and 10 s).\n');
console.log(`| instance | ${programs.join(' | ')} |\n| --- |${programs.map(() => ' --- |').join('')}`);
for (const instance of values.instances.split(',')) {
  const row = programs.map((program): Series => {
    const series: Series = { program, instance, curves: [], failures: [] };
    for (const seed of seeds) {
      try {
        series.curves.push(program === 'selvage' ? ours(instance, seed) : peer(program, instance, seed));
      } catch (error) {
        series.failures.push(`${program} on ${instance}, seed ${seed}: ${(error as Error).message}`);
      }
    }
    return series;
  });
  all.push(...row);
  console.log(`| ${instance} | ${row.map(cell).join(' | ')} |`);
  writeFileSync(join(folder, `${instance}.svg`), densityPlot(instance, row, seconds));
}
for (const failure of all.flatMap(({ failures }) => failures)) console.log(`- ${failure}`);
writeFileSync(join(folder, 'curves.json'), JSON.stringify(all));
console.log(`\nStreams, curves and plots: ${folder}`);
