/**
 * The lifetime that a key was made with, 0: for ever. A rotation moves the end of the key, and the successor of a second rotation
 * needs the lifetime. Null: an older program that is still open made the key.
 */
export const keyLifetimes = `
ALTER TABLE api_key ADD COLUMN lifetime_ms INTEGER;
UPDATE api_key SET lifetime_ms = coalesce(expires_at - created_at, 0);
`;
