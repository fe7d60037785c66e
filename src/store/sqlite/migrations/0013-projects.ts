/** Projects of the page. A change replaces the document, so that only one version is kept. */
export const projects = `
CREATE TABLE project (
  id TEXT PRIMARY KEY,
  owner_user_id TEXT REFERENCES user (id),
  owner_organization_id TEXT REFERENCES organization (id),
  name TEXT NOT NULL,
  version_number INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  holds_people INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  document TEXT NOT NULL,
  CHECK ((owner_user_id IS NULL) <> (owner_organization_id IS NULL))
) STRICT;
CREATE INDEX project_by_owner_user ON project (owner_user_id, name) WHERE owner_user_id IS NOT NULL;
CREATE INDEX project_by_owner_organization ON project (owner_organization_id, name)
  WHERE owner_organization_id IS NOT NULL;
`;
