/** The embedded store: the contract, and the behaviour of SQLite alone. */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import { openStore } from '../../src/store/open-store.js';
import { migrate, migrations } from '../../src/store/sqlite/migrate.js';
import { noBestLayout } from '../../src/store/sqlite/migrations/0007-no-best-layout.js';
import { claimedOnceInOrder, claimer } from './claims.js';
import { storeContract } from './contract.js';
import { openedAtOnce } from './open-at-once.js';
import { keyRecord, newJob, organizationRecord, patternRecord, someTime, userRecord } from './records.js';
import { sqliteTables } from './tables.js';
import { temporaryFile } from './temporary-store.js';

storeContract('SQLite', async () => {
  const files = await temporaryFile();
  return { ...files, tables: sqliteTables(files.dataDir) };
});

const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'selvage-'));

test('four processes on one file claim every task once, and none is lost', async () => {
  const files = await temporaryFile();
  await claimedOnceInOrder(files, 400, 4);
  await files.close();
});

test('four processes that open a new folder at the same moment all find the one store', async () => {
  for (let round = 0; round < 3; round++) {
    const dataDir = temporaryFolder();
    assert.equal((await Promise.all(['a', 'b', 'c', 'd'].map((name) => claimer({ dataDir }, name)))).flat(), []);
    rmSync(dataDir, { recursive: true });
  }
});

test('threads that open a new folder within microseconds of each other all find the one store', async () => {
  const folders = Array.from({ length: 60 }, () => temporaryFolder());
  assert.equal(await openedAtOnce(8, folders), []);
  for (const folder of folders) rmSync(folder, { recursive: true });
});

test('a second process sees the writes of the first at once', async () => {
  const { store, dataDir, close } = await temporaryFile();
  const second = await openStore({ dataDir });
  const user = userRecord();
  await second.createUser(user);
  assert.equal(await store.findUser(user.id), user);
  await second.close();
  await close();
});

test('the owner of a key is never older than the last change, by whichever process', async () => {
  const { store, dataDir, close } = await temporaryFile();
  const second = await openStore({ dataDir });
  const user = userRecord();
  const key = keyRecord(user.id);
  assert.is(await store.findKeyOwner(key.id, key.secretHash), null);
  await second.createUser(user);
  await second.createKey(key);
  for (const writer of [store, second]) {
    const organization = organizationRecord();
    await second.createOrganization(organization);
    const changed = [
      () => writer.updateUser(user.id, { plan: 'paid', admin: writer === store }),
      () => writer.addMember(organization.id, user.id),
      () => writer.updateOrganization(organization.id, { plan: writer === store ? 'paid' : 'free' }),
      () => writer.removeMember(organization.id, user.id),
      () => writer.addMember(organization.id, user.id),
      () => writer.forgetOrganization(organization.id),
      () => writer.updateKey(key.id, { revokedAt: writer === store ? someTime : someTime + 1 }),
    ];
    for (const change of changed) {
      await Promise.all([store.findKeyOwner(key.id, key.secretHash), second.findKeyOwner(key.id, key.secretHash)]);
      await change();
      for (const reader of [store, second]) {
        assert.equal(await reader.findKeyOwner(key.id, key.secretHash), {
          key: await reader.findKey(key.id),
          user: await reader.findUser(user.id),
          organizations: await reader.listOrganizations({ userId: user.id }),
        });
      }
    }
    assert.is(
      (await store.findKeyOwner(key.id, key.secretHash))!.key.revokedAt,
      writer === store ? someTime : someTime + 1,
    );
  }
  const another = keyRecord(user.id);
  assert.is(await store.findKeyOwner(another.id, another.secretHash), null);
  await store.createKey(another);
  assert.equal((await store.findKeyOwner(another.id, another.secretHash))!.key, await store.findKey(another.id));
  for (let i = 0; i < 2500; i++) assert.is(await store.findKeyOwner(`none${i}`, key.secretHash), null);
  assert.equal((await store.findKeyOwner(another.id, another.secretHash))!.key, await store.findKey(another.id));
  await second.close();
  await close();
});

test('everything is still there after closing and opening again', async () => {
  const dataDir = temporaryFolder();
  const first = await openStore({ dataDir });
  const user = userRecord();
  await first.createUser(user);
  await first.close();
  const second = await openStore({ dataDir });
  assert.equal(await second.findUser(user.id), user);
  await second.close();
  rmSync(dataDir, { recursive: true });
});

test('only the owner may read the folder and the file', async () => {
  const dataDir = join(temporaryFolder(), 'data');
  const store = await openStore({ dataDir });
  assert.is(statSync(dataDir).mode & 0o777, 0o700);
  for (const name of readdirSync(dataDir)) assert.is(statSync(join(dataDir, name)).mode & 0o077, 0, name);
  await store.close();
});

test('published versions are immutable even for a writer of SQL', async () => {
  const { store, dataDir, close } = await temporaryFile();
  const pattern = patternRecord();
  await store.createPattern(pattern);
  const version = { id: 'v', patternId: pattern.id, kind: 'static', content: '{}', createdAt: someTime };
  await store.addPatternVersion(version);
  await store.publishPatternVersion('v', someTime);
  const db = new Sqlite(join(dataDir, 'selvage.db'));
  assert.throws(() => db.exec("UPDATE pattern_version SET content = '[]'"), /immutable/);
  assert.throws(() => db.exec("UPDATE pattern_version SET state = 'draft', published_at = NULL"), /immutable/);
  assert.throws(() => db.exec('DELETE FROM pattern_version'), /immutable/);
  db.close();
  await close();
});

test('every old schema is migrated with its data, and a second run changes nothing', async () => {
  for (let version = 0; version <= migrations.length; version++) {
    const dataDir = temporaryFolder();
    const db = new Sqlite(join(dataDir, 'selvage.db'));
    migrate(db, version);
    assert.is(db.pragma('user_version', { simple: true }), version);
    if (version > 0) db.exec("INSERT INTO organization VALUES ('o', 'atelier', 'paid', 1)");
    db.close();
    for (const _ of [0, 1]) {
      const store = await openStore({ dataDir });
      assert.is((await store.findOrganization('o'))?.name, version > 0 ? 'atelier' : undefined);
      await store.close();
    }
    rmSync(dataDir, { recursive: true });
  }
});

test('a job outlives a column removed from its table', async () => {
  const dataDir = temporaryFolder();
  const before = await openStore({ dataDir });
  const user = userRecord();
  await before.createUser(user);
  const job = newJob(user.id);
  await before.createJob(job);
  const kept = await before.loadJob(job.id);
  const db = new Sqlite(join(dataDir, 'selvage.db'));
  db.exec(
    'ALTER TABLE job ADD COLUMN best_layout TEXT; DROP TABLE size_table_version; DROP TABLE population; DROP TABLE project;' +
      'ALTER TABLE api_key DROP COLUMN scopes; ALTER TABLE api_key DROP COLUMN lifetime_ms; DROP TABLE webhook_delivery; DROP TABLE webhook;' +
      'DROP TRIGGER published_version_is_not_deleted; DROP TABLE forgetting; DROP TABLE audit_reader; DROP TABLE audit_entry; DROP TABLE audit_purge;' +
      'DROP TABLE keyed_request',
  );
  db.pragma(`user_version = ${migrations.indexOf(noBestLayout)}`);
  const after = await openStore({ dataDir });
  assert.not.ok((db.pragma('table_info(job)') as { name: string }[]).some(({ name }) => name === 'best_layout'));
  assert.equal(await after.loadJob(job.id), kept);
  // A program that is still open keeps working with the new schema.
  assert.equal(await before.loadJob(job.id), kept);
  const another = newJob(user.id);
  await before.createJob(another);
  assert.is((await after.loadJob(another.id))?.job.state, 'queued');
  db.close();
  await before.close();
  await after.close();
  rmSync(dataDir, { recursive: true });
});

test('a file of a newer version stays untouched', async () => {
  const dataDir = temporaryFolder();
  await (await openStore({ dataDir })).close();
  const db = new Sqlite(join(dataDir, 'selvage.db'));
  db.pragma(`user_version = ${migrations.length + 1}`);
  db.close();
  const error = await openStore({ dataDir }).catch((reason: unknown) => reason as ServiceError);
  assert.instance(error, ServiceError);
  assert.match((error as ServiceError).message, /newer version/);
  rmSync(dataDir, { recursive: true });
});

test('an unusable folder is named in a sentence', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, 'not a folder');
  const error = await openStore({ dataDir: file }).catch((reason: unknown) => reason as ServiceError);
  assert.match((error as ServiceError).message, new RegExp(`^Cannot open the store in ${file}: `));
});

test('a claim and a position are found through the partial indexes', async () => {
  const { dataDir, close } = await temporaryFile();
  const db = new Sqlite(join(dataDir, 'selvage.db'));
  const plan = (sql: string) =>
    (db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(({ detail }) => detail).join('\n');
  const claim = plan(
    "SELECT rowid FROM task WHERE state = 'queued' AND queue = 'slow' ORDER BY priority DESC, turn, job_number, idx LIMIT 1",
  );
  assert.match(claim, /USING (COVERING )?INDEX task_ready/);
  assert.not.match(claim, /TEMP B-TREE/);
  const position = plan(
    "SELECT id, row_number() OVER (ORDER BY priority DESC, turn, number) FROM job WHERE state = 'queued' AND queue = 'slow'",
  );
  assert.match(position, /USING (COVERING )?INDEX job_queued/);
  assert.not.match(position, /TEMP B-TREE/);
  db.close();
  await close();
});

test.run();
