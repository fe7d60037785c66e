/** Users, organisations, memberships and API keys. */
export const accounts = `
CREATE TABLE organization (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'paid')),
  created_at BIGINT NOT NULL
);

CREATE TABLE "user" (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'paid')),
  admin BOOLEAN NOT NULL,
  active_organization_id TEXT REFERENCES organization (id),
  created_at BIGINT NOT NULL
);

CREATE TABLE membership (
  organization_id TEXT NOT NULL REFERENCES organization (id),
  user_id TEXT NOT NULL REFERENCES "user" (id),
  PRIMARY KEY (user_id, organization_id)
);
CREATE INDEX membership_by_organization ON membership (organization_id);

CREATE TABLE api_key (
  number BIGINT GENERATED ALWAYS AS IDENTITY,
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES "user" (id),
  name TEXT NOT NULL,
  secret_hash BYTEA NOT NULL CHECK (length(secret_hash) = 32),
  created_at BIGINT NOT NULL,
  expires_at BIGINT,
  last_used_at BIGINT,
  revoked_at BIGINT
);
CREATE INDEX api_key_by_user ON api_key (user_id);
`;
