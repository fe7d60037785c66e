/**
 * The limits of each plan. An organisation's members share its plan's allowance; a user has their own in personal
 * context.
 */
import type { PlanName } from './repository.js';

export interface PlanLimits {
  readonly requestsPerMinute: number;
  /** Nest jobs that are queued or running. */
  readonly openJobs: number;
  /** Seconds that solvers may run in a month (UTC), all instances together. */
  readonly solverSecondsPerMonth: number;
  /** Size of a request body. */
  readonly bodyBytes: number;
}

const mebibyte = 1024 * 1024;

export const planLimits: Readonly<Record<PlanName, PlanLimits>> = {
  free: {
    requestsPerMinute: 300,
    openJobs: 20,
    solverSecondsPerMonth: 36_000,
    bodyBytes: 16 * mebibyte,
  },
  paid: {
    requestsPerMinute: 6_000,
    openJobs: 2_000,
    solverSecondsPerMonth: 3_600_000,
    bodyBytes: 32 * mebibyte,
  },
};
