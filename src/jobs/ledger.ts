/** Commits transitions. It computes each on the current job, again if another writer was faster, and announces the change. */
import { ServiceError } from '../errors.js';
import type { CommitResult, JobChange, JobStore } from '../store/store.js';
import type { JobSignals } from './job-signals.js';
import type { Transition } from './transitions.js';

/** `unchanged`: the transition had nothing to do. */
export type StepResult = Exclude<CommitResult, 'stale'> | 'unchanged';

/** Far above the number of writers of one job, so only a defect reaches it. */
const mostRetries = 100;

export class JobLedger {
  /** `now`: epoch milliseconds. */
  constructor(
    readonly store: JobStore,
    readonly signals: JobSignals,
    readonly now: () => number,
  ) {}

  async step(jobId: string, transition: Transition): Promise<StepResult> {
    const results = await this.steps(new Map([[jobId, transition]]));
    return results.get(jobId)!;
  }

  /** One transition for each job, committed together. */
  async steps(transitions: ReadonlyMap<string, Transition>): Promise<Map<string, StepResult>> {
    const results = new Map<string, StepResult>();
    let waiting = [...transitions];
    for (let attempt = 0; waiting.length > 0; attempt++) {
      if (attempt > mostRetries)
        throw new ServiceError('unavailable', 'Too many writers change this job at the same time');
      const changes: { transition: Transition; change: JobChange }[] = [];
      for (const [jobId, transition] of waiting) {
        const snapshot = await this.store.loadJob(jobId);
        const change = snapshot && transition(snapshot, this.now());
        if (change) changes.push({ transition, change });
        else results.set(jobId, snapshot ? 'unchanged' : 'gone');
      }
      waiting = [];
      const commits = await this.store.commitJobs(changes.map(({ change }) => change));
      for (const [i, result] of commits.entries()) {
        const { transition, change } = changes[i]!;
        if (result === 'stale') waiting.push([change.jobId, transition]);
        else results.set(change.jobId, result);
        if (result === 'committed') this.#tell(change);
      }
    }
    return results;
  }

  #tell({ jobId, job, tasks, events }: JobChange): void {
    if (events.length > 0) this.signals.jobChanged(jobId, job.state === 'ended');
    if (tasks.some(({ state }) => state === 'queued')) this.signals.tasksReady();
  }
}
