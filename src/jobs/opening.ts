/** What a solver's host is told of a job: what the `starting` line says, and which trace the job belongs to. */
import type { NestRequest, NestWarning, Polyline } from '../nesting/request.js';
import type { JobLedger } from './ledger.js';

/** As kept with the job. The parts stay in the request. */
export interface Opening {
  readonly warnings: readonly NestWarning[];
  readonly announceParts: boolean;
  readonly traceparent?: string | undefined;
}

/** `solvers`: how many this host has; there may be others. Empty for a job that is gone. */
export async function openingLine(
  { store, now }: JobLedger,
  jobId: string,
  solvers: number,
): Promise<{ warnings: readonly NestWarning[]; parts?: readonly Polyline[] }> {
  const snapshot = await store.loadJob(jobId);
  if (snapshot === null) return { warnings: [] };
  const { warnings, announceParts } = JSON.parse(snapshot.job.opening) as Opening;
  const everywhere = Math.max(solvers, await store.solversOf(snapshot.job.queue, now()));
  const all = [...warnings, ...fewSolvers(snapshot.tasks.length, everywhere)];
  const request = announceParts ? await store.jobRequest(jobId) : null;
  return request === null ? { warnings: all } : { warnings: all, parts: (JSON.parse(request) as NestRequest).polygons };
}

/** When the job was queued (epoch milliseconds), and its trace; null for a job that is gone. */
export async function originOf(
  { store }: JobLedger,
  jobId: string,
): Promise<{ queuedAt: number; traceparent: string | undefined } | null> {
  const snapshot = await store.loadJob(jobId);
  if (snapshot === null) return null;
  const { traceparent } = JSON.parse(snapshot.job.opening) as Opening;
  return { queuedAt: snapshot.job.createdAt, traceparent };
}

function fewSolvers(instances: number, solvers: number): NestWarning[] {
  if (instances <= solvers) return [];
  const message = `${instances} instances were asked for and ${solvers} run at the same time here; the others start when one ends before the time limit`;
  return [{ code: 'instances_share_solvers', path: 'instances', message }];
}
