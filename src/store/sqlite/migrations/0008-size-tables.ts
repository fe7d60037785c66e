/** Versions of size tables. The triggers make them immutable for every writer. */
export const sizeTables = `
CREATE TABLE size_table_version (
  table_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  owner_user_id TEXT REFERENCES user (id),
  owner_organization_id TEXT REFERENCES organization (id),
  name TEXT NOT NULL,
  content TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (table_id, number),
  CHECK ((owner_user_id IS NULL) <> (owner_organization_id IS NULL))
) STRICT;
CREATE INDEX size_table_by_owner_user ON size_table_version (owner_user_id, name) WHERE owner_user_id IS NOT NULL;
CREATE INDEX size_table_by_owner_organization ON size_table_version (owner_organization_id, name)
  WHERE owner_organization_id IS NOT NULL;

CREATE TRIGGER size_table_version_is_not_changed BEFORE UPDATE ON size_table_version
BEGIN SELECT raise(ABORT, 'a version of a size table is immutable'); END;
CREATE TRIGGER size_table_version_is_not_deleted BEFORE DELETE ON size_table_version
BEGIN SELECT raise(ABORT, 'a version of a size table is immutable'); END;
`;
