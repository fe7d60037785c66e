/**
 * A PostgreSQL server through a pool of connections. Every call is answered or fails within a set time. So a server that is
 * gone, slow or silent costs a caller two seconds and never a hang. A connection outlives the patience of its caller: a late
 * one is used again, a silent one is not.
 */
import pg from 'pg';
import type { Answer, Database, Session } from './database.js';
import { mustRepeat, unavailable } from './failure.js';
import { Listener } from './listener.js';
import { Statements, silentMs } from './statements.js';

/** Longest time that a caller waits for a statement: for a connection, for the answer, and for all repeats together. */
const answerMs = 1_900;
/**
 * Longest time for a new connection: a slow connection is made in the background for the next caller. A transaction waits for
 * it, since it is a write or the start of a process.
 */
const connectMs = 4_000;
/**
 * The server ends the transaction of a client that went silent after this time. A pooler refuses such a setting at the start of a
 * connection, so each transaction brings its own.
 */
const orphanedMs = 10_000;
const begin = `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${orphanedMs}`;
const mostRepeats = 3;

export interface PoolOptions {
  readonly url: string;
  /** The most connections of this process, besides one for notifications. */
  readonly connections: number;
  /** Connections made at the start and kept: over a slow network a new one takes longer than an answer may. */
  readonly kept: number;
  /** Address for the connection that listens; absent: that of the others. */
  readonly listenUrl?: string | undefined;
}

export function openPool({ url, connections, kept, listenUrl = url }: PoolOptions): Database {
  const settings: pg.ClientConfig = {
    connectionString: url,
    application_name: 'selvage',
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    types: { getTypeParser },
  };
  const pool = new pg.Pool({ ...settings, max: connections, min: kept, idleTimeoutMillis: 60_000 });
  // An idle connection that breaks leaves the pool. Without a listener it would end the process.
  pool.on('error', () => {});
  const listener = new Listener({ ...settings, connectionString: listenUrl, application_name: 'selvage listener' });
  const statements = new Statements();
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
    // a connection that breaks under a query also rejects the query
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

  /** `mayRepeat`: whether asking twice does no harm. If so, a broken connection does not concern the caller. */
  async function repeating<T>(work: () => Promise<T>, mayRepeat: (error: unknown) => boolean): Promise<T> {
    for (let repeats = 0; ; repeats++) {
      try {
        return await work();
      } catch (error) {
        const unprepared = statements.lost(error);
        if (repeats === mostRepeats || !(unprepared || mustRepeat(error) || mayRepeat(error))) throw error;
      }
    }
  }

  return {
    run<Row extends object>(text: string, values: readonly unknown[]): Promise<Answer<Row>> {
      const until = Date.now() + answerMs;
      const mayRepeat = (error: unknown) => text.startsWith('SELECT') && isBroken(error) && Date.now() < until;
      return within(
        until,
        repeating(() => using(until, (client) => statements.query<Row>(client, text, values)), mayRepeat),
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
            run: (text, values) => statements.query(client, text, values),
            script: async (text) => {
              await client.query(text);
            },
          };
          begun = false;
          await client.query({ text: begin, query_timeout: silentMs } as pg.QueryConfig);
          begun = true;
          try {
            const result = await work(session);
            await statements.query(client, 'COMMIT', []);
            return result;
          } catch (error) {
            if (isAnswer(error)) await statements.query(client, 'ROLLBACK', []);
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

/** The result, or `unavailable` if there is none in time. The work itself goes on. */
async function within<T>(until: number, result: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(unavailable(new Error('timeout: no answer, or no connection to ask for it')));
    // A process too busy to read takes an answer that has arrived meanwhile.
    timer = setTimeout(() => setImmediate(fail), Math.max(0, until - Date.now()));
  });
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}

/** The error came from the server or from the work in between, so the connection is still good. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError ? error.severity !== 'FATAL' : !isOfTheWay(error);
}

/** The other side broke the connection, at once. Silence is another matter. */
function isBroken(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ECONNRESET' || code === 'EPIPE' || /connection terminated unexpectedly/i.test(message ?? '');
}

function isOfTheWay(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return /^E[A-Z]+$/.test(code ?? '') || /timeout|terminated|closed|connection/i.test(message ?? '');
}

const bigint = 20;

/** Reads BIGINT as a number: times and counts stay far below 2^53. */
function getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === bigint ? Number : pg.types.getTypeParser(oid, format as 'text');
}
