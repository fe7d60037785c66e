/** The facts of a job that a solver host needs: the content of its `starting` line, and its trace. */
import type { Match, NestRequest, NestWarning, Polygon } from '../nesting/request.js';
import type { TaskQueue } from '../store/store.js';
import type { JobLedger } from './ledger.js';
import type { Opening } from './opening.js';

export interface Beginning {
  /** Content of the `starting` line. */
  readonly line: {
    readonly warnings: readonly NestWarning[];
    readonly parts?: readonly Polygon[];
    readonly matches?: readonly Match[];
  };
  readonly queue: TaskQueue;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  readonly traceparent: string | undefined;
}

/** `solvers`: the number on this host; other hosts may have more. Null for a job that is gone. */
export async function beginningOf(
  { store, now }: JobLedger,
  jobId: string,
  solvers: number,
): Promise<Beginning | null> {
  const snapshot = await store.loadJob(jobId);
  if (snapshot === null) return null;
  const { job, tasks } = snapshot;
  const { warnings, announceParts, traceparent } = JSON.parse(job.opening) as Opening;
  const [elsewhere, request] = await Promise.all([
    store.solversOf(job.queue, now()),
    announceParts ? store.jobRequest(jobId) : null,
  ]);
  const all = [...warnings, ...fewSolvers(tasks.length, Math.max(solvers, elsewhere))];
  return {
    line: { warnings: all, ...(request !== null && announced(JSON.parse(request) as NestRequest)) },
    queue: job.queue,
    queuedAt: job.createdAt,
    traceparent,
  };
}

const announced = ({ polygons: parts, match: matches = [] }: NestRequest) => ({
  parts,
  ...(matches.length > 0 && { matches }),
});

function fewSolvers(instances: number, solvers: number): NestWarning[] {
  if (instances <= solvers) return [];
  const message = `${instances} instances were requested and ${solvers} run at the same time here; each of the others starts as soon as a solver is free`;
  return [{ code: 'instances_share_solvers', path: 'instances', message }];
}
