/** A size table: named sizes, each a set of body measurements, from the smallest to the largest. */

/** Measurements under the names of the body domain, in the units of `unit` (cm or in; kg or lb). */
export interface TableSize {
  /** 1 to 16 letters, digits, dots, hyphens or underscores; unique in its table. */
  readonly name: string;
  readonly gender: 'female' | 'male';
  readonly unit: 'metric' | 'imperial';
  readonly measurements: Readonly<Record<string, number>>;
}

/** The maker's part of a table. */
export interface SizeTableContent {
  readonly name: string;
  readonly description: string;
  /** The origin of the figures. */
  readonly source: string;
  readonly sizes: readonly TableSize[];
}

/** A table in one of its versions, which never changes. */
export interface SizeTable extends SizeTableContent {
  /** UUID. */
  readonly tableId: string;
  /** 1, 2, ... within the table. */
  readonly versionNumber: number;
  /** Terms of use; empty where unknown. */
  readonly licence: string;
  /** Whether it comes with the service. */
  readonly library: boolean;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}
