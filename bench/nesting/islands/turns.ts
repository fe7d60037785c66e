/**
 * Threads that take turns, so that each has a clock of its own processor time whatever the number of cores. Only the thread
 * whose turn it is runs, and the time of the whole process counts for it.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

const words = { holder: 0, joined: 1, count: 2 } as const;
const sliceMs = 250;
const key = 'turns';

interface TurnsData {
  readonly memory: SharedArrayBuffer;
  readonly threads: number;
}

/** Call it before the threads start. They begin their turns once all have joined. */
export function prepareTurns(threads: number): void {
  const memory = new SharedArrayBuffer(4 * (words.count + threads));
  setEnvironmentData(key, { memory, threads } satisfies TurnsData);
}

export class Turn {
  readonly #words: Int32Array;
  readonly #threads: number;
  readonly #own: number;
  /** Milliseconds of the turns before, and the processor time at which this turn began. */
  #before = 0;
  #begun: number;
  #seen = 0;
  #lookAgainAt = 0;

  /** Joins, and waits for the first turn. */
  constructor() {
    const { memory, threads } = getEnvironmentData(key) as TurnsData;
    this.#words = new Int32Array(memory);
    this.#threads = threads;
    this.#own = Atomics.add(this.#words, words.joined, 1);
    Atomics.notify(this.#words, words.joined);
    for (let joined = 0; joined < threads; ) {
      joined = Atomics.load(this.#words, words.joined);
      if (joined < threads) Atomics.wait(this.#words, words.joined, joined);
    }
    this.#wait();
    this.#begun = processorMs();
  }

  /** Milliseconds of processor time of this thread's turns. At the end of a turn the others run first. */
  now(): number {
    const wall = performance.now();
    if (wall < this.#lookAgainAt) return this.#seen;
    let ms = processorMs() - this.#begun;
    if (ms >= sliceMs) {
      this.#before += ms;
      ms = 0;
      this.#pass();
      this.#wait();
      this.#begun = processorMs();
    }
    this.#seen = this.#before + ms;
    // Reading processor time costs a dozen times as much as the wall clock.
    this.#lookAgainAt = performance.now() + 1;
    return this.#seen;
  }

  leave(): void {
    Atomics.store(this.#words, words.count + this.#own, 1);
    this.#pass();
  }

  #pass(): void {
    for (let step = 1; step <= this.#threads; step++) {
      const next = (this.#own + step) % this.#threads;
      if (Atomics.load(this.#words, words.count + next) === 1) continue;
      Atomics.store(this.#words, words.holder, next);
      Atomics.notify(this.#words, words.holder);
      return;
    }
  }

  #wait(): void {
    for (let holder = -1; holder !== this.#own; ) {
      holder = Atomics.load(this.#words, words.holder);
      if (holder !== this.#own) Atomics.wait(this.#words, words.holder, holder);
    }
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
