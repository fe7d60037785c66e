/**
 * An upgrade from the version before: the data of both stores, opened by this one; and both versions over one PostgreSQL, while
 * jobs run and the hosts are replaced one by one.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSchema } from '../store/postgres-schema.js';
import { startPostgres } from '../store/postgres-server.js';
import { amount, figure } from './mode.js';
import { faultOf, headersOf, type Line, readThrough, request, resume, submit } from './nest-client.js';
import { buildPreviousVersion } from './previous-version.js';
import { type SelvageService, startSelvage, startService } from './selvage-process.js';

const version = buildPreviousVersion();
const apron = fileURLToPath(new URL('../../../examples/apron.json', import.meta.url));
const sizes = [{ name: 'S', body: { gender: 'female', unit: 'metric', chestGirth: 84, waistGirth: 67 } }];
const seconds = amount(30, 14);

async function answer(service: SelvageService, method: string, path: string, body?: object): Promise<unknown> {
  const init = { method, headers: headersOf(service), ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await fetch(`${service.url}/api/v1${path}`, init);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** The apron under the name, published by a service: its id. */
function publish({ url, key }: SelvageService, name: string): string {
  const file = join(mkdtempSync(join(tmpdir(), 'selvage-upgrade-')), 'apron.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(apron, 'utf8')), name }));
  const args = [version!, 'pattern', 'publish', file, '--server', url, '--key', key, '--json'];
  const told = execFileSync(process.execPath, args, { encoding: 'utf8' });
  rmSync(dirname(file), { recursive: true });
  return (JSON.parse(told) as { pattern: string }).pattern;
}

const draftOf = (patternId: string) => `/patterns/${patternId}?format=json`;

interface Work {
  readonly jobId: string;
  readonly lines: readonly Line[];
  readonly patternId: string;
  /** Answers under their paths. */
  readonly answers: ReadonlyMap<string, unknown>;
}

/** A published pattern, a size table, a key with scopes and an ended job, with all that the service says of them. */
async function work(service: SelvageService): Promise<Work> {
  const patternId = publish(service, 'Apron of before');
  await answer(service, 'POST', '/size-tables', { name: 'Ours', sizes });
  await answer(service, 'POST', '/account/keys', { name: 'reader', scopes: ['read'] });
  const lines: Line[] = [];
  for await (const line of submit(service, request(1, { keepSeconds: 3_600 }))) lines.push(line);
  const paths = [draftOf(patternId), '/size-tables', '/account/keys'];
  const answers = new Map<string, unknown>();
  for (const path of paths) answers.set(path, await answer(service, 'GET', path));
  return { jobId: lines[0]!.jobId, lines, patternId, answers };
}

/** The first path of `before` that `now` does not say; null: `now` says all of it, and perhaps more. */
function unsaid(now: unknown, before: unknown, path: string): string | null {
  if (typeof before !== 'object' || before === null) return now === before ? null : `${path}: ${before}, now ${now}`;
  if (typeof now !== 'object' || now === null) return path;
  if (Array.isArray(before)) {
    const missing = before.find((one) => !(now as unknown[]).some((other) => unsaid(other, one, path) === null));
    return missing === undefined ? null : `${path}: ${JSON.stringify(missing)}`;
  }
  for (const [name, value] of Object.entries(before)) {
    // a listing of keys tells of this very request
    const fault =
      name === 'lastUsedAt' ? null : unsaid((now as Record<string, unknown>)[name], value, `${path}.${name}`);
    if (fault !== null) return fault;
  }
  return null;
}

async function assertKept(service: SelvageService, { jobId, lines, answers }: Work): Promise<void> {
  for (const [path, before] of answers) assert.is(unsaid(await answer(service, 'GET', path), before, path), null);
  const again: Line[] = [];
  for await (const line of resume(service, jobId, 0)) again.push(line);
  assert.equal(again, lines, 'the ended job, line by line');
}

async function opens(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
  const before = await startService(args, { env, version: version! });
  const done = await work(before);
  assert.is(await before.kill('SIGTERM'), 0);
  const now = await startService(args, { env });
  await assertKept({ ...now, key: before.key }, done);
  assert.is(await now.kill('SIGTERM'), 0);
  const refused = await startService(args, { env, version: version! }).catch((error: Error) => error);
  assert.match((refused as Error).message, /newer version of Selvage|newer/);
}

const server = version === null ? null : await startPostgres({ durable: true });

if (version === null) {
  test('skipped: the clone has no commit of the version before', () => assert.is(version, null));
} else {
  test('this version opens an embedded store of the version before', async () => {
    const data = mkdtempSync(join(tmpdir(), 'selvage-upgrade-'));
    await opens(['--data', data, '--solvers', '1']);
    rmSync(data, { recursive: true, force: true });
  });
}

if (server === null) {
  test('skipped: there is no PostgreSQL here, or no version before', () => assert.is(server, null));
} else {
  test('this version opens a PostgreSQL of the version before', async () => {
    await opens(['--solvers', '1'], { DATABASE_URL: (await createSchema(server.url)).url });
  });

  test('gateways and solver hosts are replaced one by one: every job goes on, every answer is good', async () => {
    const env = { DATABASE_URL: (await createSchema(server.url)).url };
    const hostArgs = ['worker', '--solvers', '1', '--log-level', 'error'];
    const before = await startService(['--solvers', '0'], { env, version: version! });
    const hostBefore = startSelvage(hostArgs, { env, version: version! });
    const done = await work(before);
    const begun: Line[] = [];
    for await (const line of submit(before, request(seconds, { keepSeconds: 3_600 }))) {
      begun.push(line);
      if (line.type === 'solution') break;
    }

    const now: SelvageService = { ...(await startService(['--solvers', '0'], { env })), key: before.key };
    const host = startSelvage(hostArgs, { env });
    // both versions serve one database
    await assertKept(now, done);
    await assertKept(before, done);
    const later = publish(now, 'Apron of now');
    assert.is(unsaid(await answer(now, 'GET', draftOf(later)), await answer(before, 'GET', draftOf(later)), ''), null);
    const crossed: Line[] = [];
    for await (const line of submit(before, request(2, { keepSeconds: 3_600 }))) crossed.push(line);
    assert.is(faultOf(crossed), null);

    assert.is(await before.kill('SIGTERM'), 0);
    assert.is(await hostBefore.kill('SIGTERM'), 0);
    const read = await readThrough(now, begun[0]!.jobId, 60_000, begun);
    assert.is(faultOf(read), null);
    assert.equal(
      read.filter(({ type }) => type === 'error'),
      [],
    );
    await assertKept(now, done);
    figure('lines of a job that both versions worked on', `${read.length}, ${begun.length} before the upgrade`);
    assert.equal([await now.kill('SIGTERM'), await host.kill('SIGTERM')], [0, 0]);
  });
  test.after(() => server.stop());
}

test.run();
