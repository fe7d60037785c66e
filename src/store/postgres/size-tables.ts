/** SQL of size tables. */
import { createHash } from 'node:crypto';
import { selection, sizeTableColumns } from '../columns.js';
import type { PatternOwner, SizeTableStore, SizeTableVersionRecord } from '../store.js';
import { type Database, Statement } from './database.js';

const versions = `SELECT ${selection(sizeTableColumns)} FROM size_table_version`;
const isOwned = '(owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId)';

// Gives numbers one at a time: a transaction locks the table while it takes the next one.
const lockTable = new Statement<{ tableId: string }>('SELECT pg_advisory_xact_lock(hashtextextended(@tableId, 0))');
const insert = new Statement<object, SizeTableVersionRecord>(
  `INSERT INTO size_table_version
     (table_id, number, owner_user_id, owner_organization_id, name, content, sha256, created_at)
   SELECT @tableId, coalesce(max(number), 0) + 1, @ownerUserId, @ownerOrganizationId, @name, @content, @sha256,
     @createdAt::bigint
   FROM size_table_version WHERE table_id = @tableId
   RETURNING ${selection(sizeTableColumns)}`,
);
const byNumber = new Statement<{ tableId: string; number: number }, SizeTableVersionRecord>(
  `${versions} WHERE table_id = @tableId AND number = @number`,
);
const latest = new Statement<{ tableId: string }, SizeTableVersionRecord>(
  `${versions} WHERE table_id = @tableId ORDER BY number DESC LIMIT 1`,
);
const owned = new Statement<PatternOwner & { name: string; id: string; limit: number }, SizeTableVersionRecord>(
  `${versions} WHERE ${isOwned} AND (name, table_id) > (@name, @id)
     AND number = (SELECT max(number) FROM size_table_version v WHERE v.table_id = size_table_version.table_id)
   ORDER BY name, table_id LIMIT @limit`,
);
const count = new Statement<PatternOwner, { count: number }>(
  `SELECT count(*) AS count FROM size_table_version WHERE ${isOwned}`,
);

export function postgresSizeTables(db: Database): SizeTableStore {
  return {
    addSizeTableVersion: (version) =>
      db.transaction(async (session) => {
        await lockTable.run(session, version);
        const sha256 = createHash('sha256').update(version.content, 'utf8').digest('hex');
        return (await insert.one(session, { ...version, sha256 }))!;
      }),
    findSizeTableVersion: (tableId, choice) =>
      choice === 'latest' ? latest.one(db, { tableId }) : byNumber.one(db, { tableId, number: choice }),
    listSizeTables: ({ owner, after, limit }) =>
      owned.all(db, { ...owner, name: after?.name ?? '', id: after?.id ?? '', limit }),
    countSizeTableVersions: async (owner) => (await count.one(db, owner))!.count,
  };
}
