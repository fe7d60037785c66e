/**
 * Organisations are forgotten as users are. The column `forgetting.user_id` holds the id of an organisation, too; it keeps its name
 * for older programs that are still open.
 */
export const forgottenOrganizations = `
DROP TRIGGER published_version_is_not_deleted;
CREATE TRIGGER published_version_is_not_deleted BEFORE DELETE ON pattern_version
  WHEN old.state = 'published' AND NOT EXISTS (
    SELECT 1 FROM pattern JOIN forgetting ON user_id IN (owner_user_id, owner_organization_id) WHERE id = old.pattern_id)
BEGIN SELECT raise(ABORT, 'a published pattern version is immutable'); END;

DROP TRIGGER size_table_version_is_not_deleted;
CREATE TRIGGER size_table_version_is_not_deleted BEFORE DELETE ON size_table_version
  WHEN NOT EXISTS (SELECT 1 FROM forgetting WHERE user_id IN (old.owner_user_id, old.owner_organization_id))
BEGIN SELECT raise(ABORT, 'a version of a size table is immutable'); END;
`;
