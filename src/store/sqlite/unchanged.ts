/**
 * What was read, for as long as nobody has written: SQLite tells by a number, in a tenth of the time of a query, whether
 * another connection of this or another process has changed the file. So an answer is never older than the question.
 */
import type { Database } from 'better-sqlite3';

/** Values that are kept; when there are more, all are read anew. */
const mostKept = 1000;

export class Unchanged<Value> {
  readonly #dataVersion;
  readonly #values = new Map<string, Value>();
  #version = -1;

  constructor(db: Database) {
    this.#dataVersion = db.prepare<[], number>('PRAGMA data_version').pluck();
  }

  /** What is not there (null) is looked for every time. */
  get(key: string, read: () => Value | null): Value | null {
    // Before the reading: what is written between the two changes the number of the next time.
    const version = this.#dataVersion.get()!;
    if (version !== this.#version || this.#values.size >= mostKept) this.forget();
    this.#version = version;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = read();
    if (value !== null) this.#values.set(key, value);
    return value;
  }

  /** To be called for whatever this connection writes, which the number does not tell. */
  forget(): void {
    this.#values.clear();
  }
}
