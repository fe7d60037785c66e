/**
 * One connection that listens, as long as anybody does. A silently cut connection never reports it, so this one is asked for a
 * sign of life every few seconds. A broken connection is replaced; notifications in between are lost. A pooler passes none on,
 * so behind one nothing listens.
 */
import pg from 'pg';

const pingMs = 5_000;
const retryMs = 1_000;
const answerMs = 2_000;

export class Listener {
  readonly #listeners = new Map<string, Set<(payload: string) => void>>();
  #client: pg.Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #connecting: Promise<void> = Promise.resolve();
  #closed = false;
  #pooled = false;

  readonly #settings: pg.ClientConfig;

  constructor(settings: pg.ClientConfig) {
    this.#settings = settings;
  }

  listen(channel: string, listener: (payload: string) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    if (this.#timer === null && !this.#closed && !this.#pooled) this.#connecting = this.#connect();
    else void this.#client?.query(`LISTEN ${channel}`).catch(() => {});
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(channel);
      if (this.#listeners.size === 0) this.#rest();
    };
  }

  /** Nobody listens: a connection that does costs the server something for each notification. */
  #rest(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    const client = this.#client;
    this.#client = null;
    if (client) void end(client);
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#connecting;
    if (this.#timer) clearTimeout(this.#timer);
    const client = this.#client;
    this.#client = null;
    await client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({ ...this.#settings, query_timeout: answerMs });
    client.on('notification', ({ channel, payload }) => {
      for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(payload ?? '');
    });
    client.on('error', () => this.#lose(client));
    client.on('end', () => this.#lose(client));
    this.#after(retryMs, () => {});
    try {
      await client.connect();
      if (await isPooled(client)) {
        this.#pooled = true;
        this.#rest();
        await end(client);
        warn();
        return;
      }
      for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${channel}`);
      if ((this.#listeners.size === 0 || this.#client !== null) && !this.#closed) {
        if (this.#listeners.size === 0) this.#rest();
        await end(client);
        return;
      }
      this.#client = client;
      if (!this.#closed) this.#after(pingMs, () => this.#ping(client));
    } catch {
      await end(client);
      if (!this.#closed) this.#after(retryMs, () => this.#connect());
    }
  }

  async #ping(client: pg.Client): Promise<void> {
    try {
      await client.query('SELECT 1');
      if (this.#client === client) this.#after(pingMs, () => this.#ping(client));
    } catch {
      this.#lose(client);
    }
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    void end(client);
    if (!this.#closed) this.#after(retryMs, () => this.#connect());
  }

  /** Keeps one pending action at a time. */
  #after(ms: number, work: () => void | Promise<void>): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#connecting = Promise.resolve(work());
    }, ms);
    this.#timer.unref();
  }
}

/** A pooler gives a client a number of its own for the process of the server. */
async function isPooled(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid !== (client as pg.Client & { processID: number }).processID;
}

let warned = false;

function warn(): void {
  if (warned) return;
  warned = true;
  process.emitWarning(
    'The database is behind a connection pooler, which passes no notifications on: news comes by polling, up to a second late. ' +
      'SELVAGE_DATABASE_LISTEN_URL names the database itself for the one connection that listens.',
    { code: 'SELVAGE_POOLER' },
  );
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
