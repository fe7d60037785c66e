/** Scopes of API keys, by name with a space between; empty: all. */
export const keyScopes = `
ALTER TABLE api_key ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
`;
