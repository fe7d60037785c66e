/** Patterns and their versions. The triggers make a published version immutable for every writer. */
export const patterns = `
CREATE TABLE pattern (
  id TEXT PRIMARY KEY,
  owner_user_id TEXT REFERENCES user (id),
  owner_organization_id TEXT REFERENCES organization (id),
  public INTEGER NOT NULL CHECK (public IN (0, 1)),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  CHECK (owner_user_id IS NULL OR owner_organization_id IS NULL)
) STRICT;
CREATE INDEX pattern_by_name ON pattern (name, id);

CREATE TABLE pattern_version (
  id TEXT PRIMARY KEY,
  pattern_id TEXT NOT NULL REFERENCES pattern (id),
  number INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('draft', 'published')),
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  published_at INTEGER,
  UNIQUE (pattern_id, number),
  CHECK ((state = 'published') = (published_at IS NOT NULL))
) STRICT;

CREATE TRIGGER published_version_is_not_changed BEFORE UPDATE ON pattern_version WHEN old.state = 'published'
BEGIN SELECT raise(ABORT, 'a published pattern version is immutable'); END;
CREATE TRIGGER published_version_is_not_deleted BEFORE DELETE ON pattern_version WHEN old.state = 'published'
BEGIN SELECT raise(ABORT, 'a published pattern version is immutable'); END;
`;
