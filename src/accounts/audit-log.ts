/**
 * The audit log: changes of accounts, keys, webhooks and patterns, and the failed tries. src/services says which operations
 * are in it. An entry has ids alone. It is in the logs of its readers: the caller, the organisation of the call, and the
 * accounts that a change is about. docs/decisions/0032-audit-log.md gives the reasons.
 */
import { randomUUID } from 'node:crypto';
import { isKeyId } from './api-key.js';
import type { Caller } from './caller.js';

const hourMs = 3_600_000;

export interface AuditTarget {
  readonly kind: AuditKind;
  readonly id: string;
}

export type AuditKind =
  | 'user'
  | 'organization'
  | 'key'
  | 'pattern'
  | 'pattern_version'
  | 'size_table'
  | 'population'
  | 'webhook';

export interface AuditEntry {
  /** UUID. */
  readonly id: string;
  readonly createdAt: number;
  /** Empty: nobody with an account. */
  readonly userId: string;
  readonly keyId: string;
  readonly organizationId: string | null;
  readonly operation: string;
  readonly targets: readonly { readonly kind: string; readonly id: string }[];
  /** Its code; null: done. */
  readonly failure: string | null;
}

/** The storage that the log needs, and the owners of keys. The Store port satisfies it by shape. */
export interface AuditRepository {
  addAuditEntry(entry: AuditEntry, readers: readonly string[]): Promise<void>;
  listAuditEntries(query: AuditQuery): Promise<(AuditEntry & { readonly number: number })[]>;
  purgeAuditEntries(before: number): Promise<number>;
  findKey(id: string): Promise<{ readonly userId: string } | null>;
}

export interface AuditQuery {
  /** A user or an organisation; null: the log of all. */
  readonly reader: string | null;
  /** Epoch milliseconds. */
  readonly since: number;
  /** Only entries with a lower number. */
  readonly before: number | null;
  readonly limit: number;
}

export class AuditLog {
  readonly #repository: AuditRepository;
  readonly #now: () => number;
  #timer: NodeJS.Timeout | null = null;
  #purging: Promise<void> = Promise.resolve();

  /** `now`: epoch milliseconds. */
  constructor(repository: AuditRepository, now: () => number = Date.now) {
    this.#repository = repository;
    this.#now = now;
  }

  /** @param failure its code; null: done */
  async add(
    { userId, keyId, organizationId }: Pick<Caller, 'userId' | 'keyId' | 'organizationId'>,
    {
      operation,
      targets,
      failure,
    }: Pick<AuditEntry, 'operation' | 'failure'> & { readonly targets: readonly AuditTarget[] },
  ): Promise<void> {
    // A failed try names whatever its request names, so it enters no other log than that of the caller.
    const about = failure === null ? await Promise.all(targets.map((target) => this.#accountOf(target))) : [];
    const readers = new Set([userId, organizationId, ...about].filter((id) => typeof id === 'string' && id !== ''));
    const entry = {
      id: randomUUID(),
      createdAt: this.#now(),
      userId,
      keyId,
      organizationId,
      operation,
      targets,
      failure,
    };
    await this.#repository.addAuditEntry(entry, [...readers] as string[]);
  }

  list(query: AuditQuery): Promise<(AuditEntry & { readonly number: number })[]> {
    return this.#repository.listAuditEntries(query);
  }

  /** Deletes the entries that are older. */
  async purge(keptMs: number): Promise<void> {
    const before = this.#now() - keptMs;
    while ((await this.#repository.purgeAuditEntries(before)) > 0);
  }

  /** Purges now and then once an hour. `onError` hears of a store that does not answer. */
  startPurging(keptMs: number, onError: (error: unknown) => void): void {
    const purge = () => {
      this.#purging = this.#purging.then(() => this.purge(keptMs)).catch(onError);
    };
    purge();
    this.#timer = setInterval(purge, hourMs);
    this.#timer.unref();
  }

  async close(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    await this.#purging;
  }

  async #accountOf({ kind, id }: AuditTarget): Promise<string | null> {
    if (kind === 'user' || kind === 'organization') return id;
    return kind === 'key' ? ((await this.#repository.findKey(id))?.userId ?? null) : null;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The target, unless its id is missing or has another form: a request may hold a name or a secret in its place. */
export function auditTarget(kind: AuditKind, id: string | undefined): AuditTarget[] {
  if (id === undefined || !(kind === 'key' ? isKeyId(id) : uuid.test(id))) return [];
  return [{ kind, id: kind === 'key' ? id : id.toLowerCase() }];
}
