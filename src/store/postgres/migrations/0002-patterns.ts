/** Patterns and their versions. The trigger makes a published version immutable for every writer. Names sort by bytes. */
export const patterns = `
CREATE TABLE pattern (
  id TEXT PRIMARY KEY,
  owner_user_id TEXT REFERENCES "user" (id),
  owner_organization_id TEXT REFERENCES organization (id),
  public BOOLEAN NOT NULL,
  name TEXT COLLATE "C" NOT NULL,
  description TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  CHECK (owner_user_id IS NULL OR owner_organization_id IS NULL)
);
CREATE INDEX pattern_by_name ON pattern (name, id);
CREATE INDEX pattern_by_owner_user ON pattern (owner_user_id, name, id) WHERE owner_user_id IS NOT NULL;
CREATE INDEX pattern_by_owner_organization ON pattern (owner_organization_id, name, id)
  WHERE owner_organization_id IS NOT NULL;

CREATE TABLE pattern_version (
  id TEXT PRIMARY KEY,
  pattern_id TEXT NOT NULL REFERENCES pattern (id),
  number BIGINT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'published')),
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  published_at BIGINT,
  UNIQUE (pattern_id, number),
  CHECK ((state = 'published') = (published_at IS NOT NULL))
);

CREATE FUNCTION refuse_change_of_published_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a published pattern version is immutable';
END $$;
CREATE TRIGGER published_version_is_not_changed BEFORE UPDATE OR DELETE ON pattern_version
  FOR EACH ROW WHEN (old.state = 'published') EXECUTE FUNCTION refuse_change_of_published_version();
`;
