/**
 * One connection that listens. A silently cut connection never reports it, so this one is asked for a sign of life every few
 * seconds. A broken connection is replaced; notifications in between are lost.
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

  readonly #settings: pg.ClientConfig;

  constructor(settings: pg.ClientConfig) {
    this.#settings = settings;
  }

  listen(channel: string, listener: (payload: string) => void): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set();
    this.#listeners.set(channel, listeners.add(listener));
    if (this.#timer === null && !this.#closed) this.#connecting = this.#connect();
    else void this.#client?.query(`LISTEN ${channel}`).catch(() => {});
    return () => listeners.delete(listener);
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
      for (const channel of this.#listeners.keys()) await client.query(`LISTEN ${channel}`);
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

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
