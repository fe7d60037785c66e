/**
 * The wait of a short call beside the search: 50 times `POST /api/v1/bodydbl` a second, at a service with 200 open nest
 * streams. As many streams run as there are solvers. The service is the installed `selvage serve`.
 *
 * node dist/bench/gateway/beside-solvers.js [--streams 200] [--rate 50] [--seconds 20] [--rounds 1] [--program MAIN]
 *
 * The clock sends the calls, whether the calls before are answered or not, and their time counts from when they were
 * due. `--program` (repeatable) is the `dist/src/cli/main.js` of a build. Several programs take turns, round after
 * round, so that other work on the machine falls on all. Exits 1 if the p99 of the first program is above 50 ms in its
 * best round.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '200' },
    rate: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '1' },
    program: {
      type: 'string',
      multiple: true,
      default: [fileURLToPath(new URL('../../src/cli/main.js', import.meta.url))],
    },
  },
});
const [streams, rate, seconds, rounds] = [values.streams, values.rate, values.seconds, values.rounds].map(Number) as [
  number,
  number,
  number,
  number,
];
/** The bound of p99, in milliseconds. */
const bound = 50;
/** Time before calls count, in which solver threads start and the service compiles its code. */
const warmMs = 5_000;

interface Service {
  readonly url: string;
  readonly apiKey: string;
}

interface Round {
  /** Milliseconds, in ascending order. */
  readonly waits: readonly number[];
  /** Share of the time in which the service's main thread was busy. */
  readonly busy: number;
}

const headersOf = ({ apiKey }: Service) => ({
  authorization: `Bearer ${apiKey}`,
  'content-type': 'application/json',
});

/** Opens a nest stream and resolves with its first line; it reads the rest until the service ends. */
function openStream(service: Service, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const settings = { method: 'POST', headers: headersOf(service), agent: false };
    request(`${service.url}/api/v1/nest`, settings, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a stream got status ${answer.statusCode}`));
      answer.on('error', () => {}).once('data', () => resolve());
    })
      .on('error', reject)
      .end(body);
  });
}

const person = '{"gender":"female","unit":"metric","height":168.5,"weight":62}';

/** Milliseconds from the due time of a call to the end of its answer. */
function call(service: Service, agent: Agent, due: number): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${service.url}/api/v1/bodydbl`, { method: 'POST', headers: headersOf(service), agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`a call got status ${answer.statusCode}`));
      answer.resume().on('end', () => resolve(performance.now() - due));
    })
      .on('error', reject)
      .end(person);
  });
}

async function callsOf(service: Service, agent: Agent, milliseconds: number): Promise<number[]> {
  const begun = performance.now();
  const count = Math.round((milliseconds / 1000) * rate);
  const waits: Promise<number>[] = [];
  for (let i = 0; i < count; i++) {
    const due = begun + (i * 1000) / rate;
    const early = due - performance.now();
    if (early > 0) await delay(early);
    waits.push(call(service, agent, due));
  }
  return Promise.all(waits);
}

/** One round at a service of its own, with or without streams. */
async function measure(program: string, open: number): Promise<Round> {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-beside-solvers-'));
  const preload = fileURLToPath(new URL('busy-share.js', import.meta.url));
  const settings = ['serve', '--json', '--port', '0', '--data', folder, '--log-level', 'error'];
  const child = spawn(process.execPath, ['--import', preload, program, ...settings], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const busy = async (): Promise<EventLoopUtilization> => {
    child.send('busy?');
    return ((await once(child, 'message')) as [EventLoopUtilization])[0];
  };
  try {
    const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
    const service = JSON.parse(line) as Service;
    const marker = JSON.parse(
      readFileSync(new URL('../../../examples/marker.json', import.meta.url), 'utf8'),
    ) as object;
    const body = JSON.stringify({ ...marker, maximumExecutionTime: 600, serverId: 'fast' });
    await Promise.all(Array.from({ length: open }, () => openStream(service, body)));
    const agent = new Agent({ keepAlive: true });
    await callsOf(service, agent, warmMs);
    const before = await busy();
    const waits = await callsOf(service, agent, seconds * 1000);
    const { utilization } = performance.eventLoopUtilization(await busy(), before);
    agent.destroy();
    return { waits: waits.sort((a, b) => a - b), busy: utilization };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
    rmSync(folder, { recursive: true });
  }
}

const quantile = (waits: readonly number[], part: number): number => waits[Math.ceil(part * waits.length) - 1]!;

function tell(name: string, { waits, busy }: Round): void {
  const [p50, p99, max] = [0.5, 0.99, 1].map((part) => quantile(waits, part).toFixed(1));
  console.log(`| ${name} | ${p50} | ${p99} | ${max} | ${(100 * busy).toFixed(0)} % |`);
}

console.log(`${rate} bodydbl a second for ${seconds} s; milliseconds | p50 | p99 | max | main thread busy |`);
console.log('| --- | ---: | ---: | ---: | ---: |');
let best = Number.POSITIVE_INFINITY;
for (let round = 0; round < rounds; round++) {
  for (const [i, program] of values.program.entries()) {
    const name = values.program.length > 1 ? ` of ${program}` : '';
    if (round === 0) tell(`alone${name}`, await measure(program, 0));
    const found = await measure(program, streams);
    tell(`beside ${streams} streams${name}`, found);
    if (i === 0) best = Math.min(best, quantile(found.waits, 0.99));
  }
}
console.log(`p99 of ${best.toFixed(1)} ms (<= ${bound} ${best <= bound ? 'holds' : 'FAILS'})`);
process.exitCode = best <= bound ? 0 : 1;
