/**
 * The watch over the engine: every case at a fixed amount of work, where densities and counts of the cost repeat exactly,
 * beside the baseline that is checked in. Fails where the engine has become worse.
 *
 *     node dist/bench/nesting/watch/main.js [--renew] [NAME...]    --renew writes the baseline of the cases that ran
 *
 * Speed is printed and not judged: passes per second of processor time, as a ratio to the rounds of a calibrating loop in
 * the same time.
 */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { roundsPerSecond } from './calibration.js';
import { hasShared, type WatchCase, watchCases } from './cases.js';
import { type CaseRun, readBaseline, renewBaseline } from './record.js';
import { faultsOf } from './verdict.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { renew: { type: 'boolean' } } });
const chosen = watchCases.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (!hasShared) console.log('../shared/nesting is not there: only the generated cases run');

const program = fileURLToPath(new URL('run-case.js', import.meta.url));
const run = promisify(execFile);
const baseline = readBaseline();
const calibrated = roundsPerSecond();
const found = new Map<WatchCase, CaseRun>();
const queue = [...chosen];
console.log(
  'case                            density before   made again  tables again dropped     MB by outlines  pos/pass   cpu s  speed',
);

async function runNext(): Promise<void> {
  for (let watched = queue.shift(); watched; watched = queue.shift()) {
    const { stdout } = await run(process.execPath, [program, watched.name], { timeout: 1_800_000 });
    const result = JSON.parse(stdout) as CaseRun;
    found.set(watched, result);
    if (values.renew) renewBaseline(new Map([[watched, result]]));
    console.log(lineOf(watched, result));
  }
}

function lineOf({ name }: WatchCase, { density, counters: c, passes, seconds }: CaseRun): string {
  const before = baseline[name]?.density.toFixed(2) ?? '-';
  return [
    name.padEnd(32),
    density.toFixed(2).padStart(6),
    before.padStart(6),
    String(c.polygonsMade).padStart(6),
    String(c.polygonsMadeAgain).padStart(6),
    String(c.tablesMade).padStart(6),
    String(c.tablesMadeAgain).padStart(6),
    String(c.tablesDropped).padStart(6),
    (c.tableBytes / 1e6).toFixed(1).padStart(6),
    String(c.weighingsByOutlines).padStart(11),
    String(c.positionsPerPass).padStart(7),
    seconds.toFixed(1).padStart(7),
    (passes / seconds / calibrated).toFixed(2).padStart(8),
  ].join(' ');
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runNext));
const ordered = new Map(chosen.map((watched) => [watched, found.get(watched)!]));
const total = [...found.values()].reduce((sum, { seconds }) => sum + seconds, 0);
console.log(`${found.size} cases, ${total.toFixed(0)} s of processor time`);
if (values.renew) {
  console.log('the baseline has been renewed');
} else {
  const faults = faultsOf(baseline, ordered);
  for (const fault of faults) console.log(`WORSE ${fault}`);
  if (faults.length > 0) {
    console.log('Where this is meant, renew the baseline (--renew) in the commit that gives its reason.');
    process.exit(1);
  }
}
