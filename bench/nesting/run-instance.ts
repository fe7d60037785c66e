/**
 * Solves one instance without a service and writes the stream as NDJSON, for the independent checker.
 *
 * node dist/bench/nesting/run-instance.js INSTANCE.json [OUT.ndjson] [--seconds N] [--seed N] [--work N] [--genetic]
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import type { SolverEvent } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { instanceRequest, streamLine } from './instance.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string', default: '1' },
    work: { type: 'string' },
    genetic: { type: 'boolean' },
  },
});
const [instance, out] = positionals;
if (!instance) {
  process.stderr.write(
    'usage: run-instance INSTANCE.json [OUT.ndjson] [--seconds N] [--seed N] [--work N] [--genetic]\n',
  );
  process.exit(2);
}
const request = instanceRequest(JSON.parse(readFileSync(instance, 'utf8')), {
  ...(values.seconds && { maximumExecutionTime: Number(values.seconds) }),
  ...(values.work && { workLimit: Number(values.work) }),
});
const lines: object[] = [];
const options = {
  seed: Number(values.seed),
  shouldStop: () => false,
  emit: (event: SolverEvent) => lines.push(streamLine(event)),
};
const end = solve(request, options, values.genetic ? geneticSearch : undefined);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
lines.push({ type: 'done', end, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6, peakMegabytes: maxRSS / 1024 });
const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
if (out) writeFileSync(out, text);
else process.stdout.write(text);
