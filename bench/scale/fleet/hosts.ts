/**
 * A process with many solver hosts, each with a store and connections of its own: hosts.js LOCATION COUNT SOLVERS. Their claims, leases,
 * announcements and steps are the real ones. It answers each message with the figures since the one before.
 */
import { openSolverHost } from '../../../src/jobs/open-jobs.js';
import { openStore, type StoreLocation } from '../../../src/store/open-store.js';
import { sleepingSolvers } from './sleeping-solvers.js';

/** Hosts that start at the same time. */
const abreast = 10;

export interface HostFigures {
  /** Milliseconds of each claim that found a task, ... */
  readonly claims: readonly number[];
  /** ... and of each that found none. */
  readonly emptyClaims: readonly number[];
  /** Microseconds of processor time of the whole process. */
  readonly processor: number;
  /** Errors by their message. */
  readonly errors: Readonly<Record<string, number>>;
}

const [given, count, solvers] = process.argv.slice(2) as [string, string, string];
const location = JSON.parse(given) as StoreLocation;
let claims: number[] = [];
let emptyClaims: number[] = [];
let errors: Record<string, number> = {};
let processor = process.cpuUsage();

const note = (error: unknown): void => {
  const text =
    error instanceof Error ? `${error.message} ${(error.cause as Error | undefined)?.message ?? ''}` : `${error}`;
  errors[text] = (errors[text] ?? 0) + 1;
};

async function startHost(): Promise<void> {
  const store = await openStore({ ...location, connections: 3 });
  const timed = Object.create(store, {
    claimTask: {
      value: async (claim: Parameters<typeof store.claimTask>[0]) => {
        const before = performance.now();
        const task = await store.claimTask(claim);
        (task === null ? emptyClaims : claims).push(performance.now() - before);
        return task;
      },
    },
  }) as typeof store;
  openSolverHost({
    store: timed,
    solvers: Number(solvers),
    queues: ['fast', 'slow'],
    pool: sleepingSolvers(),
    onError: note,
  });
}

process.on('disconnect', () => process.exit());
let next = 0;
await Promise.all(
  Array.from({ length: abreast }, async () => {
    while (next++ < Number(count)) await startHost();
  }),
);
process.on('message', () => {
  const used = process.cpuUsage(processor);
  const figures: HostFigures = { claims, emptyClaims, processor: used.user + used.system, errors };
  claims = [];
  emptyClaims = [];
  errors = {};
  processor = process.cpuUsage();
  process.send?.(figures);
});
process.send?.('ready');
