/**
 * A PostgreSQL server through a pool of connections. Every call has a time in which it is answered or fails, so that a
 * server that is gone, slow, or silent behind an open connection costs a caller two seconds and never a hang. A
 * connection outlives the patience of its caller: one that is only late is used again, one that stays silent is not.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Answer, Database, Session } from './database.js';
import { mustRepeat, unavailable } from './failure.js';
import { Listener } from './listener.js';

/** What a caller waits for a statement: for a connection, for the answer, and for all repeats together. */
const answerMs = 1_900;
/**
 * What a connection may take for an answer. If a late one cost the connection, a slow way to the server would be spent on
 * making new ones; but a place in the pool that is held by silence is free again within seconds of its end.
 */
const silentMs = 4_000;
/**
 * As long, and for the same reason: a slow connection is made in the background for the next caller. A transaction waits
 * for it: it is a write, or the beginning of a process.
 */
const connectMs = 4_000;
/** The server ends what a client that went silent has left behind. */
const orphanedMs = 10_000;
const mostRepeats = 3;

export interface PoolOptions {
  readonly url: string;
  /** Connections of this process at most, besides one for notifications. */
  readonly connections: number;
  /** So many are made at once and kept: over a slow way a new one takes longer than an answer may. */
  readonly kept: number;
}

export function openPool({ url, connections, kept }: PoolOptions): Database {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'selvage',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    idle_in_transaction_session_timeout: orphanedMs,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({ ...settings, max: connections, min: kept, idleTimeoutMillis: 60_000 });
  // An idle connection that breaks is taken out of the pool; without a listener it would end the process.
  pool.on('error', () => {});
  const listener = new Listener(settings);
  const warm = Array.from({ length: kept }, () => pool.connect());
  for (const connecting of warm) void connecting.then((client) => client.release(), ignore);

  async function acquire(until: number): Promise<pg.PoolClient> {
    const connecting = pool.connect();
    try {
      return await within(until, connecting);
    } catch (error) {
      void connecting.then((client) => client.release(), ignore);
      throw error;
    }
  }

  async function using<T>(until: number, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await acquire(until);
    // a connection that breaks under a query rejects the query, too
    client.on('error', ignore);
    let broken = true;
    try {
      const result = await work(client);
      broken = false;
      return result;
    } catch (error) {
      broken = !isAnswer(error);
      throw error;
    } finally {
      client.off('error', ignore);
      client.release(broken);
    }
  }

  /** `mayRepeat`: asking twice does no harm; then a connection that turns out to be broken is not the caller's concern. */
  async function repeating<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await work();
      } catch (error) {
        if (repeats === mostRepeats || !(mustRepeat(error) || mayRepeat(error))) throw error;
      }
    }
  }

  return {
    run<Row extends object>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
      const until = Date.now() + answerMs;
      const mayRepeat = (error: unknown) => text.startsWith('SELECT') && isBroken(error) && Date.now() < until;
      return within(
        until,
        repeating(() => using(until, (client) => query<Row>(client, text, values)), mayRepeat),
      );
    },
    async script(text) {
      await using(Date.now() + answerMs, (client) => client.query(text));
    },
    transaction(work) {
      let begun = false;
      const attempt = () =>
        using(Date.now() + connectMs, async (client) => {
          const session: Session = {
            run: (text, values) => query(client, text, values),
            script: async (text) => {
              await client.query(text);
            },
          };
          begun = false;
          await query(client, 'BEGIN', []);
          begun = true;
          try {
            const result = await work(session);
            await query(client, 'COMMIT', []);
            return result;
          } catch (error) {
            if (isAnswer(error)) await query(client, 'ROLLBACK', []);
            throw error;
          }
        });
      return repeating(attempt, (error) => !begun && isBroken(error));
    },
    listen: (channel, notify) => listener.listen(channel, notify),
    async close() {
      await Promise.all([listener.close(), pool.end()]);
    },
  };
}

const ignore = () => {};

/** The result, or `unavailable` where there is none by then; whoever works on it is not stopped. */
async function within<T>(until: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(unavailable(new Error('timeout: no answer, or no connection to ask for it')));
    // A process that had no time itself takes the answer that has come meanwhile.
    timer = setTimeout(() => setImmediate(fail), Math.max(0, until - Date.now()));
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/** The server, or the work in between, has spoken: the connection is as good as before. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? error.severity !== 'FATAL' : !isOfTheWay(error);
}

/** The connection was broken, by the other side and at once; silence is another matter. */
function isBroken(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || /connection terminated unexpectedly/i.test(message ?? '');
}

function isOfTheWay(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return /^E[A-Z]+$/.test(code ?? '') || /timeout|terminated|closed|connection/i.test(message ?? '');
}

async function query<Row extends object>(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
): Promise<Answer<Row>> {
  // Prepared once a connection, under a name that any process would give it.
  const name = values.length === 0 ? undefined : nameOf(text);
  const config = { text, values: [...values], name, query_timeout: silentMs } as pg.QueryConfig;
  const { rows, rowCount } = await client.query<Row & pg.QueryResultRow>(config);
  return { rows, count: rowCount ?? 0 };
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `selvage_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}

const bigint = 20;

/** BIGINT as a number: times and counts stay far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === bigint ? Number : pg.types.getTypeParser(oid, format as 'text');
}
