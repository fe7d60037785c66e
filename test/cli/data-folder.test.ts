/** Commands on a data folder whose service has settings of its own: they neither delete its data nor make another store. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../src/cli/exit.js';
import { openJobs } from '../../src/jobs/open-jobs.js';
import { openStore } from '../../src/store/open-store.js';
import { migrate, migrations } from '../../src/store/sqlite/migrate.js';
import { scripted } from '../jobs/workbench.js';
import { userRecord } from '../store/records.js';
import { selvage, temporaryFolder } from './run-selvage.js';

const dayMs = 86_400_000;

/** A store with a job that ended `days` ago. */
async function storeWithOldJob(days: number): Promise<{ dataDir: string; isThere(): Promise<boolean> }> {
  const dataDir = temporaryFolder();
  const store = await openStore({ dataDir });
  const user = userRecord();
  await store.createUser(user);
  const now = () => Date.now() - days * dayMs;
  const jobs = openJobs({ store, retentionMs: undefined, solvers: 0, queues: [], now });
  const caller = { userId: user.id, organizationId: null, plan: 'paid' } as const;
  const submission = { caller, request: scripted({}), queue: 'slow', keepSeconds: 0, warnings: [] } as const;
  const { jobId } = await jobs.queue.submit(submission);
  await jobs.queue.cancel(jobId);
  await jobs.close({ graceMs: 0 });
  await store.close();
  return {
    dataDir,
    async isThere() {
      const opened = await openStore({ dataDir });
      const found = await opened.jobRequest(jobId);
      await opened.close();
      return found !== null;
    },
  };
}

test('a search on a data folder deletes no job: its service knows how long it keeps them', async () => {
  const { dataDir, isThere } = await storeWithOldJob(30);
  const sheet = ['--sheet', '2000x1500', '--material', 'fabric', '--body', 'height=170', '--gender', 'female'];
  const args = ['marker', 'Tote bag', ...sheet, '--time', '3', '-o', 'bag.json', '--data', dataDir];
  const { code, stderr } = await selvage(args, { cwd: temporaryFolder() });
  assert.is(code, 0, stderr);
  assert.ok(await isThere());
});

test('a store that cannot answer is told with its reason', async () => {
  const dataDir = temporaryFolder();
  const store = await openStore({ dataDir });
  const hands = new Sqlite(join(dataDir, 'selvage.db'));
  hands.exec('BEGIN IMMEDIATE');
  const refusal = await store.createUser(userRecord()).catch((error: unknown) => CommandError.of(error));
  hands.close();
  await store.close();
  assert.instance(refusal, CommandError);
  assert.is((refusal as CommandError).exitCode, 5);
  assert.match((refusal as CommandError).message, /cannot answer at the moment: database is locked/);
});

test('an empty data folder is refused, as the service refuses it', async () => {
  const cwd = temporaryFolder();
  const commands = [
    ['pattern', 'list'],
    ['webhook', 'list'],
    ['user', 'create', 'ada'],
    ['backup', 'b.db'],
    ['job', 'purge'],
  ];
  for (const args of commands) {
    const set = await selvage(args, { cwd, env: { SELVAGE_DATA: '' } });
    assert.equal([set.code, set.stderr.trim()], [2, 'selvage: SELVAGE_DATA: a value is required'], args.join(' '));
    const given = await selvage([...args, '--data', ''], { cwd });
    assert.equal([given.code, given.stderr.trim()], [2, 'selvage: --data: a value is required'], args.join(' '));
  }
  assert.equal(readdirSync(cwd), []);
});

test('a command that only shows leaves an older store to its service, and one that makes something does not', async () => {
  const cwd = temporaryFolder();
  const folder = join(cwd, 'selvage-data');
  mkdirSync(folder);
  const db = new Sqlite(join(folder, 'selvage.db'));
  const older = migrations.length - 1;
  migrate(db, older);
  const schema = () => db.pragma('user_version', { simple: true });
  for (const args of [
    ['user', 'list'],
    ['org', 'list'],
    ['audit', '--all'],
    ['job', 'list'],
    ['project', 'list'],
    ['sizes', 'list'],
    ['pattern', 'list'],
    ['webhook', 'list'],
    ['account', 'keys'],
  ]) {
    const { code, stderr } = await selvage(args, { cwd });
    assert.is(code, 5, args.join(' '));
    assert.match(stderr, `it is of an older version of Selvage, with schema ${older}: end the service of that version`);
    assert.is(schema(), older, args.join(' '));
  }
  const made = await selvage(['user', 'create', 'ada'], { cwd });
  assert.is(made.code, 0, made.stderr);
  assert.is(schema(), migrations.length);
  db.close();
  assert.is((await selvage(['user', 'list'], { cwd })).code, 0);
});

test.run();
