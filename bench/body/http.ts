/**
 * Completions a second over HTTP, on one core: requests by the server's processor time, which other work on the machine
 * does not change. Servers that echo give the comparison.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

const connections = 16;
const path = '/api/v1/bodydbl';

/** Requests a second. */
export interface Rate {
  /** By the server's processor time. */
  readonly core: number;
  /**
   * By the clock, as one client saw it. The client shares the machine with the server and is itself the limit of an
   * echo.
   */
  readonly clock: number;
}

/** The rate of an echo, and the service's rate compared with it. */
export interface Echo {
  readonly rate: Rate;
  /** The service's rate over the echo's: the median over pairs of neighbouring turns. */
  readonly ratio: Rate;
}

export interface HttpRates {
  /** POST /api/v1/bodydbl of the whole service. */
  readonly service: Rate;
  /** A route of the same gateway that echoes the request, some 100 bytes. */
  readonly route: Echo;
  /** A bare server that echoes the request. */
  readonly bare: Echo;
  /** A bare server that echoes the service's answer, which a completion must write as well. */
  readonly bareAnswer: Echo;
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
 * Rates of all servers, in turns of a second. Other work on the machine comes and goes in seconds. So neighbouring
 * turns are compared, and the median of their ratios is told.
 */
export async function httpRates(turns: number): Promise<HttpRates> {
  const service = await start('service');
  const route = await start('route');
  const bare = await start('bare');
  const request = JSON.stringify(person);
  const headers = headersOf(service);
  const response = await fetch(service.url + path, { method: 'POST', headers, body: request });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const answer = await response.text();
  const seen = { service: [] as Rate[], route: [] as Rate[], bare: [] as Rate[], bareAnswer: [] as Rate[] };
  for (const server of [service, route, bare]) await rate(server, request);
  for (let turn = 0; turn < turns; turn++) {
    seen.service.push(await rate(service, request));
    seen.route.push(await rate(route, request));
    seen.bare.push(await rate(bare, request));
    seen.bareAnswer.push(await rate(bare, answer));
  }
  for (const { child } of [service, route, bare]) child.kill();
  const beside = (echoes: readonly Rate[]): Echo => ({
    rate: middle(echoes),
    ratio: middle(
      echoes.map(({ core, clock }, i) => ({
        core: seen.service[i]!.core / core,
        clock: seen.service[i]!.clock / clock,
      })),
    ),
  });
  return {
    service: middle(seen.service),
    route: beside(seen.route),
    bare: beside(seen.bare),
    bareAnswer: beside(seen.bareAnswer),
    answerBytes: answer.length,
  };
}

const middle = (rates: readonly Rate[]): Rate => ({
  core: median(rates.map(({ core }) => core)),
  clock: median(rates.map(({ clock }) => clock)),
});

function median(values: number[]): number {
  values.sort((a, b) => a - b);
  return (values[Math.floor((values.length - 1) / 2)]! + values[Math.ceil((values.length - 1) / 2)]!) / 2;
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

/** The rate in one turn. */
async function rate(server: Server, body: string): Promise<Rate> {
  const call = {
    url: server.url + path,
    method: 'POST' as const,
    headers: headersOf(server),
    body,
    connections: connections,
  };
  const before = await cpuMs(server);
  const { non2xx, errors, requests, duration } = await autocannon({ ...call, duration: 1 });
  if (non2xx + errors > 0) throw new Error(`${call.url}: ${non2xx} answers were not 2xx, ${errors} calls failed`);
  return { core: requests.total / (((await cpuMs(server)) - before) / 1000), clock: requests.total / duration };
}
