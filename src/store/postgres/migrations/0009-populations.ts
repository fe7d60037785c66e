/** Populations that accounts adapted the body model to. An owner has each name once. Names sort by bytes. */
export const populations = `
CREATE TABLE population (
  id TEXT PRIMARY KEY,
  owner_user_id TEXT REFERENCES "user" (id),
  owner_organization_id TEXT REFERENCES organization (id),
  name TEXT COLLATE "C" NOT NULL,
  content TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  CHECK ((owner_user_id IS NULL) <> (owner_organization_id IS NULL))
);
CREATE UNIQUE INDEX population_of_user ON population (owner_user_id, name) WHERE owner_user_id IS NOT NULL;
CREATE UNIQUE INDEX population_of_organization ON population (owner_organization_id, name)
  WHERE owner_organization_id IS NOT NULL;
`;
