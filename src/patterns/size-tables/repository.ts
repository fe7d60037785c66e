/** The storage that size tables need. The Store port has the same methods. */
import type { PageStart, PatternOwner } from '../repository.js';

export interface StoredSizeTable {
  readonly tableId: string;
  readonly number: number;
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
  readonly name: string;
  /** JSON of a `SizeTableContent`. */
  readonly content: string;
  readonly sha256: string;
  readonly createdAt: number;
}

export interface SizeTableRepository {
  addSizeTableVersion(version: Omit<StoredSizeTable, 'number' | 'sha256'>): Promise<StoredSizeTable>;
  findSizeTableVersion(tableId: string, choice: number | 'latest'): Promise<StoredSizeTable | null>;
  listSizeTables(query: { owner: PatternOwner; after: PageStart; limit: number }): Promise<StoredSizeTable[]>;
  countSizeTableVersions(owner: PatternOwner): Promise<number>;
}
