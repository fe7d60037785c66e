/**
 * Judges a stream of /nest line by line, with everything that a polygon may carry. It applies the check of the tests to streams
 * of a service or a bench.
 *
 *     node dist/test/tools/check-stream.js REQUEST.json RESPONSE.ndjson
 *
 * Prints the fault of each faulty line. Exit code 1 if there is any.
 */
import { readFileSync } from 'node:fs';
import { readNestFile } from '../../src/cli/nest-file.js';
import type { Solution } from '../../src/nesting/request.js';
import { nestRequestOf, polygonOf } from '../../src/services/nest/request.js';
import { complaints } from '../nesting/judge.js';

type Line = { type: string } & Solution;

const [requestFile, responseFile] = process.argv.slice(2);
if (!requestFile || !responseFile) {
  process.stderr.write('usage: check-stream REQUEST.json RESPONSE.ndjson\n');
  process.exit(2);
}
const message = readNestFile(requestFile);
const request = nestRequestOf(message, message.polygons.map(polygonOf));
const lines = readFileSync(responseFile, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as Line);

const said: string[] = [];
let layouts = 0;
let before = Number.POSITIVE_INFINITY;
lines.forEach((line, i) => {
  if (line.type === 'done' && i < lines.length - 1) said.push(`line ${i + 1}: done is not the last line`);
  if (line.type !== 'solution') return;
  layouts++;
  if (line.fitness > before) said.push(`line ${i + 1}: fitness rises from ${before} to ${line.fitness}`);
  before = line.fitness;
  for (const complaint of complaints(request, line)) said.push(`line ${i + 1}: ${complaint}`);
});
if (lines.at(-1)?.type !== 'done') said.push('the last line is not done: the stream was cut off');
for (const sentence of said) process.stdout.write(`${sentence}\n`);
process.stdout.write(`${layouts} layouts, ${said.length} complaints\n`);
process.exitCode = said.length === 0 && layouts > 0 ? 0 : 1;
