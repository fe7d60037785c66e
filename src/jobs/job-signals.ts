/**
 * Hints that something has changed, so that nobody waits for the next poll. They arrive at once within the process, and reach
 * other processes over a store with hints. A lost hint costs a poll, never an event: the store alone holds the truth.
 *
 * Gateways listen to the channel `jobs` (jobs with new events). Hosts of solvers and planners listen to `tasks` (waiting tasks, and jobs that
 * have ended or are about to end).
 */
import type { HintStore } from '../store/store.js';

export type HintChannel = 'jobs' | 'tasks';

/** Hints wait this long for others, to travel together. The first goes at once. */
const batchMs = 25;
const tasksWait = 'tasks';
const events = 'events:';
const ended = 'ended:';
const windingUp = 'winding-up:';

export class JobSignals {
  readonly #jobs = new Map<string, Set<(ended: boolean) => void>>();
  readonly #ready = new Set<() => void>();
  readonly #ending = new Map<string, Set<() => void>>();
  readonly #pending = { jobs: new Set<string>(), tasks: new Set<string>() };
  /** For each channel that this process hears: the number of its hearers, and a function that stops the hints. */
  readonly #heard = new Map<HintChannel, { hearers: number; leave: () => void }>();
  #batch: NodeJS.Timeout | null = null;

  readonly #relay: HintStore | null;

  constructor(relay: HintStore | null = null) {
    this.#relay = relay;
  }

  /** Hears the other processes until the returned function is called, or as long as anybody else in this process hears them. */
  hear(channel: HintChannel): () => void {
    const heard = this.#heard.get(channel) ?? { hearers: 0, leave: this.#listen(channel) };
    this.#heard.set(channel, heard);
    heard.hearers++;
    let hears = true;
    return () => {
      if (!hears) return;
      hears = false;
      heard.hearers--;
      if (heard.hearers > 0) return;
      heard.leave();
      this.#heard.delete(channel);
    };
  }

  #listen(channel: HintChannel): () => void {
    const leave = this.#relay?.onHints(channel, (hint) => {
      if (hint === tasksWait) this.#callReady();
      else if (hint.startsWith(ended)) this.#callJob(hint.slice(ended.length), true);
      else if (hint.startsWith(windingUp)) this.#callWindUp(hint.slice(windingUp.length));
      else if (hint.startsWith(events)) this.#callJob(hint.slice(events.length), false);
    });
    return leave ?? (() => {});
  }

  close(): void {
    for (const { leave } of this.#heard.values()) leave();
    this.#heard.clear();
  }

  /** Calls back when events of the job were appended; `ended`: the last one. Returns a function that stops the calls. */
  onJob(jobId: string, listener: (ended: boolean) => void): () => void {
    return listen(this.#jobs, jobId, listener);
  }

  /** Calls back when the solvers of the job should send their last layout and stop. */
  onWindUp(jobId: string, listener: () => void): () => void {
    return listen(this.#ending, jobId, listener);
  }

  /** Calls back when tasks may be waiting for a solver. */
  onReady(listener: () => void): () => void {
    this.#ready.add(listener);
    return () => this.#ready.delete(listener);
  }

  jobChanged(jobId: string, isEnd: boolean): void {
    this.#callJob(jobId, isEnd);
    this.#send('jobs', (isEnd ? ended : events) + jobId);
    if (isEnd) this.#send('tasks', ended + jobId);
  }

  windUp(jobId: string): void {
    this.#callWindUp(jobId);
    this.#send('tasks', windingUp + jobId);
  }

  tasksReady(): void {
    this.#callReady();
    this.#send('tasks', tasksWait);
  }

  /** A caller reports that it saw a changed job in the store. */
  noticed(jobId: string): void {
    this.#callJob(jobId, false);
  }

  #callJob(jobId: string, isEnd: boolean): void {
    for (const listener of [...(this.#jobs.get(jobId) ?? [])]) listener(isEnd);
  }

  #callWindUp(jobId: string): void {
    for (const listener of [...(this.#ending.get(jobId) ?? [])]) listener();
  }

  #callReady(): void {
    for (const listener of [...this.#ready]) listener();
  }

  #send(channel: HintChannel, hint: string): void {
    if (this.#relay === null) return;
    this.#pending[channel].add(hint);
    if (this.#batch) return;
    this.#flush();
    this.#batch = setTimeout(() => {
      this.#batch = null;
      this.#flush();
    }, batchMs);
  }

  #flush(): void {
    for (const channel of ['jobs', 'tasks'] as const) {
      const hints = [...this.#pending[channel]];
      this.#pending[channel].clear();
      if (hints.length > 0) void this.#relay?.sendHints(channel, hints);
    }
  }
}

function listen<T>(listeners: Map<string, Set<T>>, jobId: string, listener: T): () => void {
  const own = listeners.get(jobId) ?? new Set();
  listeners.set(jobId, own.add(listener));
  return () => {
    own.delete(listener);
    if (own.size === 0 && listeners.get(jobId) === own) listeners.delete(jobId);
  };
}
