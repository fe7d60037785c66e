/** Users who are being forgotten. Published versions and size tables of theirs go; all others stay immutable for every writer. */
export const forgetting = `
CREATE TABLE forgetting (user_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

DROP TRIGGER IF EXISTS published_version_is_not_deleted;
CREATE TRIGGER published_version_is_not_deleted BEFORE DELETE ON pattern_version
  WHEN old.state = 'published' AND NOT EXISTS (
    SELECT 1 FROM pattern JOIN forgetting ON user_id = owner_user_id WHERE id = old.pattern_id)
BEGIN SELECT raise(ABORT, 'a published pattern version is immutable'); END;

DROP TRIGGER size_table_version_is_not_deleted;
CREATE TRIGGER size_table_version_is_not_deleted BEFORE DELETE ON size_table_version
  WHEN NOT EXISTS (SELECT 1 FROM forgetting WHERE user_id = old.owner_user_id)
BEGIN SELECT raise(ABORT, 'a version of a size table is immutable'); END;
`;
