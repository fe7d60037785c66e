/**
 * The audit log. An entry never changes. It goes only when it is older than a row of audit_purge, which the transaction of a
 * purge writes and removes again.
 */
export const audit = `
CREATE TABLE audit_entry (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  organization_id TEXT,
  operation TEXT NOT NULL,
  targets TEXT NOT NULL,
  failure TEXT
);
CREATE INDEX audit_entry_by_time ON audit_entry (created_at);
CREATE TABLE audit_reader (
  reader TEXT NOT NULL,
  number INTEGER NOT NULL REFERENCES audit_entry (number) ON DELETE CASCADE,
  PRIMARY KEY (reader, number)
) WITHOUT ROWID;
CREATE INDEX audit_reader_by_number ON audit_reader (number);
CREATE TABLE audit_purge (before INTEGER NOT NULL);

CREATE TRIGGER audit_entry_stays BEFORE UPDATE ON audit_entry
BEGIN SELECT raise(ABORT, 'an entry of the audit log is immutable'); END;
-- INSERT OR REPLACE would delete a row without the trigger below.
CREATE TRIGGER audit_entry_is_new BEFORE INSERT ON audit_entry
WHEN EXISTS (SELECT 1 FROM audit_entry WHERE id = new.id OR number = new.number)
BEGIN SELECT raise(ABORT, 'an entry of the audit log is immutable'); END;
CREATE TRIGGER audit_entry_is_kept BEFORE DELETE ON audit_entry
WHEN NOT EXISTS (SELECT 1 FROM audit_purge WHERE old.created_at < before)
BEGIN SELECT raise(ABORT, 'an entry of the audit log is immutable'); END;
CREATE TRIGGER audit_reader_stays BEFORE UPDATE ON audit_reader
BEGIN SELECT raise(ABORT, 'an entry of the audit log is immutable'); END;
CREATE TRIGGER audit_reader_is_kept BEFORE DELETE ON audit_reader
WHEN EXISTS (SELECT 1 FROM audit_entry WHERE number = old.number)
BEGIN SELECT raise(ABORT, 'an entry of the audit log is immutable'); END;
`;
