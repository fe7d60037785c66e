/** The organisation that a request runs in: the header's, else the user's active one, else none (personal). */
import { ServiceError } from '../errors.js';
import type { Credentials } from './caller.js';
import type { Organization, User } from './repository.js';

/** Value of the header that selects no organisation. */
export const personal = 'personal';

/**
 * `organizations` are the user's own. An unknown, a malformed and a foreign organisation get the same answer, so that
 * nobody learns which organisations exist.
 */
export function organizationOf(
  credentials: Credentials,
  user: User,
  organizations: readonly Organization[],
): Organization | null {
  const asked = askedFor(credentials);
  if (asked === personal) return null;
  const id = asked ?? user.activeOrganizationId;
  const organization = organizations.find((own) => own.id === id) ?? null;
  if (asked !== undefined && organization === null) {
    throw new ServiceError(
      'organization_forbidden',
      `X-Service-Organization-Id must be "${personal}" or the id of an organisation that the key's user belongs to`,
    );
  }
  return organization;
}

function askedFor({ organization, organizationSynonym }: Credentials): string | undefined {
  const header = organization?.trim().toLowerCase();
  const synonym = organizationSynonym?.trim().toLowerCase();
  if (header !== undefined && synonym !== undefined && header !== synonym) {
    throw new ServiceError(
      'conflicting_headers',
      'X-Service-Organization-Id and X-Selvage-Organization-Id are synonyms and were sent with different values: send one',
    );
  }
  return header ?? synonym;
}
