/**
 * The machine of the primary database is lost, and a replica is promoted. With synchronous commit every acknowledged change and
 * job is there. Without it, the changes since the last received log are lost.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { dataFolder, type PostgresServer, runProgram, servePostgres, startPostgres } from '../store/postgres-server.js';
import { rowsOf } from '../store/tables.js';
import { amount, figure } from './mode.js';
import { type MovingAddress, startAddress } from './moving-address.js';
import { faultOf, headersOf, type Line, readThrough, request, submit } from './nest-client.js';
import { type SelvageService, startService } from './selvage-process.js';

const beforeMs = amount(15_000, 3_000);
const afterMs = amount(5_000, 1_000);

const first = await startPostgres({ durable: true, further: ['wal_level=replica', 'max_wal_senders=8'] });

interface Replica {
  readonly server: PostgresServer;
  /** Its way to the primary. */
  readonly way: MovingAddress;
}

/** A replica of the primary, which receives its log. */
async function replicaOf(primary: PostgresServer): Promise<Replica> {
  const way = await startAddress(primary.port);
  const data = dataFolder();
  const from = ['-d', `host=127.0.0.1 port=${way.port} user=postgres`];
  await runProgram('pg_basebackup', [...from, '-D', join(data, 'db'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync']);
  const server = await servePostgres(data, ['fsync=on', 'hot_standby=on']);
  await until(async () => (await statesOf(primary)).includes('streaming'));
  return { server, way };
}

/** Adds an acknowledged change again and again, and counts failures as nothing. */
function keepChanging(service: SelvageService, made: string[]): { stop: () => Promise<void> } {
  let stopped = false;
  const working = (async () => {
    while (!stopped) {
      const keyId = await newKey(service).catch(() => null);
      if (keyId === null) await delay(50);
      else made.push(keyId);
    }
  })();
  return {
    async stop() {
      stopped = true;
      await working;
    },
  };
}

async function newKey(service: SelvageService): Promise<string | null> {
  const answer = await fetch(`${service.url}/api/v1/account/keys`, {
    method: 'POST',
    headers: headersOf(service),
    body: '{"name": "made before the fault", "scopes": ["read"]}',
  });
  const { key } = (await answer.json()) as { key?: { keyId: string } };
  return answer.status === 200 ? key!.keyId : null;
}

async function keysOf(service: SelvageService): Promise<Set<string>> {
  const answer = await fetch(`${service.url}/api/v1/account/keys`, { headers: headersOf(service) });
  const { keys } = (await answer.json()) as { keys: { keyId: string }[] };
  return new Set(keys.map(({ keyId }) => keyId));
}

async function auditedKeysOf(service: SelvageService): Promise<Set<string>> {
  const found = new Set<string>();
  let pageToken = '';
  do {
    const path = `/api/v1/account/audit?pageSize=200&pageToken=${pageToken}`;
    const answer = await fetch(`${service.url}${path}`, { headers: headersOf(service) });
    const page = (await answer.json()) as { entries: { targets: { id: string }[] }[]; nextPageToken: string };
    for (const { targets } of page.entries) for (const { id } of targets) found.add(id);
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  return found;
}

if (first === null) {
  test('skipped: PostgreSQL is not installed here', () => assert.is(first, null));
} else {
  const address = await startAddress(first.port);
  const second = await replicaOf(first);
  const env = { DATABASE_URL: `postgres://postgres@127.0.0.1:${address.port}/postgres` };
  const service = await startService(['--solvers', '1'], { env });
  const servers: PostgresServer[] = [first, second.server];

  /** The primary is lost, the replica promoted, and the address moved to it. */
  async function failOver(primary: PostgresServer, { server, way }: Replica): Promise<void> {
    await primary.kill();
    way.lead(null);
    await rowsOf(server.url, 'SELECT pg_promote()');
    address.lead(server.port);
  }

  test('with synchronous commit, nothing acknowledged is lost when a replica takes over', async () => {
    await wait(first, '*');
    await until(async () => (await statesOf(first, 'sync_state')).includes('sync'));
    const made: string[] = [];
    const changing = keepChanging(service, made);
    const jobs = new Map<string, Line[]>();
    const submitting = (async () => {
      for (const until = Date.now() + beforeMs; Date.now() < until; ) {
        const lines: Line[] = [];
        for await (const line of submit(service, request(0.3, { keepSeconds: 3_600 }))) {
          lines.push(line);
          jobs.set(line.jobId, lines);
        }
      }
    })();
    await submitting;
    const running = submit(service, request(4, { keepSeconds: 3_600 }));
    const lines: Line[] = [];
    for await (const line of running) {
      lines.push(line);
      jobs.set(line.jobId, lines);
      if (line.type === 'solution') break;
    }
    const started = Date.now();
    await failOver(first, second);
    await until(async () => (await newKey(service).catch(() => null)) !== null);
    figure('from the loss to the first change, seconds', ((Date.now() - started) / 1000).toFixed(1));
    await delay(afterMs);
    await changing.stop();

    assert.is(service.child.exitCode, null, service.log());
    const [keys, audited] = [await keysOf(service), await auditedKeysOf(service)];
    assert.equal([made.filter((id) => !keys.has(id)), made.filter((id) => !audited.has(id))], [[], []]);
    figure('acknowledged changes, all there and in the audit log', made.length);
    for (const [jobId, read] of jobs) {
      const whole = await readThrough(service, jobId, 60_000, read);
      assert.is(faultOf(whole), null, jobId);
      assert.not.ok(whole.some(({ type }) => type === 'error'));
    }
    figure('acknowledged jobs, all ended once', jobs.size);
  });

  test('a change waits for a replica; without synchronous commit, the changes since the last received log are lost', async () => {
    const third = await replicaOf(second.server);
    servers.push(third.server);
    const early = (await newKey(service))!;
    await wait(second.server, '*');
    await until(async () => (await statesOf(second.server, 'sync_state')).includes('sync'));
    await until(async () => (await lagOf(second.server)) === 0);
    third.way.lead(null);
    const started = Date.now();
    assert.is(await newKey(service), null, 'no replica stored it, so nobody is told of it');
    figure('an answer while no replica stores the log, seconds', ((Date.now() - started) / 1000).toFixed(1));
    await wait(second.server, '');
    const late: string[] = [];
    for (let i = 0; i < 10; i++) late.push((await newKey(service))!);
    await failOver(second.server, third);
    await until(async () => (await keysOf(service).catch(() => new Set<string>())).has(early));
    const keys = await keysOf(service);
    assert.equal(
      late.filter((id) => keys.has(id)),
      [],
    );
    figure('acknowledged changes that are lost with a replica that was cut off', late.length);
  });

  test.after(async () => {
    await service.kill('SIGKILL');
    address.close();
    for (const server of servers) await server.stop();
  });
}

async function statesOf(primary: PostgresServer, column = 'state'): Promise<string[]> {
  const rows = await rowsOf<{ state: string }>(primary.url, `SELECT ${column} AS state FROM pg_stat_replication`);
  return rows.map(({ state }) => state);
}

/** Lets commits wait for the replicas of these names. */
async function wait(primary: PostgresServer, names: string): Promise<void> {
  await rowsOf(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '${names}'`);
  await rowsOf(primary.url, 'SELECT pg_reload_conf()');
}

/** Bytes of log that the replica has not stored. */
async function lagOf(primary: PostgresServer): Promise<number> {
  const sql = 'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), flush_lsn)::int AS lag FROM pg_stat_replication';
  return (await rowsOf<{ lag: number }>(primary.url, sql))[0]?.lag ?? -1;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 60_000; !(await holds()); ) {
    if (Date.now() > end) throw new Error('waited for a minute');
    await delay(50);
  }
}

test.run();
