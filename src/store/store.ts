/**
 * The Store port: what the service keeps, as plain records and some thirty verbs. No SQL and no engine shows here:
 * `sqlite/` is the embedded adapter, a PostgreSQL adapter implements the same port, and one contract suite
 * (test/store/contract.ts) says what both must do. What the records mean is decided by their users (src/accounts,
 * src/jobs, src/patterns); the store only keeps them, atomically.
 *
 * Times are epoch milliseconds, always given by the caller, so that one injected clock rules everything.
 * A name or id that is taken: ServiceError `already_exists`. An engine that cannot answer now: `unavailable`.
 */

export interface Store extends AccountStore, PatternStore, JobStore {
  close(): Promise<void>;
}

// ---------------------------------------------------------------------------------------------------- accounts

export type PlanName = 'free' | 'paid';

export interface UserRecord {
  /** UUID. */
  readonly id: string;
  /** Unique; what a person signs with, for example an e-mail address. */
  readonly name: string;
  readonly plan: PlanName;
  /** May manage users, organisations and plans over AdminService. */
  readonly admin: boolean;
  /** Used where a request names no organisation; null: personal. */
  readonly activeOrganizationId: string | null;
  readonly createdAt: number;
}

export interface OrganizationRecord {
  /** UUID. */
  readonly id: string;
  /** Unique. */
  readonly name: string;
  readonly plan: PlanName;
  readonly createdAt: number;
}

export interface KeyRecord {
  /** The eight readable characters inside the key. */
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** SHA-256 of the secret, 32 bytes. */
  readonly secretHash: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

export interface AccountStore {
  createUser(user: UserRecord): Promise<void>;
  findUser(id: string): Promise<UserRecord | null>;
  findUserByName(name: string): Promise<UserRecord | null>;
  /** All users by name. */
  listUsers(): Promise<UserRecord[]>;
  /** False: there is no such user. */
  updateUser(
    id: string,
    change: Partial<Pick<UserRecord, 'plan' | 'admin' | 'activeOrganizationId'>>,
  ): Promise<boolean>;

  createOrganization(organization: OrganizationRecord): Promise<void>;
  findOrganization(id: string): Promise<OrganizationRecord | null>;
  findOrganizationByName(name: string): Promise<OrganizationRecord | null>;
  /** All organisations by name; with `userId` those that the user belongs to. */
  listOrganizations(filter?: { userId: string }): Promise<OrganizationRecord[]>;
  updateOrganization(id: string, change: Pick<OrganizationRecord, 'plan'>): Promise<boolean>;

  /** No effect where the user is a member already. */
  addMember(organizationId: string, userId: string): Promise<void>;
  /** Also clears the organisation as the user's active one. False: was no member. */
  removeMember(organizationId: string, userId: string): Promise<boolean>;
  listMembers(organizationId: string): Promise<UserRecord[]>;

  createKey(key: KeyRecord): Promise<void>;
  findKey(id: string): Promise<KeyRecord | null>;
  /** Newest first, revoked ones included. */
  listKeys(userId: string): Promise<KeyRecord[]>;
  updateKey(id: string, change: Partial<Pick<KeyRecord, 'expiresAt' | 'lastUsedAt' | 'revokedAt'>>): Promise<boolean>;
}

// ---------------------------------------------------------------------------------------------------- patterns

export interface PatternRecord {
  /** UUID. */
  readonly id: string;
  /** Exactly one owner: a user (personal) or an organisation. */
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
  /** Readable by everyone. */
  readonly public: boolean;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
}

export interface PatternVersionRecord {
  /** UUID. */
  readonly id: string;
  readonly patternId: string;
  /** 1, 2, ... within the pattern. */
  readonly number: number;
  readonly state: 'draft' | 'published';
  /** Which drafter reads `content` (`definition`, `freesewing`, `static`, ...). */
  readonly kind: string;
  /** JSON text, returned byte for byte. */
  readonly content: string;
  /** Hex SHA-256 of the UTF-8 bytes of `content`, worked out by the store. */
  readonly sha256: string;
  readonly createdAt: number;
  readonly publishedAt: number | null;
}

/** Who asks: the owning user in personal context, or an organisation's members in its context. */
export interface PatternReader {
  readonly userId: string;
  readonly organizationId: string | null;
}

/** Whose patterns: exactly one of the two. */
export type PatternOwner = Pick<PatternRecord, 'ownerUserId' | 'ownerOrganizationId'>;

export type PatternVersionChoice = { readonly id: string } | { readonly number: number } | 'latest';

export interface PatternStore {
  createPattern(pattern: PatternRecord): Promise<void>;
  findPattern(id: string): Promise<PatternRecord | null>;
  /** Patterns with a published version that the reader may read, by (name, id), from behind `after`. */
  listPatterns(query: {
    reader: PatternReader;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<PatternRecord[]>;
  /** The patterns of one owner, those that have only drafts included, by (name, id), from behind `after`. */
  listOwnedPatterns(query: {
    owner: PatternOwner;
    after: { name: string; id: string } | null;
    limit: number;
  }): Promise<PatternRecord[]>;
  /** How many versions, drafts included, all patterns of an owner have together. */
  countPatternVersions(owner: PatternOwner): Promise<number>;
  updatePattern(id: string, change: Partial<Pick<PatternRecord, 'public' | 'name' | 'description'>>): Promise<boolean>;

  /** Adds a draft with the pattern's next number and returns it. */
  addPatternVersion(
    version: Pick<PatternVersionRecord, 'id' | 'patternId' | 'kind' | 'content' | 'createdAt'>,
  ): Promise<PatternVersionRecord>;
  /** A new content for a draft; ServiceError `conflict` for a published version, false where there is none. */
  updatePatternDraft(id: string, change: Pick<PatternVersionRecord, 'kind' | 'content'>): Promise<boolean>;
  /** From now on immutable. A second call changes nothing; false: there is no such version. */
  publishPatternVersion(id: string, publishedAt: number): Promise<boolean>;
  /** A version of that pattern in any state; `latest` is the highest published number. */
  findPatternVersion(patternId: string, choice: PatternVersionChoice): Promise<PatternVersionRecord | null>;
  /** All versions of a pattern by number, without their contents, which may be large. */
  listPatternVersions(patternId: string): Promise<Omit<PatternVersionRecord, 'content'>[]>;
}

// ---------------------------------------------------------------------------------------------------- jobs

export type QueueName = 'slow' | 'fast';

/** The part of a job that never changes. */
export interface NewJob {
  /** UUID. */
  readonly id: string;
  readonly userId: string;
  readonly organizationId: string | null;
  readonly queue: QueueName;
  /** Higher is claimed first. */
  readonly priority: number;
  /** Milliseconds for which the work goes on when no one listens. */
  readonly keepMs: number;
  /** Counted as listened to until then, whoever comes. */
  readonly watchedUntil: number;
  /** Milliseconds of solving; the deadline is `startedAt` + this. */
  readonly timeLimitMs: number;
  /** Milliseconds between periodic progress lines; 0: none. */
  readonly reportIntervalMs: number;
  readonly createdAt: number;
  /** JSON text: what the line that tells of the start is made of. */
  readonly opening: string;
  /** JSON text for the solver; kept apart, read by `jobRequest` only. */
  readonly request: string;
  /** One task for each seed. */
  readonly seeds: readonly number[];
}

/** The part of a job that a `JobChange` replaces as a whole. */
export interface JobState {
  readonly state: 'queued' | 'running' | 'ended';
  /** Why it ended; null before. */
  readonly outcome: JobOutcome | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The number of the last event; 0: none yet. */
  readonly lastSeq: number;
  /** Best layout so far: its fitness, the task that found it, the event that carries it. */
  readonly bestFitness: number | null;
  readonly bestTask: number | null;
  readonly bestSeq: number | null;
  /** Digest of its placements, where several tasks may find the same; else null. */
  readonly bestLayout: string | null;
  /** Largest generation of all tasks. */
  readonly generation: number;
  /** Layouts tested by all tasks. */
  readonly tested: number;
  readonly elapsedSeconds: number;
  /** Time of the last progress line. */
  readonly progressAt: number;
}

export type JobOutcome = 'finished' | 'time_limit' | 'failed' | 'cancelled' | 'abandoned' | 'shutting_down';

export interface JobRecord extends Omit<NewJob, 'request' | 'seeds'>, JobState {
  /** Order of submission over all jobs. */
  readonly number: number;
  /** Counts the changes; a change says which one it was worked out from. */
  readonly revision: number;
}

/** The part of a task that a `JobChange` replaces. */
export interface TaskState {
  readonly index: number;
  readonly state: 'queued' | 'running' | 'ended';
  readonly outcome: TaskOutcome | null;
  /** Generations and layouts of all attempts. */
  readonly generation: number;
  readonly tested: number;
  /** Solver threads that died under it. */
  readonly crashes: number;
}

export type TaskOutcome = 'finished' | 'time_limit' | 'crashed' | 'dropped';

/** One of a job's `instances` solvers. */
export interface TaskRecord extends TaskState {
  readonly jobId: string;
  readonly seed: number;
  /** How often it was claimed; a late worker is told from the present one by it. */
  readonly attempt: number;
  readonly leaseUntil: number | null;
  readonly worker: string | null;
}

export interface JobSnapshot {
  readonly job: JobRecord;
  /** By index. */
  readonly tasks: readonly TaskRecord[];
}

/** What a worker holds: every write it makes names it, and is refused once someone else has the task. */
export interface Fence {
  readonly index: number;
  readonly attempt: number;
  readonly state: 'queued' | 'running';
}

/** A step of a job, worked out from a snapshot; all of it happens or nothing. */
export interface JobChange {
  readonly jobId: string;
  /** The snapshot's revision. */
  readonly revision: number;
  /** The task, attempt and state that must still be so; null: the step is nobody's. */
  readonly fence: Fence | null;
  readonly job: JobState;
  readonly tasks: readonly TaskState[];
  /** Events with the numbers after the snapshot's `lastSeq`. */
  readonly events: readonly StoredEvent[];
}

/** `stale`: the job has moved on, look again; `fenced`: the task is no longer the caller's; `gone`: no such job. */
export type CommitResult = 'committed' | 'stale' | 'fenced' | 'gone';

export interface StoredEvent {
  readonly seq: number;
  readonly at: number;
  /** JSON text. */
  readonly body: string;
}

export interface JobStore {
  /** Inserts the job with its tasks, queued. */
  createJob(job: NewJob): Promise<void>;
  loadJob(id: string): Promise<JobSnapshot | null>;
  /** The request as given to `createJob`; null: no such job. */
  jobRequest(id: string): Promise<string | null>;
  /** Each change by itself, in order, in one transaction. */
  commitJobs(changes: readonly JobChange[]): Promise<CommitResult[]>;

  /** Events after `seq` in order: at most `maxEvents`, and no further one once `maxBytes` of bodies are reached. */
  eventsAfter(jobId: string, seq: number, limit: { maxEvents: number; maxBytes: number }): Promise<StoredEvent[]>;

  /** Place of every queued job of a queue, 1 = next, by one query. */
  queuePositions(queue: QueueName): Promise<Map<string, number>>;

  /**
   * The first queued task by (order of `queues`, priority, submission, index), now running: attempt raised, leased.
   * No two callers get the same one.
   */
  claimTask(claim: { queues: readonly QueueName[]; worker: string; leaseUntil: number }): Promise<TaskRecord | null>;
  /** The running tasks of a worker. */
  heldTasks(worker: string): Promise<TaskRecord[]>;
  renewLeases(worker: string, leaseUntil: number): Promise<void>;
  /** Returns running tasks whose lease ended before `now` to their queue, and says which. */
  expireLeases(now: number): Promise<TaskRecord[]>;

  /** The watcher (a process with listeners) listens to these jobs until then. Unknown jobs are passed over. */
  watchJobs(watcher: string, jobIds: readonly string[], until: number): Promise<void>;
  /** The watcher's last listener left at `at`. */
  unwatchJob(watcher: string, jobId: string, at: number): Promise<void>;
  /** Jobs not ended that no one listens to, and whose time to be kept is over at `now`. */
  abandonedJobs(now: number): Promise<string[]>;
  /** Running jobs whose deadline is before `deadlineBefore` although no task of theirs is running. */
  overdueJobs(deadlineBefore: number): Promise<string[]>;
  /** Forgets events of jobs that ended before `eventsBefore`, and all of those that ended before `jobsBefore`. */
  purgeJobs(limits: { eventsBefore: number; jobsBefore: number }): Promise<{ events: number; jobs: number }>;
}
