/** A lay plan as a job: all that a planner needs, in plain data, so that any planner can make the plan or go on with it. */
import type { PlanLaysRequest } from '../../../gen/selvage/lay/v1/lay_pb.js';
import type { PlanEvent } from '../../jobs/events.js';
import type { JobCaller } from '../../jobs/queue.js';
import type { LayOrder } from '../../lays/order.js';
import type { LayEvent } from '../../lays/plan.js';
import type { NestWarning } from '../../nesting/request.js';
import { queueOf } from '../nest/request.js';
import type { Call } from '../services.js';
import type { OrderedGarments } from './garments.js';
import type { OrderedGarment } from './marker-parts.js';
import { type LayingRules, layingRulesOf } from './marker-request.js';
import { layOrder } from './order.js';

export interface LayJob {
  readonly order: LayOrder;
  readonly garments: readonly OrderedGarment[];
  readonly settings: LayingRules;
  /** The queue of its nests. */
  readonly queue: 'slow' | 'fast';
  readonly seconds: number;
  readonly warnings: readonly NestWarning[];
  /** The submitter, to whom the nests belong. */
  readonly caller: JobCaller;
}

/** A line of its stream. */
export type LayJobLine =
  | (Extract<LayEvent, { type: 'progress' }> & { readonly warnings?: readonly NestWarning[] })
  | Extract<LayEvent, { type: 'plan' }>
  /** It waits for a planner; 1 = next. */
  | { readonly type: 'progress'; readonly queuedPosition: number }
  | { readonly type: 'info'; readonly message: string; readonly elapsedSeconds: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  | { readonly type: 'done' };

export type NumberedLine = LayJobLine & Pick<PlanEvent, 'jobId' | 'seq'>;

const usualSeconds = 120;

export function layJobOf(request: PlanLaysRequest, ordered: OrderedGarments, { caller }: Pick<Call, 'caller'>): LayJob {
  const { maximumExecutionTime = usualSeconds } = request;
  const { userId, organizationId, plan, limits } = caller;
  return {
    order: layOrder(request, ordered),
    garments: ordered.garments,
    settings: layingRulesOf(request),
    queue: queueOf(request),
    seconds: maximumExecutionTime,
    warnings: ordered.warnings,
    caller: { userId, organizationId, plan, limits: limits ?? null },
  };
}
