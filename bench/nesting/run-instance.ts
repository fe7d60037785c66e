/**
 * Solves one instance without a service and writes the stream as NDJSON, so that an independent checker can judge it.
 *
 *     node dist/bench/nesting/run-instance.js INSTANCE.json [OUT.ndjson] [--seconds N] [--seed N] [--work N]
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { solve } from '../../src/nesting/solver.js';
import { instanceRequest, streamLine } from './instance.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string' }, seed: { type: 'string', default: '1' }, work: { type: 'string' } },
});
const [instance, out] = positionals;
if (!instance) {
  process.stderr.write('usage: run-instance INSTANCE.json [OUT.ndjson] [--seconds N] [--seed N] [--work N]\n');
  process.exit(2);
}
const request = instanceRequest(JSON.parse(readFileSync(instance, 'utf8')), {
  ...(values.seconds && { maximumExecutionTime: Number(values.seconds) }),
  ...(values.work && { workLimit: Number(values.work) }),
});
const lines: object[] = [];
const end = solve(request, {
  seed: Number(values.seed),
  shouldStop: () => false,
  emit: (event) => lines.push(streamLine(event)),
});
lines.push({ type: 'done', end });
const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
if (out) writeFileSync(out, text);
else process.stdout.write(text);
