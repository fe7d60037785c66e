/** Valid records for the tests of stores and queues. A test overrides the fields of its concern. */
import { randomUUID } from 'node:crypto';
import type {
  JobChange,
  JobSnapshot,
  KeyRecord,
  NewJob,
  OrganizationRecord,
  PatternRecord,
  Store,
  UserRecord,
} from '../../src/store/store.js';

export const someTime = Date.UTC(2026, 0, 2, 3, 4, 5);

export const userRecord = (change: Partial<UserRecord> = {}): UserRecord => ({
  id: randomUUID(),
  name: `user-${randomUUID()}`,
  plan: 'free',
  admin: false,
  activeOrganizationId: null,
  createdAt: someTime,
  ...change,
});

export const organizationRecord = (change: Partial<OrganizationRecord> = {}): OrganizationRecord => ({
  id: randomUUID(),
  name: `organization-${randomUUID()}`,
  plan: 'paid',
  createdAt: someTime,
  ...change,
});

export const keyRecord = (userId: string, change: Partial<KeyRecord> = {}): KeyRecord => ({
  id: randomUUID().slice(0, 8),
  userId,
  name: 'a key',
  scopes: [],
  secretHash: new Uint8Array(32).fill(7),
  createdAt: someTime,
  expiresAt: null,
  lifetimeMs: 0,
  lastUsedAt: null,
  revokedAt: null,
  ...change,
});

export const patternRecord = (change: Partial<PatternRecord> = {}): PatternRecord => ({
  id: randomUUID(),
  ownerUserId: null,
  ownerOrganizationId: null,
  public: false,
  name: 'skirt',
  description: 'a skirt',
  createdAt: someTime,
  ...change,
});

export const newJob = (userId: string, change: Partial<NewJob> = {}): NewJob => ({
  id: randomUUID(),
  userId,
  organizationId: null,
  owner: userId,
  queue: 'slow',
  priority: 0,
  keepMs: 0,
  watchedUntil: someTime + 5_000,
  timeLimitMs: 30_000,
  reportIntervalMs: 1_000,
  eventsKeptMs: 3_600_000,
  createdAt: someTime,
  opening: '{"warnings":[]}',
  request: '{"polygons":[]}',
  seeds: [1],
  ...change,
});

/** Inserts a user and a job of this user. */
export async function queuedJob(store: Store, change: Partial<NewJob> = {}): Promise<NewJob> {
  const user = userRecord();
  await store.createUser(user);
  const job = newJob(user.id, change);
  await store.createJob(job);
  return job;
}

/** A change of a job. By default it appends one event and changes nothing else. */
export function changeOf({ job }: JobSnapshot, change: Partial<JobChange> = {}): JobChange {
  const { state, outcome, startedAt, endedAt, bestFitness, bestTask, bestSeq } = job;
  const { generation, tested, elapsedSeconds, progressAt } = job;
  const counts = { generation, tested, elapsedSeconds, progressAt };
  const best = { bestFitness, bestTask, bestSeq };
  const lastSeq = job.lastSeq + 1;
  return {
    jobId: job.id,
    revision: job.revision,
    at: someTime,
    fence: null,
    job: { state, outcome, startedAt, endedAt, lastSeq, ...best, ...counts },
    tasks: [],
    events: [{ seq: lastSeq, at: someTime, body: `{"n":${lastSeq}}` }],
    ...change,
  };
}
