/** The reasons for which the queue refuses a job, or does not know one. */
import { ServiceError } from '../errors.js';
import type { QueueName } from '../store/store.js';
import type { JobCaller, JobLimits } from './queue.js';

export function requirePlan({ plan }: JobCaller, queue: QueueName, instances: number): void {
  if (plan === 'paid') return;
  const problems = [];
  if (queue === 'fast') {
    problems.push({
      path: 'serverId',
      code: 'plan_required',
      message: 'serverId "fast" needs a paid plan: use "slow"',
    });
  }
  if (instances > 1) {
    const message = `instances is ${instances}: more than 1 needs a paid plan`;
    problems.push({ path: 'instances', code: 'plan_required', message });
  }
  if (problems.length > 0) throw ServiceError.ofProblems('plan_required', problems);
}

export function unknownJob(): ServiceError {
  return new ServiceError('not_found', 'This nest job does not exist, or its events are gone');
}

export function shuttingDown(): ServiceError {
  return new ServiceError('unavailable', 'The service is shutting down', {
    code: 'shutting_down',
    retryAfterSeconds: 5,
  });
}

export function tooManyJobs({ openJobs }: JobLimits): ServiceError {
  return new ServiceError('quota_exceeded', `The plan allows ${openJobs} nest jobs at a time, queued or running`, {
    code: 'too_many_jobs',
    retryAfterSeconds: 5,
  });
}

export function solverTimeUsed({ solverSecondsPerMonth }: JobLimits, now: number): ServiceError {
  const date = new Date(now);
  const nextMonth = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
  const message = `The plan's ${solverSecondsPerMonth} solver seconds for this month are used up; new ones are available from ${new Date(nextMonth).toISOString().slice(0, 10)}`;
  return new ServiceError('quota_exceeded', message, {
    code: 'solver_seconds_used',
    retryAfterSeconds: Math.ceil((nextMonth - now) / 1000),
  });
}

export const idempotencyHeader = 'Idempotency-Key';

export function keyReused(): ServiceError {
  const message = `The ${idempotencyHeader} was used for another request in the last 24 hours: send the same body, or a new key`;
  return ServiceError.ofProblems('invalid', [{ path: idempotencyHeader, code: 'idempotency_key_reused', message }]);
}

export function keyInProgress(jobId: string): ServiceError {
  const message = `The request with this ${idempotencyHeader} still runs as job ${jobId}: resume its stream, or send the request again when the job has ended`;
  return ServiceError.ofProblems('conflict', [
    { path: idempotencyHeader, code: 'idempotency_key_in_progress', message, jobId },
  ]);
}
