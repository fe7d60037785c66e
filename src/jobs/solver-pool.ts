/** Worker threads for solvers. They start ahead of need, stay warm, serve many tasks, and are replaced when they die. */
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { signal, type ThreadData, type ThreadMessage, type ThreadTask } from './serve-solver.js';

/** A spare thread starts this long after the last thread was taken or started. */
const spareAfterMs = 1_000;
/**
 * The young part of a thread's heap (MiB). V8 copies live objects between two halves, each a third of it. By default each half
 * grows to 16 MiB in every thread. A search is as fast with 8 MiB, and slower by a twentieth with 4.
 */
const youngMiB = 24;

export interface SolverPoolOptions {
  /** Compiled module that calls `serveSolver`. */
  readonly entry: URL;
  /** Largest number of threads at the same time. */
  readonly size: number;
  /** Heap of one thread in MiB. A solver that needs more dies alone. */
  readonly threadMemoryMiB: number;
}

/** The end of a task on a thread; `died`: the thread ended with it. */
export type ThreadEnd =
  | Extract<ThreadMessage, { type: 'end' | 'failed' }>
  | { readonly type: 'died'; readonly cause: unknown };

/** A solver that takes one task after another. */
export interface Solver {
  run(
    task: Omit<ThreadTask, 'inbox'>,
    onEvent: (event: Extract<ThreadMessage, { type: 'event' }>['event']) => void,
    options?: { exchanges?: boolean },
  ): Promise<ThreadEnd>;
  show(event: string): boolean;
  set cores(count: number);
  stop(): void;
  terminate(): Promise<void>;
}

/** Gives solvers to a host. `SolverPool` has threads; the bench of a fleet has solvers that only wait. */
export interface Solvers {
  warm(): void;
  acquire(): Promise<Solver>;
  release(solver: Solver): void;
  close(): Promise<void>;
}

export class SolverThread implements Solver {
  readonly ready: Promise<void>;
  readonly #signals = new Int32Array(new SharedArrayBuffer(signal.count * Int32Array.BYTES_PER_ELEMENT));
  readonly #worker: Worker;
  /** Takes layouts for the present task, if it exchanges any. */
  #outbox: MessagePort | null = null;
  #onMessage: ((message: ThreadMessage) => void) | null = null;
  #onDeath: ((cause: unknown) => void) | null = null;
  #cause: unknown = null;
  #dead = false;

  constructor({ entry, threadMemoryMiB }: SolverPoolOptions) {
    const workerData: ThreadData = { signals: this.#signals.buffer };
    this.#worker = new Worker(entry, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: threadMemoryMiB, maxYoungGenerationSizeMb: youngMiB },
    });
    this.ready = new Promise((resolve, reject) => {
      this.#onMessage = () => resolve();
      this.#onDeath = reject;
    });
    this.#worker.on('message', (message: ThreadMessage) => this.#onMessage?.(message));
    this.#worker.on('messageerror', (error) => this.#die(error));
    this.#worker.on('error', (error) => {
      this.#cause = error;
    });
    this.#worker.on('exit', (code) => this.#die(this.#cause ?? new Error(`the solver thread left with code ${code}`)));
  }

  get alive(): boolean {
    return !this.#dead;
  }

  /** Runs one task; a thread runs one at a time. Events are passed on as they come. `exchanges`: it heeds `show`. */
  run(
    task: Omit<ThreadTask, 'inbox'>,
    onEvent: (event: Extract<ThreadMessage, { type: 'event' }>['event']) => void,
    { exchanges = false } = {},
  ): Promise<ThreadEnd> {
    Atomics.store(this.#signals, signal.stop, 0);
    Atomics.store(this.#signals, signal.shown, 0);
    Atomics.store(this.#signals, signal.wanted, 1);
    return new Promise((resolve) => {
      const finish = (end: ThreadEnd) => {
        this.#onMessage = null;
        this.#onDeath = null;
        this.#outbox?.close();
        this.#outbox = null;
        resolve(end);
      };
      if (this.#dead) {
        finish({ type: 'died', cause: this.#cause });
        return;
      }
      this.#onMessage = (message) => {
        if (message.type === 'event') onEvent(message.event);
        else if (message.type !== 'ready') finish(message);
      };
      this.#onDeath = (cause) => finish({ type: 'died', cause });
      if (!exchanges) {
        this.#worker.postMessage({ ...task, inbox: null } satisfies ThreadTask);
        return;
      }
      const { port1, port2 } = new MessageChannel();
      this.#outbox = port1;
      this.#worker.postMessage({ ...task, inbox: port2 } satisfies ThreadTask, [port2]);
    });
  }

  /**
   * Shows the present task an event with a layout of another instance. False: the task has not taken the last one yet, or
   * takes none. So a thread never holds more than one.
   */
  show(event: string): boolean {
    if (this.#outbox === null || Atomics.load(this.#signals, signal.shown) === 1) return false;
    this.#outbox.postMessage(event);
    Atomics.store(this.#signals, signal.shown, 1);
    return true;
  }

  /** The processor cores for a task that exchanges layouts. It asks once, when its search begins. */
  set cores(count: number) {
    Atomics.store(this.#signals, signal.cores, count);
  }

  /** Asks the present task to end. The task may still report. */
  stop(): void {
    Atomics.store(this.#signals, signal.stop, 1);
  }

  /** Ends the thread, whatever it is doing. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Whether an idle thread keeps the process alive. */
  hold(alive: boolean): void {
    if (alive) this.#worker.ref();
    else this.#worker.unref();
  }

  #die(cause: unknown): void {
    if (this.#dead) return;
    this.#dead = true;
    this.#cause = cause;
    this.#onDeath?.(cause);
  }
}

interface Waiter {
  readonly take: (thread: SolverThread) => void;
  readonly fail: (cause: unknown) => void;
}

export class SolverPool implements Solvers {
  readonly #idle: SolverThread[] = [];
  readonly #starting = new Set<SolverThread>();
  readonly #all = new Set<SolverThread>();
  readonly #waiters: Waiter[] = [];
  #spare: NodeJS.Timeout | null = null;
  #closed = false;

  constructor(readonly options: SolverPoolOptions) {}

  /**
   * The first thread that is ready for a task: an idle one, a starting one, or one that is released before that. The caller
   * holds, or waits for, at most `size` at a time. Rejects if no thread can start.
   */
  acquire(): Promise<SolverThread> {
    const thread = this.#takeIdle();
    if (thread) return Promise.resolve(this.#given(thread));
    return new Promise((take, fail) => {
      this.#waiters.push({ take, fail });
      if (this.#starting.size < this.#waiters.length) this.#start();
      for (const awaited of this.#starting) awaited.hold(true);
    });
  }

  /** Starts a thread ahead of need, and soon a spare one. A task that needs a failed thread gets the error. */
  warm(): void {
    this.#startAhead();
    this.#keepSpare();
  }

  /** Takes a live thread back for the next task. */
  release(thread: SolverThread): void {
    if (!thread.alive) this.#all.delete(thread);
    else if (!this.#offer(thread)) this.#idle.push(thread);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#spare) clearTimeout(this.#spare);
    await Promise.all([...this.#all].map((thread) => thread.terminate()));
    this.#all.clear();
    this.#idle.length = 0;
  }

  /** A thread whose task is ending is not free yet when the next task comes, so that task finds the spare. */
  #keepSpare(): void {
    this.#spare ??= setTimeout(() => {
      this.#spare = null;
      if (this.#idle.length === 0 || this.#all.size === 1) this.#startAhead();
    }, spareAfterMs).unref();
  }

  #startAhead(): void {
    if (!this.#closed && this.#all.size < this.options.size) this.#start();
  }

  #start(): void {
    const thread = new SolverThread(this.options);
    thread.hold(false);
    this.#all.add(thread);
    this.#starting.add(thread);
    thread.ready.then(
      () => {
        this.#starting.delete(thread);
        if (!this.#offer(thread)) this.#idle.unshift(thread);
      },
      (cause: unknown) => {
        this.#starting.delete(thread);
        this.#all.delete(thread);
        if (this.#starting.size < this.#waiters.length) this.#waiters.shift()!.fail(cause);
      },
    );
  }

  /** The thread used last, whose code is compiled best. */
  #takeIdle(): SolverThread | null {
    for (let thread = this.#idle.pop(); thread; thread = this.#idle.pop()) {
      if (thread.alive) return thread;
      this.#all.delete(thread);
    }
    return null;
  }

  /** Whether a waiting task takes the thread. Otherwise the thread is idle. */
  #offer(thread: SolverThread): boolean {
    const waiter = this.#waiters.shift();
    if (waiter) waiter.take(this.#given(thread));
    // After the close, a thread keeps the process alive until it has ended.
    else if (!this.#closed) thread.hold(false);
    return waiter !== undefined;
  }

  #given(thread: SolverThread): SolverThread {
    thread.hold(true);
    this.#keepSpare();
    return thread;
  }
}
