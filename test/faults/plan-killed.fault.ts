/**
 * kill -9 in the middle of a lay plan. The plan goes on from its own lines: after a restart of the embedded service, and at
 * another gateway and another solver host over PostgreSQL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { faultsOf, type JudgedOrder } from '../lays/judge.js';
import { createSchema } from '../store/postgres-schema.js';
import { startPostgres } from '../store/postgres-server.js';
import { amount, figure } from './mode.js';
import { faultOf, type Line, resume, submit } from './nest-client.js';
import { type SelvageService, startSelvage, startService } from './selvage-process.js';

const path = '/api/v1/lays';
/** A lease of 15 s must run out, with time left for more nests. */
const seconds = amount(45, 25);

const outlines = [
  [0, 0, 420, 30, 390, 610, 25, 580],
  [0, 0, 510, 45, 370, 660, 90, 640],
  [0, 0, 560, 20, 480, 330, 610, 700, 35, 690],
];
const pairs = (flat: readonly number[]): number[][] =>
  Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2));
const garments = outlines.map((outline, i) => ({
  name: `${i}`,
  parts: [{ points: pairs(outline), quantity: 2 }, { points: pairs(outline.map((v) => 0.45 * v)) }],
}));
const cloths = [{ colour: '', width: 1450, price: 5, endLoss: 20 }];
const costs = { marker: 10, lay: 8, ply: 0.2, cutting: 0.1 };
const table = { length: 6000, plies: 12 };
const order = {
  lines: garments.map((garment, i) => ({ ...garment, quantity: 37 + 11 * i })),
  cloths,
  table,
  costs,
  minDistance: 2,
  maximumExecutionTime: seconds,
  keepSeconds: 600,
  serverId: 'fast',
};
const judged: JudgedOrder = {
  lines: order.lines.map(({ name, quantity }) => ({ garment: name, colour: '', quantity, over: 0, under: 0 })),
  cloths,
  table,
  costs,
};

/** Reads into `lines` until `enough` or the end. */
async function read(
  stream: (signal: AbortSignal) => AsyncGenerator<Line>,
  lines: Line[],
  enough: (lines: readonly Line[]) => boolean = () => false,
): Promise<void> {
  const client = new AbortController();
  for await (const line of stream(client.signal)) {
    lines.push(line);
    if (enough(lines)) break;
  }
  client.abort();
}

const hasPlan = (lines: readonly Line[]): boolean => lines.some(({ type }) => type === 'plan');
const nestsOf = (lines: readonly Line[]): number[] => lines.flatMap(({ nests }) => (nests as number) ?? []);

/** Submits the plan, and leaves with its first plan and some nests behind that. */
async function begun(service: SelvageService): Promise<Line[]> {
  const lines: Line[] = [];
  await read((signal) => submit(service, order, signal, path), lines, hasPlan);
  return lines;
}

/** Reads the rest at a service, and checks the whole stream. */
async function finished(service: SelvageService, lines: Line[]): Promise<void> {
  const known = lines.length;
  await read((signal) => resume(service, lines[0]!.jobId, lines.at(-1)!.seq, signal, path), lines);
  assert.is(faultOf(lines), null);
  const end = lines.findLast(({ type }) => type === 'error');
  assert.is(end, undefined, JSON.stringify(end));
  const plans = lines.filter(({ type }) => type === 'plan');
  for (const plan of plans) assert.equal(faultsOf(judged, plan), []);
  const costOf = ({ cost }: Line): number => (cost as { total: number }).total;
  for (const [i, plan] of plans.entries()) assert.ok(i === 0 || costOf(plan) < costOf(plans[i - 1]!));
  const [before, after] = [Math.max(...nestsOf(lines.slice(0, known))), nestsOf(lines.slice(known))];
  assert.ok(Math.min(...after) >= before, `${before} nests before the kill, then ${after.join(' ')}`);
  assert.ok(Math.max(...after) > before, 'the next planner nested more');
  figure('nests before the kill, and in all', `${before} ${Math.max(...after)}`);
  figure('plans', `${plans.length}, from ${costOf(plans[0]!).toFixed(2)} to ${costOf(plans.at(-1)!).toFixed(2)}`);
}

test('the embedded service is killed: after its restart the plan goes on', async () => {
  const data = mkdtempSync(join(tmpdir(), 'selvage-plan-'));
  const first = await startService(['--data', data, '--solvers', '2']);
  const lines = await begun(first);
  await first.kill('SIGKILL');
  const second = await startService(['--data', data, '--solvers', '2']);
  await finished({ ...second, key: first.key }, lines);
  assert.is(await second.kill('SIGTERM'), 0);
  rmSync(data, { recursive: true, force: true });
});

const server = await startPostgres({ durable: true });

if (server === null) {
  test('skipped: PostgreSQL is not installed here', () => assert.is(server, null));
} else {
  test('the gateway with the planner and the solver host are killed: others go on', async () => {
    const env = { DATABASE_URL: (await createSchema(server.url)).url };
    const host = () => startSelvage(['worker', '--solvers', '2', '--log-level', 'error'], { env });
    const [doomedHost, a] = [host(), await startService(['--solvers', '0'], { env })];
    const lines = await begun(a);
    const [nextHost, b] = [host(), await startService(['--solvers', '0'], { env })];
    await Promise.all([a.kill('SIGKILL'), doomedHost.kill('SIGKILL')]);
    await finished({ ...b, key: a.key }, lines);
    assert.equal([await b.kill('SIGTERM'), await nextHost.kill('SIGTERM')], [0, 0]);
  });
  test.after(() => server.stop());
}

test.run();
