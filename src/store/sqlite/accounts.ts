/** SQL of users, organisations, memberships and API keys. */
import type { Database } from 'better-sqlite3';
import {
  assignments,
  insertion,
  keyColumns,
  organizationColumns,
  scopesOf,
  scopesText,
  selection,
  userColumns,
} from '../columns.js';
import type { AccountStore, KeyOwner, KeyRecord, OrganizationRecord, UserRecord } from '../store.js';
import type { Unchanged } from './unchanged.js';

type UserRow = Omit<UserRecord, 'admin'> & { admin: number };
type KeyRow = Omit<KeyRecord, 'scopes'> & { scopes: string };
type Named = { id: string };

const toUser = (row: UserRow): UserRecord => ({ ...row, admin: row.admin === 1 });
const toKey = (row: KeyRow): KeyRecord => ({ ...row, scopes: scopesOf(row.scopes) });
const toUserRow = <T extends object>(user: T) => ('admin' in user ? { ...user, admin: user.admin ? 1 : 0 } : user);

/** @param owners kept, since every request reads one; every write to a part of an owner clears them */
export function sqliteAccounts(db: Database, owners: Unchanged<KeyOwner>): AccountStore {
  const users = `SELECT ${selection(userColumns)} FROM user`;
  const organizations = `SELECT ${selection(organizationColumns)} FROM organization`;
  const keys = `SELECT ${selection(keyColumns)} FROM api_key`;

  const insertUser = db.prepare(`INSERT INTO user ${insertion(userColumns)}`);
  const userById = db.prepare<[string], UserRow>(`${users} WHERE id = ?`);
  const userByName = db.prepare<[string], UserRow>(`${users} WHERE name = ?`);
  const allUsers = db.prepare<[], UserRow>(`${users} ORDER BY name`);
  const insertOrganization = db.prepare(`INSERT INTO organization ${insertion(organizationColumns)}`);
  const organizationById = db.prepare<[string], OrganizationRecord>(`${organizations} WHERE id = ?`);
  const organizationByName = db.prepare<[string], OrganizationRecord>(`${organizations} WHERE name = ?`);
  const allOrganizations = db.prepare<[], OrganizationRecord>(`${organizations} ORDER BY name`);
  const organizationsOf = db.prepare<[string], OrganizationRecord>(
    `${organizations} WHERE id IN (SELECT organization_id FROM membership WHERE user_id = ?) ORDER BY name`,
  );
  const insertMember = db.prepare(
    'INSERT INTO membership (organization_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  );
  const deleteMember = db.prepare('DELETE FROM membership WHERE organization_id = ? AND user_id = ?');
  const leaveActive = db.prepare(
    'UPDATE user SET active_organization_id = NULL WHERE active_organization_id = ? AND id = ?',
  );
  const membersOf = db.prepare<[string], UserRow>(
    `${users} WHERE id IN (SELECT user_id FROM membership WHERE organization_id = ?) ORDER BY name`,
  );
  const insertKey = db.prepare(`INSERT INTO api_key ${insertion(keyColumns)}`);
  const keyById = db.prepare<[string], KeyRow>(`${keys} WHERE id = ?`);
  const keyByHash = db.prepare<[string, Uint8Array], KeyRow>(`${keys} WHERE id = ? AND secret_hash = ?`);
  const keysOf = db.prepare<[string], KeyRow>(`${keys} WHERE user_id = ? ORDER BY created_at DESC, rowid DESC`);

  const removeMember = db.transaction((organizationId: string, userId: string): boolean => {
    leaveActive.run(organizationId, userId);
    return deleteMember.run(organizationId, userId).changes > 0;
  });

  const ownerOf = db.transaction((id: string, secretHash: Uint8Array): KeyOwner | null => {
    const key = keyByHash.get(id, secretHash);
    if (key === undefined) return null;
    return { key: toKey(key), user: toUser(userById.get(key.userId)!), organizations: organizationsOf.all(key.userId) };
  });

  /** True if the row exists, also for an empty change. */
  const update = (table: string, columns: Record<string, string>, id: string, change: object): boolean => {
    owners.forget();
    const set = assignments(columns, change) || 'id = id';
    return db.prepare<[Named & object]>(`UPDATE ${table} SET ${set} WHERE id = @id`).run({ ...change, id }).changes > 0;
  };

  return {
    async createUser(user) {
      insertUser.run(toUserRow(user));
    },
    async findUser(id) {
      const row = userById.get(id);
      return row ? toUser(row) : null;
    },
    async findUserByName(name) {
      const row = userByName.get(name);
      return row ? toUser(row) : null;
    },
    async listUsers() {
      return allUsers.all().map(toUser);
    },
    async updateUser(id, change) {
      return update('user', userColumns, id, toUserRow(change));
    },

    async createOrganization(organization) {
      insertOrganization.run(organization);
    },
    async findOrganization(id) {
      return organizationById.get(id) ?? null;
    },
    async findOrganizationByName(name) {
      return organizationByName.get(name) ?? null;
    },
    async listOrganizations(filter) {
      return filter ? organizationsOf.all(filter.userId) : allOrganizations.all();
    },
    async updateOrganization(id, change) {
      return update('organization', organizationColumns, id, change);
    },

    async addMember(organizationId, userId) {
      owners.forget();
      insertMember.run(organizationId, userId);
    },
    async removeMember(organizationId, userId) {
      owners.forget();
      return removeMember.immediate(organizationId, userId);
    },
    async listMembers(organizationId) {
      return membersOf.all(organizationId).map(toUser);
    },

    async createKey(key) {
      owners.forget();
      insertKey.run({ ...key, scopes: scopesText(key.scopes) });
    },
    async findKey(id) {
      const row = keyById.get(id);
      return row ? toKey(row) : null;
    },
    async findKeyOwner(id, secretHash) {
      return owners.get(`${id} ${Buffer.from(secretHash).toString('latin1')}`, () => ownerOf(id, secretHash));
    },
    async listKeys(userId) {
      return keysOf.all(userId).map(toKey);
    },
    async updateKey(id, change) {
      return update('api_key', keyColumns, id, change);
    },
  };
}
