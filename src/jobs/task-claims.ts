/**
 * The tasks that one worker holds. It claims as many as it has places, keeps their leases, and gives them back when it closes.
 */
import type { TaskQueue, TaskRecord } from '../store/store.js';
import type { JobLedger } from './ledger.js';
import { fenceOf } from './running-task.js';
import * as transitions from './transitions.js';

/** A worker that is silent for this long has lost its tasks. It speaks three times as often. */
const defaultLeaseMs = 15_000;
/** The store may hold a task for this worker that the worker does not know. It is given back after so many sightings. */
const straySightings = 3;
/** How often to look for new tasks, besides the hints, ... */
export const usualPollMs = 1_000;
/** ... and for tasks that were taken away. */
const lostMs = 1_000;

/** The work on a claimed task. */
export interface TaskWork {
  /** Another worker has the task, or its job has ended. */
  lose(): void;
  /** Stops the work and gives the task back to its queue. */
  release(): void;
}

/** A claimed task. `work` is null while the work is prepared. */
export interface HeldTask<Work extends TaskWork> {
  work: Work | null;
  ended: Promise<void>;
}

export interface TaskClaimsOptions<Work extends TaskWork> {
  /** Names the worker to the store. */
  readonly worker: string;
  /** Served in this order. */
  readonly queues: readonly TaskQueue[];
  /** Number of tasks at a time. */
  readonly places: number;
  readonly leaseMs?: number | undefined;
  /** Works on a task to its end. A rejection gives the task back for another try. */
  readonly work: (task: TaskRecord, held: HeldTask<Work>) => Promise<void>;
  /** Called after each end. */
  readonly onEnd?: () => void;
  /** Called with each renewal of the leases. */
  readonly onRenew?: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}

export class TaskClaims<Work extends TaskWork> {
  readonly leaseMs: number;
  readonly #running = new Map<string, HeldTask<Work>>();
  readonly #strays = new Map<string, number>();
  readonly #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => void) | null = null;
  #stopHearing: (() => void) | null = null;
  #pollMs = usualPollMs;
  #polling: NodeJS.Timeout | null = null;
  #claiming: Promise<void> | null = null;
  #claimAgain = false;
  #closing = false;

  readonly #ledger: JobLedger;
  readonly #options: TaskClaimsOptions<Work>;

  constructor(ledger: JobLedger, options: TaskClaimsOptions<Work>) {
    this.#ledger = ledger;
    this.#options = options;
    this.leaseMs = options.leaseMs ?? defaultLeaseMs;
  }

  /** The work in progress. */
  get works(): Work[] {
    return [...this.#running.values()].flatMap(({ work }) => work ?? []);
  }

  get size(): number {
    return this.#running.size;
  }

  get isClosing(): boolean {
    return this.#closing;
  }

  start(): void {
    this.#stopListening = this.#ledger.signals.onReady(() => this.#claim());
    this.#timers.push(
      this.every(this.leaseMs / 3, () => this.#renew()),
      this.every(lostMs, () => this.#dropLost()),
    );
    this.#hear(true);
    this.#claim();
    this.#poll();
  }

  /** How often to look for new tasks, and whether hints tell of them. By default once a second, with hints. */
  set pace({ pollMs, hears }: { readonly pollMs: number; readonly hears: boolean }) {
    const sooner = pollMs < this.#pollMs;
    this.#pollMs = pollMs;
    if (this.#closing) return;
    this.#hear(hears);
    if (sooner) this.#poll();
  }

  #hear(hears: boolean): void {
    if (hears) this.#stopHearing ??= this.#ledger.signals.hear('tasks');
    else {
      this.#stopHearing?.();
      this.#stopHearing = null;
    }
  }

  /** At uneven times, so that hosts that started together do not ask together. */
  #poll(): void {
    if (this.#polling) clearTimeout(this.#polling);
    this.#polling = setTimeout(
      () => {
        this.#claim();
        this.#poll();
      },
      this.#pollMs * (0.5 + Math.random() / 2),
    );
  }

  /** Claims nothing more, lets the work go on for `graceMs`, and then gives the rest back to the queue. */
  async close({ graceMs }: { graceMs: number }): Promise<void> {
    this.#closing = true;
    this.#stopListening?.();
    if (this.#polling) clearTimeout(this.#polling);
    await this.#claiming;
    const ended = Promise.all([...this.#running.values()].map((held) => held.ended));
    let timer: NodeJS.Timeout | undefined;
    const grace = new Promise((resolve) => {
      timer = setTimeout(resolve, graceMs);
    });
    await Promise.race([ended, grace]);
    clearTimeout(timer);
    for (const work of this.works) work.release();
    await ended;
    for (const interval of this.#timers) clearInterval(interval);
    this.#hear(false);
  }

  /** Runs one call at a time: over a slow store, overlapping calls would take up all its connections. */
  every(ms: number, work: () => Promise<void>): NodeJS.Timeout {
    let busy = false;
    return setInterval(() => {
      if (busy) return;
      busy = true;
      work()
        .catch(this.#options.onError)
        .finally(() => {
          busy = false;
        });
    }, ms);
  }

  /** Claims as long as there are places and tasks, in one loop at a time. */
  #claim(): void {
    if (this.#claiming) {
      this.#claimAgain = true;
      return;
    }
    this.#claiming = (async () => {
      do {
        this.#claimAgain = false;
        while (!this.#closing && this.#running.size < this.#options.places) {
          const task = await this.#ledger.store.claimTask({
            queues: this.#options.queues,
            worker: this.#options.worker,
            now: this.#ledger.now(),
            leaseUntil: this.#ledger.now() + this.leaseMs,
          });
          if (task === null) break;
          this.#begin(task);
        }
      } while (this.#claimAgain && !this.#closing);
    })()
      .catch(this.#options.onError)
      .finally(() => {
        this.#claiming = null;
        if (this.#claimAgain && !this.#closing) this.#claim();
      });
  }

  #begin(claimed: TaskRecord): void {
    const key = keyOf(claimed);
    const held: HeldTask<Work> = { work: null, ended: Promise.resolve() };
    this.#running.set(key, held);
    held.ended = this.#options
      .work(claimed, held)
      .catch((error) => this.#giveBack(claimed, error))
      .finally(() => {
        this.#running.delete(key);
        this.#options.onEnd?.();
        this.#claim();
      });
  }

  /** Gives the task back for another try, here or elsewhere. If the store cannot be reached, the lease runs out. */
  async #giveBack(claimed: TaskRecord, reason: unknown): Promise<void> {
    this.#options.onError(reason);
    await this.#ledger.step(claimed.jobId, transitions.release(fenceOf(claimed))).catch(this.#options.onError);
  }

  async #renew(): Promise<void> {
    await this.#options.onRenew?.();
    const until = this.#ledger.now() + this.leaseMs;
    if (this.#running.size > 0) await this.#ledger.store.renewLeases(this.#options.worker, until);
  }

  /**
   * Stops the tasks that the store no longer counts as this worker's. Gives back tasks that the worker does not know, because
   * the answer to its claim was lost.
   */
  async #dropLost(): Promise<void> {
    if (this.#running.size === 0) return;
    const before = [...this.#running];
    const found = await this.#ledger.store.heldTasks(this.#options.worker);
    const held = new Map(found.map((task) => [keyOf(task), task]));
    for (const [key, { work }] of before) if (!held.has(key)) work?.lose();
    for (const key of this.#strays.keys()) if (!held.has(key)) this.#strays.delete(key);
    for (const [key, task] of held) {
      if (this.#running.has(key)) this.#strays.delete(key);
      else await this.#giveBackStray(key, task);
    }
  }

  async #giveBackStray(key: string, task: TaskRecord): Promise<void> {
    const sightings = (this.#strays.get(key) ?? 0) + 1;
    this.#strays.set(key, sightings);
    if (sightings >= straySightings) await this.#ledger.step(task.jobId, transitions.release(fenceOf(task)));
  }
}

function keyOf({ jobId, index, attempt }: TaskRecord): string {
  return `${jobId}/${index}/${attempt}`;
}
