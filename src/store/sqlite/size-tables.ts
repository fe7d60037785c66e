/** SQL of size tables. */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { selection, sizeTableColumns } from '../columns.js';
import type { SizeTableStore, SizeTableVersionRecord } from '../store.js';

export function sqliteSizeTables(db: Database): SizeTableStore {
  const versions = `SELECT ${selection(sizeTableColumns)} FROM size_table_version`;
  const isOwned = '(owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId)';

  const insert = db.prepare<[object], SizeTableVersionRecord>(
    `INSERT INTO size_table_version
       (table_id, number, owner_user_id, owner_organization_id, name, content, sha256, created_at)
     SELECT @tableId, coalesce(max(number), 0) + 1, @ownerUserId, @ownerOrganizationId, @name, @content, @sha256, @createdAt
     FROM size_table_version WHERE table_id = @tableId
     RETURNING ${selection(sizeTableColumns)}`,
  );
  const byNumber = db.prepare<[string, number], SizeTableVersionRecord>(
    `${versions} WHERE table_id = ? AND number = ?`,
  );
  const latest = db.prepare<[string], SizeTableVersionRecord>(
    `${versions} WHERE table_id = ? ORDER BY number DESC LIMIT 1`,
  );
  const owned = db.prepare<[object], SizeTableVersionRecord>(
    `${versions} WHERE ${isOwned} AND (name, table_id) > (@name, @id)
       AND number = (SELECT max(number) FROM size_table_version v WHERE v.table_id = size_table_version.table_id)
     ORDER BY name, table_id LIMIT @limit`,
  );
  const count = db.prepare<[object], { count: number }>(
    `SELECT count(*) AS count FROM size_table_version WHERE ${isOwned}`,
  );

  return {
    async addSizeTableVersion(version) {
      const sha256 = createHash('sha256').update(version.content, 'utf8').digest('hex');
      return insert.get({ ...version, sha256 })!;
    },
    async findSizeTableVersion(tableId, choice) {
      return (choice === 'latest' ? latest.get(tableId) : byNumber.get(tableId, choice)) ?? null;
    },
    async listSizeTables({ owner, after, limit }) {
      return owned.all({ ...owner, name: after?.name ?? '', id: after?.id ?? '', limit });
    },
    async countSizeTableVersions(owner) {
      return count.get(owner)!.count;
    },
  };
}
