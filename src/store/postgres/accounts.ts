/** SQL of users, organisations, memberships and API keys. */
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
import { type Database, Statement } from './database.js';

type Id = { id: string };
type Name = { name: string };
type KeyRow = Omit<KeyRecord, 'scopes'> & { scopes: string };
type Membership = { organizationId: string; userId: string };

const users = `SELECT ${selection(userColumns)} FROM "user"`;
const organizations = `SELECT ${selection(organizationColumns)} FROM organization`;
const keys = `SELECT ${selection(keyColumns)} FROM api_key`;

const insertUser = new Statement<UserRecord>(`INSERT INTO "user" ${insertion(userColumns)}`);
const userById = new Statement<Id, UserRecord>(`${users} WHERE id = @id`);
const userByName = new Statement<Name, UserRecord>(`${users} WHERE name = @name`);
const allUsers = new Statement<object, UserRecord>(`${users} ORDER BY name COLLATE "C"`);
const insertOrganization = new Statement<OrganizationRecord>(
  `INSERT INTO organization ${insertion(organizationColumns)}`,
);
const organizationById = new Statement<Id, OrganizationRecord>(`${organizations} WHERE id = @id`);
const organizationByName = new Statement<Name, OrganizationRecord>(`${organizations} WHERE name = @name`);
const allOrganizations = new Statement<object, OrganizationRecord>(`${organizations} ORDER BY name COLLATE "C"`);
const organizationsOf = new Statement<{ userId: string }, OrganizationRecord>(
  `${organizations} WHERE id IN (SELECT organization_id FROM membership WHERE user_id = @userId)
   ORDER BY name COLLATE "C"`,
);
const insertMember = new Statement<Membership>(
  `INSERT INTO membership (organization_id, user_id) VALUES (@organizationId, @userId) ON CONFLICT DO NOTHING`,
);
const deleteMember = new Statement<Membership>(
  'DELETE FROM membership WHERE organization_id = @organizationId AND user_id = @userId',
);
const leaveActive = new Statement<Membership>(
  `UPDATE "user" SET active_organization_id = NULL WHERE active_organization_id = @organizationId AND id = @userId`,
);
const membersOf = new Statement<{ organizationId: string }, UserRecord>(
  `${users} WHERE id IN (SELECT user_id FROM membership WHERE organization_id = @organizationId)
   ORDER BY name COLLATE "C"`,
);
const insertKey = new Statement<KeyRow>(`INSERT INTO api_key ${insertion(keyColumns)}`);
const keyById = new Statement<Id, KeyRow>(`${keys} WHERE id = @id`);
// The subqueries run only for a row that is found, so not for a wrong hash.
const ownerOfKey = new Statement<Id & { secretHash: Uint8Array }, KeyRow & Omit<KeyOwner, 'key'>>(
  `SELECT ${selection(keyColumns)},
     (SELECT row_to_json(u) FROM (${users} WHERE id = api_key.user_id) AS u) AS user,
     (SELECT coalesce(json_agg(o), '[]') FROM (
        ${organizations} WHERE id IN (SELECT organization_id FROM membership WHERE user_id = api_key.user_id)
        ORDER BY name COLLATE "C") AS o) AS organizations
   FROM api_key WHERE id = @id AND secret_hash = @secretHash`,
);
const keysOf = new Statement<{ userId: string }, KeyRow>(
  `${keys} WHERE user_id = @userId ORDER BY created_at DESC, number DESC`,
);

const toKey = (row: KeyRow): KeyRecord => ({ ...row, scopes: scopesOf(row.scopes) });

export function postgresAccounts(db: Database): AccountStore {
  /** True if the row exists, also for an empty change. */
  const update = async (table: string, columns: Record<string, string>, id: string, change: object) => {
    const set = assignments(columns, change) || 'id = id';
    return (await new Statement(`UPDATE ${table} SET ${set} WHERE id = @id`).run(db, { ...change, id })) > 0;
  };

  return {
    async createUser(user) {
      await insertUser.run(db, user);
    },
    findUser: (id) => userById.one(db, { id }),
    findUserByName: (name) => userByName.one(db, { name }),
    listUsers: () => allUsers.all(db, {}),
    updateUser: (id, change) => update('"user"', userColumns, id, change),

    async createOrganization(organization) {
      await insertOrganization.run(db, organization);
    },
    findOrganization: (id) => organizationById.one(db, { id }),
    findOrganizationByName: (name) => organizationByName.one(db, { name }),
    listOrganizations: (filter) => (filter ? organizationsOf.all(db, filter) : allOrganizations.all(db, {})),
    updateOrganization: (id, change) => update('organization', organizationColumns, id, change),

    async addMember(organizationId, userId) {
      await insertMember.run(db, { organizationId, userId });
    },
    removeMember: (organizationId, userId) =>
      db.transaction(async (session) => {
        await leaveActive.run(session, { organizationId, userId });
        return (await deleteMember.run(session, { organizationId, userId })) > 0;
      }),
    listMembers: (organizationId) => membersOf.all(db, { organizationId }),

    async createKey(key) {
      await insertKey.run(db, { ...key, scopes: scopesText(key.scopes) });
    },
    async findKey(id) {
      const row = await keyById.one(db, { id });
      return row && toKey(row);
    },
    async findKeyOwner(id, secretHash) {
      const row = await ownerOfKey.one(db, { id, secretHash });
      if (row === null) return null;
      const { user, organizations, ...key } = row;
      return { key: toKey(key), user, organizations };
    },
    listKeys: async (userId) => (await keysOf.all(db, { userId })).map(toKey),
    updateKey: (id, change) => update('api_key', keyColumns, id, change),
  };
}
