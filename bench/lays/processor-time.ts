/**
 * Plans by processor time: nests and mixes run in this process, and the clock of the plan counts their processor time as two
 * solvers would share it. Other programs on the machine then change little. A nest has one thread, and 25 ms for the queue.
 */
import { createRequire } from 'node:module';
import { setImmediate as turn } from 'node:timers/promises';
import type { NestEvent, NestEventBody } from '../../src/jobs/events.js';
import type { Submission } from '../../src/jobs/queue.js';
import { solveMix } from '../../src/lays/mix/mix-task.js';
import type { Mixing } from '../../src/lays/mix/mixer.js';
import { solve } from '../../src/nesting/solver.js';
import type { MarkerQueue } from '../../src/services/lays/queue-nester.js';

const load = createRequire(import.meta.url)('highs') as typeof import('highs').default;
const highs = await load();

const queueMs = 25;

/** Milliseconds of this process and its threads. */
export function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

interface Ending {
  readonly at: number;
  readonly end: () => void;
}

/** The parts of a planner for one plan, which begins at 0. */
export class ProcessorTime {
  #now = 0;
  /** When each solver is free. */
  readonly #solvers = [0, 0];
  readonly #endings: Ending[] = [];
  readonly #results = new Map<string, readonly NestEventBody[]>();
  #isTurning = false;

  readonly now = (): number => this.#now;

  readonly mixing: Mixing = {
    mix: async (task) => {
      const before = spent();
      const result = solveMix(highs, task, spent);
      const taken = spent() - before;
      // three threads share two cores
      for (const i of this.#solvers.keys()) this.#solvers[i] = Math.max(this.#now, this.#solvers[i]!) + taken / 2;
      await this.#ended(this.#now + taken);
      return result;
    },
  };

  readonly queue: MarkerQueue = {
    submit: async ({ request }) => ({ jobId: await this.#solved(request) }),
    events: (jobId) => this.#eventsOf(jobId),
    look: async () => null,
  };

  async #solved(request: Submission['request']): Promise<string> {
    const jobId = `${this.#results.size + 1}`;
    const events: NestEventBody[] = [];
    this.#results.set(jobId, events);
    const before = spent();
    const emit = (event: NestEventBody): void => void events.push(event);
    // the queue draws a seed for each nest
    const end = solve(request, {
      seed: this.#results.size,
      clock: spent,
      cores: () => 1,
      shouldStop: () => false,
      emit,
    });
    if (end === 'time_limit') events.push({ type: 'info', message: end, elapsedSeconds: 0 });
    const solver = this.#solvers[0]! <= this.#solvers[1]! ? 0 : 1;
    const at = Math.max(this.#now, this.#solvers[solver]!) + spent() - before + queueMs;
    this.#solvers[solver] = at;
    await this.#ended(at);
    return jobId;
  }

  #ended(at: number): Promise<void> {
    return new Promise<void>((resolve) => {
      this.#endings.push({ at, end: resolve });
      void this.#turn();
    });
  }

  /** Ends the nests and mixes in their order, once the planner has begun all that it wants to. */
  async #turn(): Promise<void> {
    if (this.#isTurning) return;
    this.#isTurning = true;
    while (this.#endings.length > 0) {
      await turn();
      await turn();
      this.#endings.sort((a, b) => a.at - b.at);
      const { at, end } = this.#endings.shift()!;
      this.#now = Math.max(this.#now, at);
      end();
    }
    this.#isTurning = false;
  }

  async *#eventsOf(jobId: string): AsyncGenerator<NestEvent, void, undefined> {
    for (const [i, event] of this.#results.get(jobId)!.entries()) yield { ...event, jobId, seq: i + 1 };
  }
}
