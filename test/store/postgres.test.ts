/** The store of many hosts on a PostgreSQL server: the contract, and the behaviour of this engine alone. */

import pg from 'pg';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { openStore } from '../../src/store/open-store.js';
import { migrations } from '../../src/store/postgres/migrate.js';
import { openPool } from '../../src/store/postgres/pool.js';
import { claimedOnceInOrder } from './claims.js';
import { storeContract } from './contract.js';
import { createSchema } from './postgres-schema.js';
import { givenUrl, startPostgres } from './postgres-server.js';
import { newJob, patternRecord, someTime, userRecord } from './records.js';
import { postgresTables, rowsOf } from './tables.js';
import { temporarySchema } from './temporary-store.js';

const server = givenUrl ? null : await startPostgres();
const databaseUrl = givenUrl ?? server?.url;

if (databaseUrl === undefined) {
  test('skipped: PostgreSQL is not installed here, and TEST_DATABASE_URL names no database', () => {
    assert.is(databaseUrl, undefined);
  });
} else {
  storeContract('PostgreSQL', async () => {
    const schema = await temporarySchema(databaseUrl);
    return { ...schema, tables: postgresTables((sql) => rowsOf(schema.location.databaseUrl!, sql)) };
  });
  onServer(databaseUrl);
}
if (server) test.after(() => server.stop());

function onServer(databaseUrl: string): void {
  test('eight hosts that open an empty database at the same moment migrate it once', async () => {
    const schema = await createSchema(databaseUrl);
    const location = { dataDir: '', databaseUrl: schema.url };
    const stores = await Promise.all(Array.from({ length: 8 }, () => openStore(location)));
    assert.equal(await rowsOf(schema.url, 'SELECT number FROM schema_version'), [{ number: migrations.length }]);
    const user = userRecord();
    await stores[0]!.createUser(user);
    for (const store of stores) assert.equal(await store.findUser(user.id), user);
    await Promise.all(stores.map((store) => store.close()));
    const again = await openStore(location);
    assert.equal(await again.findUser(user.id), user);
    await again.close();
    await rowsOf(schema.url, `UPDATE schema_version SET number = ${migrations.length + 1}`);
    const error = await openStore(location).catch((reason: unknown) => reason as ServiceError);
    assert.match((error as ServiceError).message, /newer version/);
    await schema.drop();
  });

  test('four processes claim every task once, and none is lost', async () => {
    const schema = await temporarySchema(databaseUrl);
    await claimedOnceInOrder(schema, 400, 4);
    await schema.close();
  });

  test('a caller does not wait for a late answer, and the connection is used again', async () => {
    const pool = openPool({ url: databaseUrl, connections: 1, kept: 1 });
    const session = async () => (await pool.run<{ pid: number }>('SELECT pg_backend_pid() AS pid', [])).rows[0]!.pid;
    const before = await session();
    const slow = pool.run<{ done: string }>("SELECT 'done' AS done FROM pg_sleep(2.5)", []);
    const error = (await slow.catch((reason: unknown) => reason)) as ServiceError;
    assert.equal([error.kind, error.code], ['unavailable', 'store_unavailable']);
    assert.is(await session(), before);
    await pool.close();
  });

  test('hints reach the other processes', async () => {
    const { store, location, close } = await temporarySchema(databaseUrl);
    const other = await openStore(location);
    const heard = new Promise<string[]>((resolve) => {
      const hints: string[] = [];
      other.onHints('jobs', (hint) => {
        if (hint !== 'probe') hints.push(hint);
        if (hints.length === 600) resolve(hints);
      });
    });
    // The first hint that arrives shows that listening has begun.
    const begun = new Promise<void>((resolve) => {
      const leave = other.onHints('jobs', () => {
        leave();
        resolve();
      });
    });
    const probing = setInterval(() => void store.sendHints('jobs', ['probe']), 20);
    await begun;
    clearInterval(probing);
    const sent = Array.from({ length: 600 }, (_, i) => `${i}-${'x'.repeat(36)}`);
    await store.sendHints('jobs', sent);
    assert.equal(await heard, sent);
    await other.close();
    await close();
  });

  test('published versions are immutable even for a writer of SQL', async () => {
    const { store, location, close } = await temporarySchema(databaseUrl);
    const pattern = patternRecord();
    await store.createPattern(pattern);
    await store.addPatternVersion({
      id: 'v',
      patternId: pattern.id,
      kind: 'static',
      content: '{}',
      createdAt: someTime,
    });
    await store.publishPatternVersion('v', someTime);
    for (const text of ["UPDATE pattern_version SET content = '[]'", 'DELETE FROM pattern_version']) {
      const error = await rowsOf(location.databaseUrl!, text).catch((reason: unknown) => String(reason));
      assert.match(String(error), /immutable/);
    }
    await close();
  });

  test('a claim and a position are found through the partial indexes', async () => {
    const { store, location, close } = await temporarySchema(databaseUrl);
    const user = userRecord();
    await store.createUser(user);
    for (let i = 0; i < 200; i++) await store.createJob(newJob(user.id));
    const plans = [
      [
        'task_ready',
        "SELECT job_id, idx FROM task WHERE state = 'queued' AND queue = 'slow' ORDER BY priority DESC, turn, job_number, idx LIMIT 1 FOR UPDATE SKIP LOCKED",
      ],
      [
        'job_queued',
        "SELECT id, row_number() OVER (ORDER BY priority DESC, turn, number) FROM job WHERE state = 'queued' AND queue = 'slow'",
      ],
    ] as const;
    for (const [index, text] of plans) {
      const client = new pg.Client({ connectionString: location.databaseUrl });
      await client.connect();
      await client.query(
        'SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; ANALYZE job, task',
      );
      const { rows } = await client.query(`EXPLAIN ${text}`);
      await client.end();
      const lines = rows.map((row) => Object.values(row)[0]).join('\n');
      assert.match(lines, index, lines);
      assert.not.match(lines, /Sort/);
    }
    await close();
  });

  test('a missing server is reported in a sentence, within the time of a call', async () => {
    const error = await openStore({ dataDir: '', databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }).catch(
      (reason: unknown) => reason as ServiceError,
    );
    assert.instance(error, ServiceError);
    assert.match((error as ServiceError).message, /^Cannot open the store in the database of DATABASE_URL: /);
  });
}

test.run();
