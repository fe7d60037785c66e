/** Users, organisations, memberships and API keys. */
export const accounts = `
CREATE TABLE organization (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'paid')),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE user (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'paid')),
  admin INTEGER NOT NULL CHECK (admin IN (0, 1)),
  active_organization_id TEXT REFERENCES organization (id),
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE membership (
  organization_id TEXT NOT NULL REFERENCES organization (id),
  user_id TEXT NOT NULL REFERENCES user (id),
  PRIMARY KEY (user_id, organization_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX membership_by_organization ON membership (organization_id);

CREATE TABLE api_key (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  name TEXT NOT NULL,
  secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  revoked_at INTEGER
) STRICT;
CREATE INDEX api_key_by_user ON api_key (user_id);
`;
