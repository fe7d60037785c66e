/** Solvers that only wait. They report like the real ones, so that a host's claims, leases and steps are real. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Solver, Solvers, ThreadEnd } from '../../../src/jobs/solver-pool.js';
import type { NestRequest, Solution, SolverEvent } from '../../../src/nesting/request.js';

const reportMs = 1_000;
/** Parts of a layout: some 7 kB of JSON. */
const parts = 100;

class SleepingSolver implements Solver {
  #stopped = new AbortController();

  async run({ request }: { request: string }, onEvent: (event: SolverEvent) => void): Promise<ThreadEnd> {
    this.#stopped = new AbortController();
    const { maximumExecutionTime } = JSON.parse(request) as NestRequest;
    const until = performance.now() + 1000 * maximumExecutionTime;
    for (let generation = 0; ; generation++) {
      onEvent({ type: 'solution', solution: layout(generation) });
      const left = until - performance.now();
      const ended = await delay(Math.min(left, reportMs), false, { signal: this.#stopped.signal }).catch(() => true);
      if (ended) return { type: 'end', reason: 'cancelled' };
      if (left <= reportMs) return { type: 'end', reason: 'optimal' };
      const counts = { generation: generation + 1, tested: 10 * generation + 1, elapsedSeconds: generation + 1 };
      onEvent({ type: 'progress', status: 'running', ...counts });
    }
  }

  show(): boolean {
    return false;
  }

  set cores(_count: number) {}

  stop(): void {
    this.#stopped.abort();
  }

  async terminate(): Promise<void> {
    this.stop();
  }
}

/** A solver for each task. */
export function sleepingSolvers(): Solvers {
  return {
    warm() {},
    acquire: async () => new SleepingSolver(),
    release() {},
    async close() {},
  };
}

function layout(generation: number): Solution {
  const fitness = 1_000 - generation;
  return {
    fitness,
    usage: { width: 1, length: fitness, area: fitness, partArea: 0.5 * fitness, sheets: [] },
    utilisation: 0.5,
    sheetCount: null,
    sheetUtilisation: null,
    placements: Array.from({ length: parts }, (_, index) => ({
      id: `part-${index}`,
      index,
      bin: 0,
      position: [index / 3, generation / 7] as const,
      rotation: 90,
    })),
    unplaced: [],
    unplacedIndices: [],
    generation,
    tested: 1 + generation * 10,
    elapsedSeconds: generation,
  };
}
