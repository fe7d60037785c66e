/**
 * The scaling of the queue: jobs a minute by worker processes, and calls with 10,000 jobs waiting. It runs on
 * PostgreSQL with synced commits and on the embedded store.
 * usage: npm run bench:scale [-- DEPTH]
 */
import { rmSync } from 'node:fs';
import { startPostgres } from '../../test/store/postgres-server.js';
import { temporaryFile, temporarySchema } from '../../test/store/temporary-store.js';
import { deepQueue, type Timing } from './deep-queue.js';
import { hintTiming } from './hints.js';
import { beginCounting, statementCosts } from './statements.js';
import { jobMs, jobsPerMinute, threadsPerWorker } from './workers.js';

const depth = Number(process.argv[2] ?? 10_000);
const further = [
  'shared_preload_libraries=pg_stat_statements',
  'pg_stat_statements.track_utility=off',
  // Plans are then those of a database with counted rows, older than a minute.
  'autovacuum_naptime=5s',
];
const server = await startPostgres({ durable: true, further });

function print(engine: string, timings: readonly Timing[]): void {
  console.log(`\n${engine}, ${depth.toLocaleString('en')} jobs waiting, 8 calls at a time (*: one)`);
  console.log('call                                p50 ms    p99 ms  worst ms  a second   refused');
  for (const { name, p50, p99, worst, perSecond, refused } of timings) {
    const times = [p50, p99, worst].map((ms) => ms.toFixed(2));
    const cells = [...times, perSecond.toFixed(0), `${refused}`].map((cell) => cell.padStart(10));
    console.log(name.padEnd(32) + cells.join(''));
  }
}

if (server === null) {
  console.log('skipped PostgreSQL, which is not installed here: measuring only the embedded store');
} else {
  console.log(`jobs a minute on PostgreSQL, ${threadsPerWorker} solvers a worker, each job sleeps ${jobMs / 1000} s`);
  let first = 0;
  for (const workers of [1, 2, 4]) {
    const { store, location, close } = await temporarySchema(server.url);
    await store.close();
    const rate = await jobsPerMinute(location, workers);
    first ||= rate;
    console.log(`${workers} workers  ${rate.toFixed(0).padStart(6)} jobs a minute  x ${(rate / first).toFixed(2)}`);
    await close().catch(() => {});
  }
  const { store, location, close } = await temporarySchema(server.url);
  const { perSecond, p50, p99 } = await hintTiming(store, location);
  const heard = `heard after ${p50.toFixed(1)} ms (p50), ${p99.toFixed(1)} ms (p99)`;
  console.log(`\nNOTIFY, 8 senders and a listener in another connection: ${perSecond.toFixed(0)} a second, ${heard}`);
  await beginCounting(server.url);
  print('PostgreSQL', await deepQueue(store, depth));
  console.log('\nin the server, by statement                                               calls  mean ms   log bytes');
  for (const { text, calls, meanMs, walBytes } of await statementCosts(server.url)) {
    console.log(
      `${text.padEnd(73)}${String(calls).padStart(6)}${meanMs.toFixed(3).padStart(9)}${String(walBytes).padStart(12)}`,
    );
  }
  await close();
  await server.stop();
}
const embedded = await temporaryFile();
print('SQLite', await deepQueue(embedded.store, depth));
await embedded.close();
rmSync(embedded.dataDir, { recursive: true, force: true });
