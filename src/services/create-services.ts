/** Joins the domains, the queue and the store into the operations that a gateway serves. */

import type { Accounts } from '../accounts/accounts.js';
import type { AuditLog } from '../accounts/audit-log.js';
import type { RequestQuotas } from '../accounts/request-quota.js';
import { OwnPopulations, type PopulationSource } from '../body/adapting/own-populations.js';
import type { BodyModelSource } from '../body/model-source.js';
import { OncePerTick } from '../concurrency/batch.js';
import { TimeSlices } from '../concurrency/time-slices.js';
import type { NestQueue, PlanQueue } from '../jobs/queue.js';
import { PatternAccess } from '../patterns/access.js';
import { PatternMaking } from '../patterns/making.js';
import { SizeTables } from '../patterns/size-tables/size-tables.js';
import { Projects } from '../projects/projects.js';
import type { Store } from '../store/store.js';
import type { Webhooks } from '../webhooks/webhooks.js';
import { accountOperations } from './account/account.js';
import { adminOperations } from './admin/admin.js';
import { auditOperations } from './audit/audit.js';
import { audited } from './audit/audited.js';
import { bodyOperations } from './body/body.js';
import { populationOperations } from './body/populations.js';
import { proposalOperations } from './body/proposals.js';
import { fileOperations } from './files/file.js';
import type { FileThreads } from './files/file-threads.js';
import { layOperations } from './lays/lays.js';
import { markerOperations } from './nest/marker.js';
import { nestOperations } from './nest/nest.js';
import { PatternBodies } from './patterns/body.js';
import type { Drafter, Grader, PatternWorkshop } from './patterns/drafter.js';
import { patternMakingOperations } from './patterns/making.js';
import { patternOperations } from './patterns/pattern.js';
import { sizesOperations } from './patterns/sizes.js';
import { techPackOperations } from './patterns/tech-pack.js';
import { projectOperations } from './projects/projects.js';
import { repeatable } from './repeated/repeatable.js';
import { limitedByScopes } from './scopes.js';
import type { Caller, Credentials, Services } from './services.js';
import { sizeOperations } from './sizes/sizes.js';
import { webhookOperations } from './webhooks/webhooks.js';

export interface ServiceParts {
  readonly accounts: Accounts;
  readonly auditLog: AuditLog;
  readonly requestQuotas: RequestQuotas;
  readonly store: Store;
  readonly queue: NestQueue & PlanQueue;
  readonly drafter: Drafter & Grader & PatternWorkshop;
  readonly files: FileThreads;
  readonly bodyModel: BodyModelSource;
  /** Finds the populations that requests name; by default those of the account. */
  readonly populations?: PopulationSource | undefined;
  readonly webhooks: Webhooks;
}

export function createServices({
  accounts,
  auditLog,
  requestQuotas,
  store,
  queue,
  drafter,
  files,
  bodyModel,
  populations,
  webhooks,
}: ServiceParts): Services {
  const access = new PatternAccess(store);
  const making = new PatternMaking({
    access,
    repository: store,
    check: (kind, content, signal) => drafter.check(kind, content, signal),
    now: Date.now,
  });
  const sizeTables = new SizeTables({ repository: store, now: Date.now });
  const ownPopulations = new OwnPopulations({ repository: store, now: Date.now });
  const source = populations ?? ownPopulations;
  const bodies = new PatternBodies(bodyModel, source);
  const slices = new TimeSlices();
  const callers = new OncePerTick<Caller>();
  return {
    slices,
    authenticate: (credentials) => callers.get(credentialText(credentials), () => accounts.authenticate(credentials)),
    countRequest: (caller) => requestQuotas.count(caller),
    ...repeatable(
      audited(
        limitedByScopes({
          ...bodyOperations(bodyModel, source),
          ...proposalOperations(bodyModel, access, source),
          ...populationOperations(bodyModel, ownPopulations),
          ...nestOperations(queue, slices),
          ...markerOperations({ access, tables: sizeTables, drafter, bodies, queue, slices }),
          ...layOperations({ access, tables: sizeTables, drafter, bodies, queue }),
          ...patternOperations({ access, store, drafter, bodies }),
          ...sizesOperations({ access, tables: sizeTables, drafter, bodies }),
          ...techPackOperations({ access, tables: sizeTables, drafter, bodies, queue }),
          ...patternMakingOperations(making, drafter),
          ...sizeOperations(sizeTables, bodies),
          ...projectOperations(new Projects({ repository: store, now: Date.now })),
          ...accountOperations({ accounts, quotas: requestQuotas, store, now: Date.now }),
          ...webhookOperations(webhooks, Date.now),
          ...adminOperations(accounts),
          ...fileOperations(files, Date.now),
          ...auditOperations(auditLog),
        }),
        auditLog,
      ),
      store,
      Date.now,
    ),
  };
}

/** A text for each set of credentials. Nearly all have a key alone. A missing key counts as an empty one. */
function credentialText({ authorization = '', organization, organizationSynonym }: Credentials): string {
  if (organization === undefined && organizationSynonym === undefined) return `=${authorization}`;
  return JSON.stringify([authorization, organization, organizationSynonym]);
}
