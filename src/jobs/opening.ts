/** What a solver's host is told of a job: what the `starting` line says, and which trace the job belongs to. */
import type { NestRequest, NestWarning, Polyline } from '../nesting/request.js';
import type { JobLedger } from './ledger.js';

/** As kept with the job. The parts stay in the request. */
export interface Opening {
  readonly warnings: readonly NestWarning[];
  readonly announceParts: boolean;
  readonly traceparent?: string | undefined;
}

export interface Beginning {
  /** What the `starting` line says. */
  readonly line: { readonly warnings: readonly NestWarning[]; readonly parts?: readonly Polyline[] };
  /** Epoch milliseconds. */
  readonly queuedAt: number;
  readonly traceparent: string | undefined;
}

/** `solvers`: how many this host has; there may be others. Null for a job that is gone. */
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
  const line =
    request === null ? { warnings: all } : { warnings: all, parts: (JSON.parse(request) as NestRequest).polygons };
  return { line, queuedAt: job.createdAt, traceparent };
}

function fewSolvers(instances: number, solvers: number): NestWarning[] {
  if (instances <= solvers) return [];
  const message = `${instances} instances were asked for and ${solvers} run at the same time here; the others start when one ends before the time limit`;
  return [{ code: 'instances_share_solvers', path: 'instances', message }];
}
