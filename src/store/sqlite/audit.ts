/** SQL of the audit log. */
import type { Database } from 'better-sqlite3';
import { auditColumns, insertion, selection, targetsOf, targetsText } from '../columns.js';
import { auditPurgeBatch } from '../retention.js';
import type { AuditRecord, AuditStore, NumberedAuditRecord } from '../store.js';

type Row = Omit<NumberedAuditRecord, 'targets'> & { targets: string };

export function sqliteAudit(db: Database): AuditStore {
  const entries = `SELECT number, ${selection(auditColumns)} FROM audit_entry`;
  const page = '(@before IS NULL OR number < @before) AND created_at >= @since ORDER BY number DESC LIMIT @limit';

  const insert = db.prepare<[object]>(`INSERT INTO audit_entry ${insertion(auditColumns)}`);
  const insertReader = db.prepare<[string, number | bigint]>('INSERT INTO audit_reader (reader, number) VALUES (?, ?)');
  const all = db.prepare<[object], Row>(`${entries} WHERE ${page}`);
  const ofReader = db.prepare<[object], Row>(
    `${entries} WHERE number IN (SELECT number FROM audit_reader WHERE reader = @reader) AND ${page}`,
  );
  const allow = db.prepare<[number]>('INSERT INTO audit_purge (before) VALUES (?)');
  const remove = db.prepare<[number]>(
    `DELETE FROM audit_entry WHERE number IN (
       SELECT number FROM audit_entry WHERE created_at < ? ORDER BY created_at LIMIT ${auditPurgeBatch})`,
  );
  const forbid = db.prepare<[]>('DELETE FROM audit_purge');

  const add = db.transaction((entry: AuditRecord, readers: readonly string[]): void => {
    const { lastInsertRowid } = insert.run({ ...entry, targets: targetsText(entry.targets) });
    for (const reader of readers) insertReader.run(reader, lastInsertRowid);
  });
  const purge = db.transaction((before: number): number => {
    allow.run(before);
    const { changes } = remove.run(before);
    forbid.run();
    return changes;
  });

  return {
    async addAuditEntry(entry, readers) {
      add.immediate(entry, readers);
    },
    async listAuditEntries(query) {
      const rows = (query.reader === null ? all : ofReader).all(query);
      return rows.map((row) => ({ ...row, targets: targetsOf(row.targets) }));
    },
    async purgeAuditEntries(before) {
      return purge.immediate(before);
    },
  };
}
