/** The part of the Store port about the audit log: entries are added and read, and deleted by their age alone. */

export interface AuditTarget {
  /** Stable snake case: `user`, `pattern_version`, ... */
  readonly kind: string;
  readonly id: string;
}

export interface AuditRecord {
  /** UUID. */
  readonly id: string;
  readonly createdAt: number;
  /** Empty: nobody with an account. The user need not exist any more. */
  readonly userId: string;
  /** Empty: no key. */
  readonly keyId: string;
  readonly organizationId: string | null;
  readonly operation: string;
  readonly targets: readonly AuditTarget[];
  /** Its code; null: done. */
  readonly failure: string | null;
}

export interface NumberedAuditRecord extends AuditRecord {
  /** Grows with each entry. */
  readonly number: number;
}

export interface AuditStore {
  /** `readers`: ids of the users and organisations whose log the entry is in. */
  addAuditEntry(entry: AuditRecord, readers: readonly string[]): Promise<void>;
  /** Newest first, below the number `before`. `reader` null: of all. */
  listAuditEntries(query: {
    reader: string | null;
    since: number;
    before: number | null;
    limit: number;
  }): Promise<NumberedAuditRecord[]>;
  /** Deletes a batch of the entries before that time, and gives their number. The store refuses every other way to delete one. */
  purgeAuditEntries(before: number): Promise<number>;
}
