/** A client of POST and GET /api/v1/nest, or of /api/v1/lays, that reads line by line, and can be cut off. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { SelvageService } from './selvage-process.js';

export interface Line {
  readonly type: string;
  readonly jobId: string;
  readonly seq: number;
  readonly [key: string]: unknown;
}

const nests = '/api/v1/nest';

type Api = Pick<SelvageService, 'url' | 'key'>;

/** Narrow: the parts need several rows, so that no search proves a layout optimal. */
const sheet = [
  [0, 0],
  [100, 0],
  [100, 2_000],
  [0, 2_000],
];

/** A request that no search proves optimal, so that it ends at its time limit. */
export const request = (seconds: number, change: object = {}): object => ({
  polygons: Array.from({ length: 12 }, (_, i) => ({
    id: `${i}`,
    points: [
      [0, 0],
      [30 + i, 3],
      [22, 17 + 2 * i],
      [5, 40],
    ],
  })),
  bins: [{ boundary: { points: sheet } }],
  allowedRotations: [0, 90, 180, 270],
  maximumExecutionTime: seconds,
  serverId: 'fast',
  ...change,
});

export class RefusedError extends Error {
  constructor(
    readonly status: number,
    body: string,
  ) {
    super(`${status} ${body.slice(0, 300)}`);
  }
}

export function headersOf({ key }: Api): Record<string, string> {
  return { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
}

export const submit = (api: Api, body: object, signal?: AbortSignal, path = nests): AsyncGenerator<Line> =>
  lines(api, 'POST', path, JSON.stringify(body), signal);

export const resume = (
  api: Api,
  jobId: string,
  after: number,
  signal?: AbortSignal,
  path = nests,
): AsyncGenerator<Line> => lines(api, 'GET', `${path}/${jobId}?after=${after}`, '', signal);

/** A connection of its own for each stream, so that both end together. */
async function* lines(
  api: Api,
  method: string,
  path: string,
  body: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Line> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const settings = { method, headers: headersOf(api), agent: false, ...(signal ? { signal } : {}) } as const;
    httpRequest(`${api.url}${path}`, settings, resolve).on('error', reject).end(body);
  });
  answer.setEncoding('utf8');
  let text = '';
  for await (const chunk of answer) {
    text += chunk;
    if (answer.statusCode !== 200) continue;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      yield JSON.parse(text.slice(0, end)) as Line;
      text = text.slice(end + 1);
    }
  }
  if (answer.statusCode !== 200) throw new RefusedError(answer.statusCode ?? 0, text);
}

/** All lines of a job, whatever happens to the connections in between. Gives up after `withinMs`. */
export async function readThrough(
  api: Api,
  jobId: string,
  withinMs: number,
  from: readonly Line[] = [],
): Promise<Line[]> {
  const read = [...from];
  const until = Date.now() + withinMs;
  while (read.at(-1)?.type !== 'done') {
    if (Date.now() > until) throw new Error(`job ${jobId} has not ended; last: ${JSON.stringify(read.at(-1))}`);
    try {
      for await (const line of resume(api, jobId, read.at(-1)?.seq ?? 0)) read.push(line);
    } catch (error) {
      if (error instanceof RefusedError && error.status !== 503 && error.status !== 500) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  return read;
}

/** The rules of every whole stream. */
export function faultOf(read: readonly Line[]): string | null {
  for (const [i, { seq, type }] of read.entries()) {
    if (seq !== i + 1) return `line ${i + 1} has the number ${seq}`;
    if ((type === 'done') !== (i === read.length - 1)) return `done at ${i + 1} of ${read.length}`;
  }
  return read.length === 0 ? 'no lines' : null;
}
