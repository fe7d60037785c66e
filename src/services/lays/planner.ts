/** Makes the lay plans of the queue: plans the order of a job, or goes on from the lines of the planner before. */
import type { PlanEventBody } from '../../jobs/events.js';
import type { Planner } from '../../jobs/plan-host.js';
import type { Mixing } from '../../lays/mix/mixer.js';
import type { LayEvent, LayPlan } from '../../lays/plan.js';
import { planLays } from '../../lays/planner.js';
import { missingSentence } from './event.js';
import type { LayJob, LayJobLine } from './lay-job.js';
import { type MarkerQueue, queueNester } from './queue-nester.js';

export interface PlannerDependencies {
  readonly queue: MarkerQueue;
  readonly mixing: Mixing;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Nests of one plan in the queue. */
const mostNests = 4;

export function layPlanner({ queue, mixing, now }: PlannerDependencies): Planner {
  return async function* plan({ request, lines, startedAt, traceparent }, signal): AsyncGenerator<PlanEventBody> {
    const job = request as LayJob;
    const before = lines as readonly unknown[] as readonly LayJobLine[];
    const past = { begin: startedAt, events: before.filter(isOfPlanner) };
    const parts = { mixing, nester: queueNester(queue, job, traceparent), parallel: mostNests, clock: now, past };
    let warnings = past.events.length === 0 ? job.warnings : [];
    let best: LayPlan | null = past.events.findLast((event) => event.type === 'plan')?.plan ?? null;
    for await (const event of planLays(job.order, parts, job.seconds, signal)) {
      if (event.type === 'plan') best = event.plan;
      yield event.type === 'progress' && warnings.length > 0 ? { ...event, warnings } : { ...event };
      warnings = [];
    }
    for (const info of infosOf(job, best, (now() - startedAt) / 1000)) {
      if (!before.some((line) => line.type === 'info' && line.message === info.message)) yield info;
    }
  };
}

function isOfPlanner(line: LayJobLine): line is LayEvent {
  return line.type === 'plan' || (line.type === 'progress' && 'round' in line);
}

/** The garments that the best plan leaves out, an info for each line of the order. */
function infosOf({ order }: LayJob, best: LayPlan | null, elapsedSeconds: number) {
  const missing = best?.missing ?? [];
  return missing.map((one) => ({ type: 'info', message: missingSentence(one, order), elapsedSeconds }));
}
