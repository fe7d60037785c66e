/** Nests over REST as any HTTP client would, and checks the NDJSON stream against its grammar. */

import { nestRequest } from '../../gateway/json/nest.js';
import type { NestRequest } from '../../gen/selvage/nest/v1/nest_pb.js';
import type { Placement } from '../nesting/request.js';
import { CommandError, exitCodes } from './exit.js';

/** The members of a line that this check reads. */
interface Line {
  readonly type: string;
  readonly seq: number;
  readonly message?: string;
  readonly generation?: number;
  readonly fitness?: number;
  readonly placements?: readonly Placement[];
}

export interface RestResult {
  readonly lines: number;
  /** Placements of the first and of the last `solution` line. */
  readonly first: readonly Placement[];
  readonly last: readonly Placement[];
}

/** @throws CommandError that names the stream's fault */
export async function nestOverRest(service: { url: string; key: string }, request: NestRequest): Promise<RestResult> {
  const answer = await fetch(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(nestRequest.encode(request)),
  });
  if (answer.status !== 200) throw broken(`POST /api/v1/nest answers ${answer.status}: ${await answer.text()}`);
  const lines: Line[] = [];
  for await (const text of linesOf(answer.body!)) lines.push(JSON.parse(text) as Line);
  return checkGrammar(lines);
}

function checkGrammar(lines: readonly Line[]): RestResult {
  const kinds = ['progress', 'solution', 'info', 'done', 'error'];
  let fitness = Infinity;
  for (const [i, line] of lines.entries()) {
    if (!kinds.includes(line.type)) throw broken(`line ${i + 1} has the unknown type ${line.type}`);
    if (line.seq !== i + 1) throw broken(`line ${i + 1} has the number ${line.seq}`);
    if (line.type === 'error') throw broken(line.message ?? 'error');
    if ((line.type === 'done') !== (i === lines.length - 1)) throw broken(`done is line ${i + 1} of ${lines.length}`);
    if (line.type !== 'solution') continue;
    if (line.fitness! > fitness) throw broken(`line ${i + 1} has a worse layout than one before it`);
    fitness = line.fitness!;
  }
  const solutions = lines.filter(({ type }) => type === 'solution');
  const [first, last] = [solutions[0], solutions.at(-1)];
  if (!first || !last) throw broken('there is no layout');
  if (first.generation !== 0) throw broken('the first layout is not of generation 0');
  return { lines: lines.length, first: first.placements!, last: last.placements! };
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = parts.pop()!;
    yield* parts;
  }
  if (rest !== '') throw broken('the stream does not end with a line feed');
}

const broken = (what: string): CommandError => new CommandError(`REST: ${what}`, { exitCode: exitCodes.failed });
