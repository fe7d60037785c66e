/** Versions of size tables. The trigger makes them immutable for every writer. Names sort by bytes. */
export const sizeTables = `
CREATE TABLE size_table_version (
  table_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  owner_user_id TEXT REFERENCES "user" (id),
  owner_organization_id TEXT REFERENCES organization (id),
  name TEXT COLLATE "C" NOT NULL,
  content TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (table_id, number),
  CHECK ((owner_user_id IS NULL) <> (owner_organization_id IS NULL))
);
CREATE INDEX size_table_by_owner_user ON size_table_version (owner_user_id, name) WHERE owner_user_id IS NOT NULL;
CREATE INDEX size_table_by_owner_organization ON size_table_version (owner_organization_id, name)
  WHERE owner_organization_id IS NOT NULL;

CREATE FUNCTION refuse_change_of_size_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a version of a size table is immutable';
END $$;
CREATE TRIGGER size_table_version_is_not_changed BEFORE UPDATE OR DELETE ON size_table_version
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_size_table();
`;
