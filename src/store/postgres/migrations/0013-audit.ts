/**
 * The audit log. An entry never changes. It goes only when it is older than a row of audit_purge, which the transaction of a
 * purge writes and removes again.
 */
export const audit = `
CREATE TABLE audit_entry (
  number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
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
  number BIGINT NOT NULL REFERENCES audit_entry (number) ON DELETE CASCADE,
  PRIMARY KEY (reader, number)
);
CREATE INDEX audit_reader_by_number ON audit_reader (number);
CREATE TABLE audit_purge (before BIGINT NOT NULL);

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'an entry of the audit log is immutable';
END $$;
CREATE FUNCTION refuse_deletion_of_audit_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM audit_purge WHERE old.created_at < before) THEN RETURN old; END IF;
  RAISE EXCEPTION 'an entry of the audit log is immutable';
END $$;
CREATE FUNCTION refuse_deletion_of_audit_reader() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM audit_entry WHERE number = old.number) THEN RETURN old; END IF;
  RAISE EXCEPTION 'an entry of the audit log is immutable';
END $$;
CREATE TRIGGER audit_entry_stays BEFORE UPDATE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_entry_is_kept BEFORE DELETE ON audit_entry
  FOR EACH ROW EXECUTE FUNCTION refuse_deletion_of_audit_entry();
CREATE TRIGGER audit_entries_are_kept BEFORE TRUNCATE ON audit_entry
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_reader_stays BEFORE UPDATE ON audit_reader
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_audit();
CREATE TRIGGER audit_reader_is_kept BEFORE DELETE ON audit_reader
  FOR EACH ROW EXECUTE FUNCTION refuse_deletion_of_audit_reader();
CREATE TRIGGER audit_readers_are_kept BEFORE TRUNCATE ON audit_reader
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();
`;
