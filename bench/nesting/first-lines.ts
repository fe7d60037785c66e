/**
 * The caller's wait for the first layout over REST and gRPC, and the solver's part of it (`elapsedSeconds`). A wait
 * lasts from sending a request to the arrival of its first `solution` line. Each row starts a service of its own; the
 * first request goes out as soon as the service is ready.
 *
 * node dist/bench/nesting/first-lines.js [--data ../shared/nesting] [--instances jakobs1,shirts] [--requests 20]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nestRequest } from '../../gateway/json/nest.js';
import { NestService } from '../../gen/selvage/nest/v1/nest_pb.js';
import { decode } from '../../src/cli/decode.js';
import { grpcClient } from '../../src/cli/grpc-client.js';
import { parseJson } from '../../src/json/parse.js';

interface Service {
  readonly url: string;
  readonly apiKey: string;
}

/** Milliseconds from sending a request to its first layout: at the caller, and by the solver's clock. */
interface Wait {
  readonly wire: number;
  readonly engine: number;
}

type Call = (service: Service, text: string) => Promise<Wait>;

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: '../shared/nesting' },
    instances: { type: 'string', default: 'jakobs1,shirts' },
    requests: { type: 'string', default: '20' },
  },
});

async function overRest({ url, apiKey }: Service, body: string): Promise<Wait> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
  const sent = performance.now();
  const { body: stream } = await fetch(`${url}/api/v1/nest`, { method: 'POST', headers, body });
  let wait: Wait | null = null;
  let text = '';
  for await (const bytes of stream!.pipeThrough(new TextDecoderStream())) {
    text += bytes;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = JSON.parse(text.slice(0, end)) as { type: string; jobId: string; elapsedSeconds: number };
      text = text.slice(end + 1);
      if (line.type !== 'solution' || wait) continue;
      wait = { wire: performance.now() - sent, engine: 1000 * line.elapsedSeconds };
      await fetch(`${url}/api/v1/nest/${line.jobId}`, { method: 'DELETE', headers });
    }
  }
  return wait!;
}

async function overGrpc({ url, apiKey }: Service, text: string): Promise<Wait> {
  const client = grpcClient({ url, key: apiKey });
  const request = decode(nestRequest, parseJson(Buffer.from(text)));
  let wait: Wait | null = null;
  const sent = performance.now();
  for await (const { event } of client.serverStream(NestService.method.nest, request)) {
    if (event?.event.case !== 'solution' || wait) continue;
    wait = { wire: performance.now() - sent, engine: 1000 * event.event.value.elapsedSeconds };
    await client.unary(NestService.method.cancelNest, { jobId: event.jobId });
  }
  await client.close();
  return wait!;
}

/** The waits of `requests` requests in turn, to a service of their own. */
async function waits(call: Call, text: string, requests: number): Promise<Wait[]> {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-first-lines-'));
  const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));
  const settings = ['serve', '--json', '--port', '0', '--data', folder, '--log-level', 'error'];
  const child = spawn(process.execPath, [program, ...settings], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const service = JSON.parse(line) as Service;
    const found: Wait[] = [];
    for (let i = 0; i < requests; i++) found.push(await call(service, text));
    return found;
  } finally {
    child.kill();
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

const milliseconds = (value: number): string => value.toFixed(0);

function figures(all: readonly number[]): string {
  const [first, ...later] = all;
  later.sort((a, b) => a - b);
  const median = later[Math.floor(later.length / 2)]!;
  return [first!, median, later.at(-1)!].map(milliseconds).join(' | ');
}

if (!existsSync(join(values.data, 'instances'))) {
  console.log(`skipped: there are no instances in ${values.data}`);
  process.exit(0);
}
console.log('ms until the first layout | wire: first | median | worst | engine: first | median | worst');
console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
const calls = { REST: overRest, gRPC: overGrpc };
for (const name of values.instances.split(',')) {
  const file = JSON.parse(readFileSync(join(values.data, 'instances', `${name}.json`), 'utf8')) as {
    parts: number;
    request: object;
  };
  // Long enough for a search with two threads.
  const text = JSON.stringify({ ...file.request, maximumExecutionTime: 10 });
  // Warms up the bench's own clients.
  for (const call of Object.values(calls)) await waits(call, text, 1);
  for (const [protocol, call] of Object.entries(calls)) {
    const found = await waits(call, text, Number(values.requests));
    const wire = figures(found.map((wait) => wait.wire));
    const engine = figures(found.map((wait) => wait.engine));
    console.log(`| ${name}, ${file.parts} parts, ${protocol} | ${wire} | ${engine} |`);
  }
}
