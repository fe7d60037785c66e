/** LayService: checks an order, drafts its garments, plans its lays and yields every better plan. */
import { PlanLaysRequestSchema } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { ServiceError } from '../../errors.js';
import type { NestQueue } from '../../jobs/queue.js';
import { requirePlan } from '../../jobs/refusals.js';
import type { Mixing } from '../../lays/mix/mixer.js';
import { planLays } from '../../lays/planner.js';
import type { DraftDependencies } from '../nest/marker.js';
import { queueOf } from '../nest/request.js';
import type { Call, LayEventInit, LayOperations } from '../services.js';
import { requireAll, violatedRules } from '../validate.js';
import { eventMessage } from './event.js';
import { garmentProblems, orderedGarments } from './garments.js';
import { colourProblems, layOrder, lineProblems, partProblems } from './order.js';
import { queueNester } from './queue-nester.js';

export interface LayDependencies extends DraftDependencies {
  readonly queue: NestQueue;
  readonly mixing: Mixing;
}

const usualSeconds = 120;
/** Nests of one plan in the queue. A caller keeps half of its open jobs for other work. */
const mostNests = 4;

export function layOperations(deps: LayDependencies): LayOperations {
  return {
    async *planLays(request, call) {
      const violated = [
        ...violatedRules(PlanLaysRequestSchema, request),
        ...lineProblems(request),
        ...partProblems(request),
      ];
      const further = [...colourProblems(request), ...(await garmentProblems(deps, request, call))];
      requireAll(call, violated, further);
      requirePlan(call.caller, queueOf(request), 1);
      const ordered = await orderedGarments(deps, request, call);
      const order = layOrder(request, ordered);
      const nester = queueNester(deps.queue, request, ordered.garments, call);
      const parts = { mixing: deps.mixing, nester, parallel: nestsAtOnce(call), clock: () => performance.now() };
      const seconds = request.maximumExecutionTime ?? usualSeconds;
      let seq = 0;
      const numbered = (event: NonNullable<LayEventInit['event']>): LayEventInit => ({ seq: ++seq, event });
      try {
        for await (const event of planLays(order, parts, seconds, call.signal)) {
          const message = eventMessage(event, order);
          if (seq === 0 && message.case === 'progress') message.value.warnings = [...ordered.warnings];
          yield numbered(message);
        }
      } catch (error) {
        if (!(error instanceof ServiceError) || call.signal.aborted || seq === 0) throw error;
        yield numbered({ case: 'error', value: { message: error.message, code: error.code } });
      }
      yield numbered({ case: 'done', value: {} });
    },
  };
}

const nestsAtOnce = ({ caller }: Call): number =>
  Math.max(1, Math.min(mostNests, Math.floor((caller.limits?.openJobs ?? 2 * mostNests) / 2)));
