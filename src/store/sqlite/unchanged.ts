/**
 * Keeps values for as long as nobody writes. SQLite has a number that changes when another connection, here or in another
 * process, changes the file. Reading it takes a tenth of the time of a query. So an answer is never older than the question.
 */
import type { Database } from 'better-sqlite3';

/** Number of kept values. Beyond it all are read again. */
const mostKept = 1000;

export class Unchanged<Value> {
  readonly #dataVersion;
  readonly #values = new Map<string, Value>();
  #version = -1;

  constructor(db: Database) {
    this.#dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** A missing value (null) is read every time. */
  get(key: string, read: () => Value | null): Value | null {
    // Before the reading: a write between the two changes the number of the next time.
    const version = this.#dataVersion.get()!;
    if (version !== this.#version || this.#values.size >= mostKept) this.forget();
    this.#version = version;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = read();
    if (value !== null) this.#values.set(key, value);
    return value;
  }

  /** Call this for every write of this connection, which the number does not show. */
  forget(): void {
    this.#values.clear();
  }
}
