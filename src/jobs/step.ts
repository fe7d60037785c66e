/**
 * Computes one step of a job from a snapshot: the changed fields and the appended events. Pure. The ledger commits the result,
 * and computes it again if the job has changed meanwhile.
 */
import type { JobChange, JobSnapshot, JobState, TaskState } from '../store/store.js';
import { endOf } from './announcement.js';
import type { NestEventBody, PlanEventBody } from './events.js';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The task of a step, and the state that it must still have; null: the step belongs to no task. */
export type StepFence = JobChange['fence'];

export class JobStep {
  readonly job: Mutable<JobState>;
  readonly tasks: readonly Mutable<TaskState>[];
  readonly #touched = new Set<number>();
  readonly #appended: (NestEventBody | PlanEventBody)[] = [];

  readonly #snapshot: JobSnapshot;
  readonly #now: number;

  constructor(snapshot: JobSnapshot, now: number) {
    this.#snapshot = snapshot;
    this.#now = now;
    const { job } = snapshot;
    this.job = {
      state: job.state,
      outcome: job.outcome,
      startedAt: job.startedAt,
      endedAt: job.endedAt,
      lastSeq: job.lastSeq,
      bestFitness: job.bestFitness,
      bestTask: job.bestTask,
      bestSeq: job.bestSeq,
      generation: job.generation,
      tested: job.tested,
      elapsedSeconds: job.elapsedSeconds,
      progressAt: job.progressAt,
    };
    this.tasks = snapshot.tasks.map(({ index, state, outcome, generation, tested, crashes }) => ({
      index,
      state,
      outcome,
      generation,
      tested,
      crashes,
    }));
  }

  /** A task to change. */
  task(index: number): Mutable<TaskState> {
    this.#touched.add(index);
    return this.tasks[index]!;
  }

  /** Appends an event and returns its number. */
  append(event: NestEventBody | PlanEventBody): number {
    this.#appended.push(event);
    this.job.lastSeq += 1;
    return this.job.lastSeq;
  }

  /** Brings the time since the job's start up to date. A solver tells it only while it has news. */
  tellTime(): void {
    const { startedAt, elapsedSeconds } = this.job;
    if (startedAt !== null) this.job.elapsedSeconds = Math.max(elapsedSeconds, (this.#now - startedAt) / 1000);
  }

  /** Ends the job and its remaining tasks; `done` is its last event. */
  end(outcome: NonNullable<JobState['outcome']>): void {
    for (const { index, state } of this.tasks) {
      if (state !== 'ended') Object.assign(this.task(index), { state: 'ended', outcome: 'dropped' });
    }
    this.tellTime();
    this.job.state = 'ended';
    this.job.outcome = outcome;
    this.job.endedAt = this.#now;
    this.append({ type: 'done' });
  }

  change(fence: StepFence): JobChange {
    const { job } = this.#snapshot;
    return {
      jobId: job.id,
      revision: job.revision,
      at: this.#now,
      fence,
      job: this.job,
      tasks: [...this.#touched].map((index) => this.tasks[index]!),
      events: this.#appended.map((event, i) => ({
        seq: job.lastSeq + 1 + i,
        at: this.#now,
        body: JSON.stringify(event),
      })),
      announcement: endOf(job, this.job),
    };
  }
}
