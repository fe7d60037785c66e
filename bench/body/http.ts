/**
 * Completions a second over HTTP, on one core: requests by the processor time that the server used for them, whatever
 * else the machine does meanwhile. Beside it a bare server that echoes.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

const CONNECTIONS = 8;

export interface HttpRates {
  /** POST /api/v1/bodydbl of the whole service. */
  readonly service: number;
  /** Echoes of the same request, some 100 bytes. */
  readonly echoedRequest: number;
  /** Echoes of the service's answer, which a completion has to write as well. */
  readonly echoedAnswer: number;
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

/** Rates over `seconds` each. */
export async function httpRates(seconds: number): Promise<HttpRates> {
  const service = await start('service');
  const echo = await start('echo');
  const request = JSON.stringify(person);
  const response = await fetch(`${service.url}/api/v1/bodydbl`, {
    method: 'POST',
    headers: headersOf(service),
    body: request,
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const answer = await response.text();
  const rates = {
    service: await rate(service, request, seconds),
    echoedRequest: await rate(echo, request, seconds),
    echoedAnswer: await rate(echo, answer, seconds),
    answerBytes: answer.length,
  };
  service.child.kill();
  echo.child.kill();
  return rates;
}

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

/** Requests per second of the server's processor time, after as long a warm-up. */
async function rate(server: Server, body: string, duration: number): Promise<number> {
  const call = {
    url: `${server.url}/api/v1/bodydbl`,
    method: 'POST' as const,
    headers: headersOf(server),
    body,
    connections: CONNECTIONS,
  };
  await autocannon({ ...call, duration });
  const before = await cpuMs(server);
  const { non2xx, errors, requests } = await autocannon({ ...call, duration });
  if (non2xx + errors > 0) throw new Error(`${call.url}: ${non2xx} answers were no success, ${errors} failed`);
  return requests.total / (((await cpuMs(server)) - before) / 1000);
}
