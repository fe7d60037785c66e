/** Users who are being forgotten. Published versions and size tables of theirs go; all others stay immutable for every writer. */
export const forgetting = `
CREATE TABLE forgetting (user_id TEXT PRIMARY KEY);

CREATE OR REPLACE FUNCTION refuse_change_of_published_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND EXISTS (
    SELECT 1 FROM pattern JOIN forgetting ON user_id = owner_user_id WHERE id = old.pattern_id
  ) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'a published pattern version is immutable';
END $$;

CREATE OR REPLACE FUNCTION refuse_change_of_size_table() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF tg_op = 'DELETE' AND EXISTS (SELECT 1 FROM forgetting WHERE user_id = old.owner_user_id) THEN
    RETURN old;
  END IF;
  RAISE EXCEPTION 'a version of a size table is immutable';
END $$;
`;
