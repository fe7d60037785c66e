/**
 * The states of a job and its transitions, one function each. A transition takes a snapshot and the time, and returns the
 * change to commit. It returns null where there is nothing to do: the job has ended, or the news is old.
 *
 *   queued --start--> running --report, crash, fail--> ended
 *      \______________end, timeOver______________________/
 */
import type { ServiceError } from '../errors.js';
import type { SolveEnd, SolverEvent } from '../nesting/request.js';
import type { Fence, JobChange, JobRecord, JobSnapshot, TaskOutcome } from '../store/store.js';
import type { NestEventBody, PlanEventBody } from './events.js';
import { JobStep } from './step.js';
import { timeLimitText } from './time-limit-text.js';

type Progress = Extract<NestEventBody, { type: 'progress' }>;

export type Transition = (snapshot: JobSnapshot, now: number) => JobChange | null;

/** A thread that died under a task is replaced once. */
const mostCrashes = 1;
/** A task whose hosts vanished this often counts as the cause. */
const mostAttempts = 6;

export const deadlineOf = (job: Pick<JobRecord, 'startedAt' | 'timeLimitMs'>, now: number): number =>
  (job.startedAt ?? now) + job.timeLimitMs;

/** A job's place in the queue; 1 = next. */
export const queuedLine = (position: number): Progress => ({
  type: 'progress',
  status: 'queued',
  generation: 0,
  tested: 0,
  elapsedSeconds: 0,
  queuedPosition: position,
});

/** The same of a lay plan. */
export const queuedPlanLine = (position: number): PlanEventBody => ({
  type: 'progress',
  elapsedSeconds: 0,
  nests: 0,
  openNests: 0,
  queuedPosition: position,
});

export const queuedNotice =
  (position: number): Transition =>
  (snapshot, now) => {
    if (snapshot.job.state !== 'queued') return null;
    const step = new JobStep(snapshot, now);
    step.append(snapshot.job.queue === 'lays' ? queuedPlanLine(position) : queuedLine(position));
    return step.change(null);
  };

/**
 * A solver begins the fenced task, and the first task starts the job's clock. A task that comes back after the deadline ends
 * here if there is a layout, since the first layout is promised.
 */
export const start =
  (fence: Fence, opening: Pick<Progress, 'warnings' | 'parts' | 'matches'>): Transition =>
  (snapshot, now) => {
    const { job } = snapshot;
    if (job.state === 'ended') return null;
    const step = new JobStep(snapshot, now);
    if (job.bestSeq !== null && now >= deadlineOf(job, now)) {
      endTask(step, snapshot, fence.index, 'time_limit', 'time_limit');
    } else if (job.state === 'queued') {
      step.job.state = 'running';
      step.job.startedAt = now;
      step.job.progressAt = now;
      step.append({ type: 'progress', status: 'starting', generation: 0, tested: 0, elapsedSeconds: 0, ...opening });
    }
    return step.change(fence);
  };

/**
 * The findings of the fenced task's solver since its last report, and the reason of its end (null: it goes on). `generation`
 * and `tested` count over all attempts of the task; the merge makes them the job's. `lastLayout` is the number of the last
 * layout event known to the caller, which set its pace by it. If there is a later layout, nothing happens.
 */
export const report =
  (fence: Fence, events: readonly SolverEvent[], end: SolveEnd | null, lastLayout?: number | null): Transition =>
  (snapshot, now) => {
    if (lastLayout !== undefined && snapshot.job.bestSeq !== lastLayout) return null;
    const step = new JobStep(snapshot, now);
    const task = step.task(fence.index);
    const single = snapshot.tasks.length === 1;
    for (const event of events) {
      const { generation, tested, elapsedSeconds } = event.type === 'solution' ? event.solution : event;
      task.generation = Math.max(task.generation, generation);
      task.tested = Math.max(task.tested, tested);
      const { job } = step;
      job.generation = Math.max(job.generation, generation);
      job.tested = step.tasks.reduce((sum, other) => sum + other.tested, 0);
      job.elapsedSeconds = Math.max(job.elapsedSeconds, elapsedSeconds);
      const merged = { generation: job.generation, tested: job.tested, elapsedSeconds: job.elapsedSeconds };
      if (event.type === 'solution') {
        const { fitness } = event.solution;
        if (job.bestFitness !== null && fitness >= job.bestFitness) continue;
        job.bestFitness = fitness;
        job.bestTask = fence.index;
        job.bestSeq = step.append({ type: 'solution', solution: { ...event.solution, ...merged } });
      } else if (snapshot.job.reportIntervalMs > 0 && (single || isDue(snapshot.job, job.progressAt, now))) {
        const others = step.tasks.some(({ index, state }) => index !== fence.index && state !== 'ended');
        step.append({ type: 'progress', status: others ? 'running' : event.status, ...merged });
        job.progressAt = now;
      }
    }
    if (end !== null) endTask(step, snapshot, fence.index, end === 'time_limit' ? 'time_limit' : 'finished', end);
    return step.change(fence);
  };

/** Several instances report side by side. Their merged stream keeps the interval of one. */
function isDue(job: JobRecord, progressAt: number, now: number): boolean {
  return now - progressAt >= job.reportIntervalMs * 0.9;
}

/** The thread under the fenced task died. The task runs once more on a new thread, or is lost. */
export const crash =
  (fence: Fence): Transition =>
  (snapshot, now) => {
    const step = new JobStep(snapshot, now);
    const task = step.task(fence.index);
    task.crashes += 1;
    if (task.crashes <= mostCrashes) task.state = 'queued';
    else endTask(step, snapshot, fence.index, 'crashed', null);
    return step.change(fence);
  };

/** The host of the task vanished, and the task is queued again. A task that no host survives is lost. */
export const vanish =
  (fence: Fence): Transition =>
  (snapshot, now) => {
    if (fence.attempt < mostAttempts) return null;
    const step = new JobStep(snapshot, now);
    endTask(step, snapshot, fence.index, 'crashed', null);
    return step.change(fence);
  };

/** The fenced task goes back to the queue unchanged, for another host to continue. */
export const release =
  (fence: Fence): Transition =>
  (snapshot, now) => {
    const step = new JobStep(snapshot, now);
    step.task(fence.index).state = 'queued';
    return step.change(fence);
  };

/** The solver refused the request, as every other instance would. */
export const fail =
  (fence: Fence, error: Pick<ServiceError, 'code' | 'message' | 'problems'>): Transition =>
  (snapshot, now) => {
    const step = new JobStep(snapshot, now);
    step.append({ type: 'error', code: error.code, message: error.message, problems: error.problems });
    step.end('failed');
    return step.change(fence);
  };

const endings = {
  cancelled: 'The job was cancelled',
  abandoned: 'The job ended because no client listened to it any more',
  shutting_down: 'The service is shutting down',
} as const;

/**
 * Ends the job as soon as its running solvers have sent their last layout. The job still runs, but its outcome is set. Null if
 * no solver runs, or the job has ended.
 */
export const windUp: Transition = (snapshot, now) => {
  const { job, tasks } = snapshot;
  if (job.state !== 'running' || !tasks.some(({ state }) => state === 'running')) return null;
  const step = new JobStep(snapshot, now);
  step.job.outcome = 'cancelled';
  dropQueued(step);
  return step.change(null);
};

/** Instances that have not started are dropped. */
function dropQueued(step: JobStep): void {
  for (const { index, state } of step.tasks) {
    if (state === 'queued') Object.assign(step.task(index), { state: 'ended', outcome: 'dropped' });
  }
}

/** Ends a job that has not ended yet. */
export const end =
  (outcome: keyof typeof endings): Transition =>
  (snapshot, now) => {
    if (snapshot.job.state === 'ended') return null;
    const step = new JobStep(snapshot, now);
    endWith(step, outcome);
    return step.change(null);
  };

function endWith(step: JobStep, outcome: keyof typeof endings): void {
  step.append({ type: 'error', code: outcome, message: endings[outcome] });
  step.end(outcome);
}

/** The deadline is over and no solver is there to report it. A job without a layout waits: the first is promised. */
export const timeOver: Transition = (snapshot, now) => {
  const { job, tasks } = snapshot;
  const idle = tasks.every(({ state }) => state !== 'running');
  if (job.state !== 'running' || job.bestSeq === null || now < deadlineOf(job, now) || !idle) return null;
  const step = new JobStep(snapshot, now);
  endInTime(step, job);
  return step.change(null);
};

/** Ends one task, and the job too if nothing is left to do. */
function endTask(
  step: JobStep,
  { job }: JobSnapshot,
  index: number,
  outcome: TaskOutcome,
  reason: SolveEnd | null,
): void {
  Object.assign(step.task(index), { state: 'ended', outcome });
  if (reason === 'optimal') {
    step.end('finished');
    return;
  }
  // The limit belongs to the job, so no queued task starts.
  if (reason === 'time_limit') dropQueued(step);
  if (step.tasks.some(({ state }) => state !== 'ended')) return;
  if (job.outcome === 'cancelled') {
    endWith(step, 'cancelled');
    return;
  }
  if (step.tasks.some((task) => task.outcome === 'time_limit')) endInTime(step, job);
  else if (step.tasks.some((task) => task.outcome === 'finished')) step.end('finished');
  else {
    step.append({
      type: 'error',
      code: 'solver_crashed',
      message: 'The solver failed on this request each time it was tried',
    });
    step.end('failed');
  }
}

function endInTime(step: JobStep, job: JobRecord): void {
  step.tellTime();
  step.append({ type: 'info', message: timeLimitText(job), elapsedSeconds: step.job.elapsedSeconds });
  step.end('time_limit');
}
