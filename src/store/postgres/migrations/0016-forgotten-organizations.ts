/**
 * Organisations are forgotten as users are. The column `forgetting.user_id` holds the id of an organisation, too; it keeps its name
 * for older programs that are still open.
 */
export const forgottenOrganizations = `
CREATE OR REPLACE FUNCTION refuse_change_of_published_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND EXISTS (
    SELECT 1 FROM pattern JOIN forgetting ON user_id IN (owner_user_id, owner_organization_id) WHERE id = old.pattern_id
  ) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'a published pattern version is immutable';
END $$;

CREATE OR REPLACE FUNCTION refuse_change_of_size_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND EXISTS (
    SELECT 1 FROM forgetting WHERE user_id IN (old.owner_user_id, old.owner_organization_id)
  ) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'a version of a size table is immutable';
END $$;
`;
