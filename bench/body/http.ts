/**
 * Completions a second over HTTP, on one core: requests by the processor time that the server used for them, whatever
 * else the machine does meanwhile. Beside it a bare server that echoes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

const CONNECTIONS = 16;
const route = '/api/v1/bodydbl';

/** Requests a second. */
export interface Rate {
  /** Of the processor time that the server used. */
  readonly core: number;
  /** Of the clock: what one client saw, which shares the machine with the server and is itself the limit of an echo. */
  readonly clock: number;
}

export interface HttpRates {
  /** POST /api/v1/bodydbl of the whole service. */
  readonly service: Rate;
  /** Echoes of the same request, some 100 bytes. */
  readonly echoedRequest: Rate;
  /** Echoes of the service's answer, which a completion has to write as well. */
  readonly echoedAnswer: Rate;
  readonly answerBytes: number;
}

const person = {
  gender: 'female',
  unit: 'metric',
  height: 168,
  weight: 62,
  chestGirth: 92,
  waistGirth: 74,
  hipGirth: 98,
};

/**
 * Rates of all three, in turns, so that what else the machine does falls on each; of each its best turn, the least
 * disturbed one.
 */
export async function httpRates(turns: number): Promise<HttpRates> {
  const service = await start('service');
  const echo = await start('echo');
  const request = JSON.stringify(person);
  const headers = headersOf(service);
  const response = await fetch(service.url + route, { method: 'POST', headers, body: request });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const answer = await response.text();
  const best = { service: nothing, echoedRequest: nothing, echoedAnswer: nothing };
  for (let turn = 0; turn < turns; turn++) {
    best.service = faster(best.service, await rate(service, request));
    best.echoedRequest = faster(best.echoedRequest, await rate(echo, request));
    best.echoedAnswer = faster(best.echoedAnswer, await rate(echo, answer));
  }
  service.child.kill();
  echo.child.kill();
  return { ...best, answerBytes: answer.length };
}

const nothing: Rate = { core: 0, clock: 0 };

const faster = (a: Rate, b: Rate): Rate => ({ core: Math.max(a.core, b.core), clock: Math.max(a.clock, b.clock) });

interface Server {
  readonly child: ChildProcess;
  readonly url: string;
  readonly key: string;
}

const headersOf = ({ key }: Server): Record<string, string> => ({
  'content-type': 'application/json',
  authorization: `Bearer ${key}`,
});

async function start(kind: string): Promise<Server> {
  const child = fork(new URL('./http-server.js', import.meta.url), [kind]);
  const [{ url, key }] = (await once(child, 'message')) as [{ url: string; key: string }];
  return { child, url, key };
}

async function cpuMs({ child }: Server): Promise<number> {
  child.send('usage');
  const [{ cpuMs: used }] = (await once(child, 'message')) as [{ cpuMs: number }];
  return used;
}

/** One second of warm-up, and two that count. */
async function rate(server: Server, body: string): Promise<Rate> {
  const call = {
    url: server.url + route,
    method: 'POST' as const,
    headers: headersOf(server),
    body,
    connections: CONNECTIONS,
  };
  await autocannon({ ...call, duration: 1 });
  const before = await cpuMs(server);
  const { non2xx, errors, requests, duration } = await autocannon({ ...call, duration: 2 });
  if (non2xx + errors > 0) throw new Error(`${call.url}: ${non2xx} answers were no success, ${errors} failed`);
  return { core: requests.total / (((await cpuMs(server)) - before) / 1000), clock: requests.total / duration };
}
