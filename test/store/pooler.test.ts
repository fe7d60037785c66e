/** The store through PgBouncer in transaction mode: each statement may meet another connection of the server. */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openLocal } from '../../src/cli/service.js';
import { openStore } from '../../src/store/open-store.js';
import { poolerVersion, startPooler } from './pooler.js';
import { startPostgres } from './postgres-server.js';
import { newJob, someTime, userRecord } from './records.js';

const server = poolerVersion() === null ? null : await startPostgres();

if (server === null) {
  test('skipped: PostgreSQL or PgBouncer is not installed here', () => {});
} else {
  const pooler = await startPooler(server, 2);
  const location = { dataDir: '', databaseUrl: pooler.url, connections: 3 };
  test.after(async () => {
    await pooler.stop();
    await server.stop();
  });

  const listeners = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    const { rows } = await client.query<{ count: number }>(
      // the pooler gives its connections the names of its clients
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE application_name = 'selvage listener' AND (query LIKE 'LISTEN %' OR query = 'SELECT 1')`,
    );
    await client.end();
    return rows[0]!.count;
  };

  test('several processes share two connections: every statement and transaction is answered', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, () => openStore(location)));
    const jobs = await Promise.all(
      stores.map(async (store) => {
        const user = userRecord();
        await store.createUser(user);
        const own = Array.from({ length: 10 }, () => newJob(user.id));
        for (const job of own) await store.createJob(job);
        return own.map(({ id }) => id);
      }),
    );
    const claimed = await Promise.all(
      stores.map(async (store, i) => {
        const found: string[] = [];
        const claim = { queues: ['fast', 'slow'], worker: `w${i}`, now: someTime, leaseUntil: someTime + 1 } as const;
        for (let task = await store.claimTask(claim); task !== null; task = await store.claimTask(claim))
          found.push(task.jobId);
        return found;
      }),
    );
    assert.equal(claimed.flat().sort(), jobs.flat().sort());
    await Promise.all(stores.map((store) => store.close()));
  });

  test('hints need the address of the database itself, and a warning says so', async () => {
    const warning = new Promise<Error & { code?: string }>((resolve) => process.once('warning', resolve));
    const store = await openStore(location);
    store.onHints('jobs', () => {});
    assert.match((await warning).message, 'SELVAGE_DATABASE_LISTEN_URL');
    assert.is(await listeners(), 0);

    const direct = await openStore({ ...location, databaseListenUrl: server.url });
    let leave = () => {};
    const heard = new Promise<string>((resolve) => {
      leave = direct.onHints('jobs', resolve);
    });
    const sending = setInterval(() => void store.sendHints('jobs', ['news']), 20);
    assert.is(await heard, 'news');
    clearInterval(sending);
    assert.is(await listeners(), 1);
    leave();
    while ((await listeners()) > 0) await delay(20);
    await Promise.all([store.close(), direct.close()]);
  });

  test('a command listens at the address of the database itself, too', async () => {
    process.env.DATABASE_LISTEN_URL = server.url;
    const client = await openLocal('unused', {}, { databaseUrl: pooler.url });
    while ((await listeners()) === 0) await delay(20);
    await client.close();
    delete process.env.DATABASE_LISTEN_URL;
  });
}

test.run();
