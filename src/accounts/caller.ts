/** The caller of a request, and the context of the request. */
import type { PlanLimits } from './plans.js';
import type { KeyScope, PlanName } from './repository.js';

export interface Caller {
  readonly userId: string;
  readonly userName: string;
  readonly admin: boolean;
  readonly keyId: string;
  /** The parts of the service that the key may use; empty: all. */
  readonly scopes: readonly KeyScope[];
  /** The organisation of this request; null: personal. */
  readonly organizationId: string | null;
  /** The plan of the context: the organisation's in its context, else the user's. */
  readonly plan: PlanName;
  /** The plan's limits; null: no quota, as for an administrator in personal context (the demo account is one). */
  readonly limits: PlanLimits | null;
  /** Ids of all organisations that the user belongs to. */
  readonly organizations: readonly string[];
}

/** The headers or metadata that identify the caller; undefined: not sent. */
export interface Credentials {
  /** `authorization` */
  readonly authorization: string | undefined;
  /** `x-service-organization-id` */
  readonly organization: string | undefined;
  /** `x-selvage-organization-id`, its synonym */
  readonly organizationSynonym: string | undefined;
}
