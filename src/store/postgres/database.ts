/**
 * The engine as this adapter's statements need it, and statements with named parameters. `pool.ts` is the engine of a real
 * server. Tests use PostgreSQL in WebAssembly instead.
 */

export interface Answer<Row> {
  readonly rows: Row[];
  /** Number of rows changed or returned. */
  readonly count: number;
}

export interface Session {
  run<Row extends object>(text: string, values: readonly unknown[]): Promise<Answer<Row>>;
  /** Several statements without parameters. */
  script(text: string): Promise<void>;
}

export interface Database extends Session {
  /** Rolled back if `work` throws. Repeated if the engine had to choose between two transactions. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Notifications of a channel, until the returned function is called. Some are lost while a connection is down. */
  listen(channel: string, listener: (payload: string) => void): () => void;
  close(): Promise<void>;
}

/** One SQL statement with `@name` parameters. A name may stand in several places. */
export class Statement<Params extends object, Row extends object = Record<string, never>> {
  readonly text: string;
  readonly #names: string[] = [];

  constructor(sql: string) {
    this.text = sql.replace(/@(\w+)/g, (_, name: string) => {
      if (!this.#names.includes(name)) this.#names.push(name);
      return `$${this.#names.indexOf(name) + 1}`;
    });
  }

  async all(session: Session, params: Params): Promise<Row[]> {
    return (await session.run<Row>(this.text, this.#valuesOf(params))).rows;
  }

  async one(session: Session, params: Params): Promise<Row | null> {
    return (await this.all(session, params))[0] ?? null;
  }

  /** The number of rows that it changed. */
  async run(session: Session, params: Params): Promise<number> {
    return (await session.run<Row>(this.text, this.#valuesOf(params))).count;
  }

  #valuesOf(params: Params): unknown[] {
    return this.#names.map((name) => (params as Record<string, unknown>)[name] ?? null);
  }
}
