/** Finds patterns by their owner. */
export const patternOwners = `
CREATE INDEX pattern_by_owner_user ON pattern (owner_user_id, name, id) WHERE owner_user_id IS NOT NULL;
CREATE INDEX pattern_by_owner_organization ON pattern (owner_organization_id, name, id)
  WHERE owner_organization_id IS NOT NULL;
`;
