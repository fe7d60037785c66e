/**
 * The cost of the gateway: its calls a second over those of a bare server that does the same work, in one run.
 * usage: node dist/bench/gateway/overhead.js; exits 1 if a ratio is below its bound.
 *
 * The bare servers have no key to check, no strict decoding, no rules, limits, ids, headers or log. `body` infers 69
 * measurements from two. `trivial` describes one pattern, which is hardly any work.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { BodyService, Gender, UnitSystem } from '../../gen/selvage/body/v1/body_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { authorization, patternId } from '../../test/gateway/plain-services.js';
import { grpcRate, restRate } from './load.js';

const rounds = 3;
const seconds = 2;

const children: ChildProcess[] = [];

async function open(kind: string): Promise<string> {
  const child = spawn(process.execPath, [new URL('./servers.js', import.meta.url).pathname, kind], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return url.toString().trim();
}

/**
 * Runs both in turn, so that other work on the machine falls on both. The best round of each counts, as the least
 * disturbed.
 */
async function ratio(
  name: string,
  bound: number,
  ours: () => Promise<number>,
  bare: () => Promise<number>,
): Promise<boolean> {
  let best = 0;
  let floor = 0;
  for (let round = 0; round < rounds; round++) {
    best = Math.max(best, await ours());
    floor = Math.max(floor, await bare());
  }
  const value = best / floor;
  const verdict = value >= bound ? 'holds' : 'FAILS';
  console.log(
    `${name}: ${best.toFixed(0)} / ${floor.toFixed(0)} calls/s = ${value.toFixed(2)} (>= ${bound} ${verdict})`,
  );
  return value >= bound;
}

const gateway = await open('gateway');
const fastify = await open('fastify');
const connect = await open('connect');

const headers = { authorization, 'content-type': 'application/json' };
const body = JSON.stringify({ gender: 'female', unit: 'metric', height: 170, weight: 62 });
const woman = { gender: Gender.FEMALE, unit: UnitSystem.METRIC, height: 170, weight: 62 };
const get = { method: 'GET', headers: { authorization } } as const;
const post = { method: 'POST', headers, body } as const;
const infer = (url: string) => grpcRate(url, BodyService.method.inferMeasurements, woman, authorization, seconds);
const describe = (url: string) =>
  grpcRate(url, PatternService.method.getPattern, { patternId }, authorization, seconds);

const good = [
  await ratio(
    'REST body, against a bare fastify JSON route',
    0.5,
    () => restRate({ ...post, url: `${gateway}/api/v1/bodydbl` }, seconds),
    () => restRate({ ...post, url: `${fastify}/body` }, seconds),
  ),
  await ratio(
    'REST trivial, against a bare fastify JSON route',
    0.5,
    () => restRate({ ...get, url: `${gateway}/api/v1/patterns/${patternId}` }, seconds),
    () => restRate({ ...get, url: `${fastify}/trivial` }, seconds),
  ),
  await ratio(
    'gRPC body, against a bare connect-fastify handler',
    0.8,
    () => infer(gateway),
    () => infer(connect),
  ),
  await ratio(
    'gRPC trivial, against a bare connect-fastify handler',
    0.8,
    () => describe(gateway),
    () => describe(connect),
  ),
];
for (const child of children) child.kill();
process.exitCode = good.every(Boolean) ? 0 : 1;
