/**
 * A caller who tries a key learns nothing from the work that it costs: neither whether its id exists nor anything of
 * its owner.
 */
import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import Sqlite from 'better-sqlite3';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Accounts } from '../../src/accounts/accounts.js';
import { generateKey, parseKey } from '../../src/accounts/api-key.js';
import type { ServiceError } from '../../src/errors.js';
import type { Database } from '../../src/store/postgres/database.js';
import { openPool } from '../../src/store/postgres/pool.js';
import { postgresStore } from '../../src/store/postgres/postgres-store.js';
import { sqliteAccounts } from '../../src/store/sqlite/accounts.js';
import { sqliteForgetting } from '../../src/store/sqlite/forgetting.js';
import { migrate } from '../../src/store/sqlite/migrate.js';
import { Unchanged } from '../../src/store/sqlite/unchanged.js';
import type { AccountStore, ForgettingStore, KeyOwner } from '../../src/store/store.js';
import { createSchema } from '../store/postgres-schema.js';
import { givenUrl, startPostgres } from '../store/postgres-server.js';

/** A store that notes the statements it executes, without their values. */
interface NotingStore {
  readonly store: AccountStore & ForgettingStore;
  readonly statements: string[];
  close(): Promise<void>;
}

async function notingSqlite(): Promise<NotingStore> {
  const statements: string[] = [];
  const note = (sql: unknown) => statements.push(String(sql).replace(/x?'[^']*'/gi, '?'));
  const db = new Sqlite(':memory:', { verbose: note });
  migrate(db);
  const owners = new Unchanged<KeyOwner>(db);
  const store = { ...sqliteAccounts(db, owners), ...sqliteForgetting(db, owners) };
  return { store, statements, close: async () => void db.close() };
}

async function notingPostgres(databaseUrl: string): Promise<NotingStore> {
  const statements: string[] = [];
  const schema = await createSchema(databaseUrl);
  const pool = openPool({ url: schema.url, connections: 2, kept: 1 });
  const db: Database = {
    ...pool,
    run(text, values) {
      statements.push(text);
      return pool.run(text, values);
    },
  };
  const store = await postgresStore(db);
  const close = async () => {
    await store.close();
    await schema.drop();
  };
  return { store, statements, close };
}

/** The text of a key with a known id but another secret: all but the secret is right. */
function withOtherSecret(text: string): string {
  const [, id] = text.split('_');
  const other = generateKey().text.split('_')[2]!.slice(0, -6);
  const body = `selvage_${id}_${other}`;
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  let checksum = '';
  for (let rest = crc32(body); checksum.length < 6; rest = Math.floor(rest / 62))
    checksum = alphabet[rest % 62] + checksum;
  return body + checksum;
}

async function assertSameWork(open: () => Promise<NotingStore>): Promise<void> {
  const { store, statements, close } = await open();
  const accounts = new Accounts(store);
  const user = await accounts.createUser({ name: 'ann' });
  const organization = await accounts.createOrganization({ name: 'atelier' });
  await accounts.addMember(organization.id, user.id);
  const { text } = await accounts.createKey({ userId: user.id, name: 'laptop' });
  const works = (key: string) => accounts.authenticate(credentialsOf(key));
  assert.is((await works(text)).userName, 'ann');

  const workOf = async (key: string) => {
    assert.is.not(parseKey(key), null, 'has the form of a key');
    statements.length = 0;
    const refused = (await works(key).catch((error: unknown) => error)) as ServiceError;
    assert.is(refused.kind, 'unauthenticated');
    return statements.slice();
  };
  const unknown = await workOf(generateKey().text);
  assert.is(unknown.filter((sql) => sql.includes('FROM api_key')).length, 1);
  for (let i = 0; i < 3; i++) {
    assert.equal(await workOf(withOtherSecret(text)), unknown);
    assert.equal(await workOf(generateKey().text), unknown);
    assert.is((await works(text)).userName, 'ann');
  }
  const hash = createHash('sha256').update(randomUUID()).digest();
  assert.is(await store.findKeyOwner(text.split('_')[1]!, hash), null, 'the owner stays in the store');
  await close();
}

const credentialsOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  organization: undefined,
  organizationSynonym: undefined,
});

test('SQLite: a wrong secret costs the statements of an unknown id', () => assertSameWork(notingSqlite));

const server = givenUrl ? null : await startPostgres();
const databaseUrl = givenUrl ?? server?.url;
if (databaseUrl !== undefined) {
  test('PostgreSQL: a wrong secret costs the statements of an unknown id', () =>
    assertSameWork(() => notingPostgres(databaseUrl)));
  test.after(() => server?.stop());
}

test.run();
