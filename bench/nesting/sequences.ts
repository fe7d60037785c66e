/**
 * Fingerprints of whole searches: for each instance one digest of all layouts of a seed and a work limit, in order. A
 * change without effect on the search prints the same lines before and after.
 *
 * node dist/bench/nesting/sequences.js [--work N] [--seeds 1,2] [--set OPTION=NUMBER] [NAME...]
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { NestRequest, SolverEvent } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { instanceRequest } from './instance.js';

const folders = ['../shared/nesting/instances', '../shared/nesting/sheets'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    work: { type: 'string', default: '2000' },
    seeds: { type: 'string', default: '1,2' },
    set: { type: 'string', multiple: true, default: [] },
  },
});
const over: Record<string, unknown> = { workLimit: Number(values.work), maximumExecutionTime: 3600, reportInterval: 0 };
for (const setting of values.set) {
  const [option, value] = setting.split('=') as [string, string];
  over[option] = Number(value);
}
const files = folders.flatMap((folder) =>
  existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : [],
);
for (const file of files.filter((path) => path.endsWith('.json')).sort()) {
  const name = basename(file, '.json');
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const request = instanceRequest(JSON.parse(readFileSync(file, 'utf8')), over as Partial<NestRequest>);
  for (const seed of values.seeds.split(',').map(Number)) {
    const digest = createHash('sha256');
    const before = process.cpuUsage();
    let layouts = 0;
    let last: { generation: number; tested: number; utilisation: number } | null = null;
    const emit = (event: SolverEvent): void => {
      if (event.type !== 'solution') return;
      const { elapsedSeconds: _, ...layout } = event.solution;
      digest.update(JSON.stringify(layout));
      layouts++;
      last = layout;
    };
    solve(request, { seed, shouldStop: () => false, emit });
    const { user, system } = process.cpuUsage(before);
    const { generation, tested, utilisation } = last!;
    const ended = `${(100 * utilisation).toFixed(3)} % generation ${generation} tested ${tested}`;
    console.log(`${name} seed ${seed}: ${digest.digest('hex').slice(0, 16)} ${layouts} layouts ${ended}`);
    process.stderr.write(`${name}: ${((user + system) / 1e6).toFixed(1)} s\n`);
  }
}
process.exit(0);
