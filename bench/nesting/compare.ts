/**
 * Densities of the service's solver beside other open nesting programs, run in turn on this machine.
 *
 * npm run bench:nesting -- --python PYTHON --out FOLDER [--seconds 30] [--seeds 1,2,3] [--instances a,b]
 * [--peers spyrrow,packingsolver] [--data ../shared/nesting] [--free]
 *
 * PYTHON has shapely, spyrrow and pyckingsolver (`pip install shapely spyrrow pyckingsolver` in an environment of its
 * own). The bench skips a missing peer. `--free`: 360 rotations for ours, any for the peers. The independent checker
 * judges every layout of ours. The bench prints the results as Markdown. FOLDER gets that text (results.md), the
 * streams, a plot of density over time of each instance, and a picture of every last layout.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { densityPlot } from './density-plot.js';
import { instanceRequest } from './instance.js';
import { layoutPicture } from './layout-picture.js';
import { type Bench, ours, peer, type Run, whyNot } from './programs.js';
import { costTable, densityTable, heading, type Series, sheetsTable } from './report.js';

const strips = ['albano', 'dagli', 'fu', 'jakobs1', 'mao', 'shapes0', 'shirts', 'trousers'];
const others = ['marker-shirts', 'marker-albano-two-sizes', 'large-shirts-990', 'large-shirts-4950'];
/** Most seconds of a search on the queue `slow`. */
const mostOfSlow = 30;
/** Instances that no peer solves. */
const alone = ['sheets-holes', 'hide-shirts'];

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    seeds: { type: 'string', default: '1,2,3' },
    instances: { type: 'string', default: [...strips, ...others, ...alone].join() },
    peers: { type: 'string', default: 'spyrrow,packingsolver' },
    python: { type: 'string', default: 'python3' },
    data: { type: 'string', default: '../shared/nesting' },
    out: { type: 'string' },
    free: { type: 'boolean', default: false },
  },
});

if (!existsSync(join(values.data, 'instances'))) {
  console.log(`skipped: there are no instances in ${values.data}`);
  process.exit(0);
}
const seconds = Number(values.seconds);
const seeds = values.seeds.split(',').map(Number);
const out = values.out ?? mkdtempSync(join(tmpdir(), 'nesting-bench-'));
const instances = join(out, 'instances');
mkdirSync(instances, { recursive: true });
for (const instance of values.instances.split(',')) asRun(instance);
const bench: Bench = { data: values.data, instances, python: values.python, seconds, out };
const notes: string[] = [];
const peers = values.peers.split(',').filter((name) => {
  const why = name && whyNot(values.python, name);
  if (why) notes.push(`skipped ${name}: ${why}`);
  return name && !why;
});
const title = heading(seconds, seeds) + (values.free ? ' Free rotation.' : '');
console.log(`${title}\n${notes.join('\n')}`);

/** Writes the instance for the runs: with `--seconds` and, with `--free`, every whole degree allowed. */
function asRun(instance: string): void {
  const file = JSON.parse(readFileSync(join(values.data, 'instances', `${instance}.json`), 'utf8')) as {
    request: { allowedRotations: number[]; maximumExecutionTime: number; serverId: string };
  };
  file.request.maximumExecutionTime = seconds;
  if (seconds > mostOfSlow) file.request.serverId = 'fast';
  if (values.free) file.request.allowedRotations = Array.from({ length: 360 }, (_, degrees) => degrees);
  writeFileSync(join(instances, `${instance}.json`), JSON.stringify(file));
}

function seriesOf(program: string, instance: string): Series {
  const runs: Run[] = [];
  const failures: string[] = [];
  for (const seed of seeds) {
    try {
      const run = program === 'selvage' ? ours(bench, instance, seed) : peer(bench, program, instance, seed);
      runs.push(run);
      if (run.last) draw(instance, seed, run.last);
      const end = run.curve.reduce((most, [, density]) => Math.max(most, density), 0);
      console.log(`${instance}, ${program}, seed ${seed}: ${end ? `${(100 * end).toFixed(2)} %` : 'done'}`);
    } catch (error) {
      failures.push(`${program} on ${instance}, seed ${seed}: ${(error as Error).message}`);
      console.log(failures[failures.length - 1]);
    }
  }
  return { program, instance, runs, failures };
}

function draw(instance: string, seed: number, last: NonNullable<Run['last']>): void {
  const request = instanceRequest(JSON.parse(readFileSync(join(instances, `${instance}.json`), 'utf8')));
  const name = `${instance}, seed ${seed}: utilisation ${(100 * last.utilisation).toFixed(2)} %`;
  writeFileSync(join(out, `${instance}-${seed}.svg`), layoutPicture(name, request, last));
}

const compared: Series[][] = [];
const sheets: Series[] = [];
for (const instance of values.instances.split(',')) {
  if (alone.includes(instance)) {
    sheets.push(seriesOf('selvage', instance));
    continue;
  }
  const row = ['selvage', ...peers].map((program) => seriesOf(program, instance));
  compared.push(row);
  const curves = row.map(({ program, runs }) => ({ program, curves: runs.map(({ curve }) => curve) }));
  writeFileSync(join(out, `${instance}-density.svg`), densityPlot(instance, curves, seconds));
}
notes.push(...[...compared.flat(), ...sheets].flatMap(({ failures }) => failures));
const parts = [title];
if (compared.length > 0) {
  parts.push('Density in percent, median of the seeds (least to most):', densityTable(compared, seconds, strips));
  parts.push('First layouts, and the cost of a run (medians):', costTable(compared.map(([first]) => first!)));
}
if (sheets.length > 0) parts.push('Sheets with keep-outs, a hide with flaws (every seed):', sheetsTable(sheets));
if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join('\n'));
const text = `${parts.join('\n\n')}\n`;
writeFileSync(join(out, 'results.md'), text);
writeFileSync(join(out, 'curves.json'), JSON.stringify(compared));
console.log(`\n${text}\nStreams, plots and pictures: ${out}`);
