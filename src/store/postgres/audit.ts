/** SQL of the audit log. */
import { auditColumns, selection, targetsOf, targetsText } from '../columns.js';
import { auditPurgeBatch } from '../retention.js';
import type { AuditRecord, AuditStore, NumberedAuditRecord } from '../store.js';
import { type Database, Statement } from './database.js';

type Row = Omit<NumberedAuditRecord, 'targets'> & { targets: string };
type Query = Parameters<AuditStore['listAuditEntries']>[0];

const entries = `SELECT number, ${selection(auditColumns)} FROM audit_entry`;
const page = `(@before::bigint IS NULL OR number < @before) AND created_at >= @since ORDER BY number DESC LIMIT @limit`;

const insert = new Statement<Omit<AuditRecord, 'targets'> & { targets: string; readers: readonly string[] }>(
  `WITH entry AS (
     INSERT INTO audit_entry (${Object.values(auditColumns).join(', ')})
     VALUES (${Object.keys(auditColumns)
       .map((field) => `@${field}`)
       .join(', ')})
     RETURNING number)
   INSERT INTO audit_reader (reader, number) SELECT reader, number FROM unnest(@readers::text[]) AS reader, entry`,
);
const all = new Statement<Query, Row>(`${entries} WHERE ${page}`);
const ofReader = new Statement<Query, Row>(
  `${entries} WHERE number IN (SELECT number FROM audit_reader WHERE reader = @reader) AND ${page}`,
);
const allow = new Statement<{ before: number }>('INSERT INTO audit_purge (before) VALUES (@before)');
const remove = new Statement<{ before: number }>(
  `DELETE FROM audit_entry WHERE number IN (
     SELECT number FROM audit_entry WHERE created_at < @before ORDER BY created_at LIMIT ${auditPurgeBatch}
     FOR UPDATE SKIP LOCKED)`,
);
const forbid = new Statement<{ before: number }>('DELETE FROM audit_purge WHERE before = @before');

export function postgresAudit(db: Database): AuditStore {
  return {
    async addAuditEntry(entry, readers) {
      await insert.run(db, { ...entry, targets: targetsText(entry.targets), readers });
    },
    async listAuditEntries(query) {
      const rows = await (query.reader === null ? all : ofReader).all(db, query);
      return rows.map((row) => ({ ...row, targets: targetsOf(row.targets) }));
    },
    purgeAuditEntries: (before) =>
      db.transaction(async (session) => {
        await allow.run(session, { before });
        const purged = await remove.run(session, { before });
        await forbid.run(session, { before });
        return purged;
      }),
  };
}
