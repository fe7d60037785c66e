/** The transitions of a lay plan, whose single task a planner has. The other transitions are those of every job. */
import type { ServiceError } from '../errors.js';
import type { Fence } from '../store/store.js';
import type { PlanEventBody } from './events.js';
import { JobStep } from './step.js';
import type { Transition } from './transitions.js';

/** A planner begins the fenced task, or goes on with it. The first one starts the job's clock. */
export const startPlan =
  (fence: Fence): Transition =>
  (snapshot, now) => {
    if (snapshot.job.state === 'ended') return null;
    const step = new JobStep(snapshot, now);
    if (snapshot.job.state === 'queued') Object.assign(step.job, { state: 'running', startedAt: now, progressAt: now });
    return step.change(fence);
  };

/** Appends a line of the fenced task's planner. A line of type `plan` is the best one so far. */
export const reportPlan =
  (fence: Fence, line: PlanEventBody): Transition =>
  (snapshot, now) => {
    if (snapshot.job.state === 'ended') return null;
    const step = new JobStep(snapshot, now);
    step.tellTime();
    const seq = step.append(line);
    if (line.type === 'plan') step.job.bestSeq = seq;
    return step.change(fence);
  };

/** The planner has ended; `error`: it could not go on. */
export const endPlan =
  (fence: Fence, error: Pick<ServiceError, 'code' | 'message'> | null): Transition =>
  (snapshot, now) => {
    if (snapshot.job.state === 'ended') return null;
    const step = new JobStep(snapshot, now);
    if (error !== null) step.append({ type: 'error', code: error.code, message: error.message });
    Object.assign(step.task(fence.index), { state: 'ended', outcome: 'finished' });
    step.end(error === null ? 'finished' : 'failed');
    return step.change(fence);
  };
