/** Requests that change something and came under a client's key. */
export const keyedRequests = `
CREATE TABLE keyed_request (
  owner TEXT NOT NULL,
  key TEXT NOT NULL,
  user_id TEXT NOT NULL,
  body_hash TEXT NOT NULL,
  answer TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (owner, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX keyed_request_by_time ON keyed_request (created_at);
CREATE INDEX keyed_request_by_user ON keyed_request (user_id);
`;
