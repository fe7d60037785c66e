/** Writes the rows of a completed table as they come, under a bar on a terminal. Reports the result on standard error. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { SingleBar } from 'cli-progress';
import type { Completion } from '../body/complete.js';
import { makeFolder } from '../store/make-folder.js';
import { systemReason } from '../system-failure.js';
import { completedHeader, completedJson, completedLine, type PeopleTable } from './body-csv.js';
import { CommandError } from './exit.js';

export interface CompletedOptions {
  readonly output?: string;
  /** Add the ends of the 90 % intervals to the table. */
  readonly intervals?: boolean;
  /** Write a line of JSON for each person instead of the table. */
  readonly json?: boolean;
}

/** Lines written at once. */
const linesAChunk = 256;

export async function writeCompleted(
  table: PeopleTable,
  bodies: AsyncIterable<Completion>,
  { output, intervals = false, json = false }: CompletedOptions,
): Promise<void> {
  const all = table.people.length;
  const bar = new SingleBar({
    format: '{bar} {value} of {total} people | {eta_formatted} left',
    stream: process.stderr,
  });
  if (process.stderr.isTTY) bar.start(all, 0);
  const start = performance.now();
  let [done, warned] = [0, 0];
  async function* chunks(): AsyncGenerator<string> {
    let chunk = json ? '' : completedHeader(table, intervals);
    for await (const body of bodies) {
      const person = table.people[done]!;
      chunk += json ? completedJson(table, person, body) : completedLine(table, person, body, intervals);
      if (body.warnings.length > 0) warned++;
      if (++done % linesAChunk > 0) continue;
      yield chunk;
      chunk = '';
      if (process.stderr.isTTY) bar.update(done);
    }
    yield chunk;
    if (process.stderr.isTTY) bar.update(done);
  }
  try {
    await writeAll(chunks(), output);
  } finally {
    if (process.stderr.isTTY) bar.stop();
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const warnings = warned === 0 ? '' : `; ${warned} with warnings`;
  process.stderr.write(`${done} of ${all} people in ${seconds} s${warnings}\n`);
}

async function writeAll(chunks: AsyncIterable<string>, output: string | undefined): Promise<void> {
  if (output === undefined || output === '-') {
    for await (const chunk of chunks) await written(process.stdout, chunk);
    return;
  }
  try {
    makeFolder(dirname(output));
    const file = createWriteStream(output);
    await once(file, 'open');
    for await (const chunk of chunks) await written(file, chunk);
    file.end();
    await once(file, 'close');
  } catch (error) {
    if (!(error instanceof Error) || !('syscall' in error)) throw error;
    throw new CommandError(`The file ${output} cannot be written: ${systemReason(error)}`, { cause: error });
  }
}

async function written(stream: Writable, chunk: string): Promise<void> {
  if (!stream.write(chunk)) await once(stream, 'drain');
}
