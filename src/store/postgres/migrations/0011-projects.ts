/** Projects of the page. A change replaces the document, so that only one version is kept. Names sort by bytes. */
export const projects = `
CREATE TABLE project (
  id TEXT PRIMARY KEY,
  owner_user_id TEXT REFERENCES "user" (id),
  owner_organization_id TEXT REFERENCES organization (id),
  name TEXT COLLATE "C" NOT NULL,
  version_number BIGINT NOT NULL,
  bytes BIGINT NOT NULL,
  holds_people BOOLEAN NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  document TEXT NOT NULL,
  CHECK ((owner_user_id IS NULL) <> (owner_organization_id IS NULL))
);
CREATE INDEX project_by_owner_user ON project (owner_user_id, name) WHERE owner_user_id IS NOT NULL;
CREATE INDEX project_by_owner_organization ON project (owner_organization_id, name)
  WHERE owner_organization_id IS NOT NULL;
`;
