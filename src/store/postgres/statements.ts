/** Statements of a pool: prepared once a connection, as long as what they reach keeps them. */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Answer } from './database.js';

/**
 * Longest time that a connection may take for an answer. A late answer must not cost the connection, or a slow network would be
 * busy with new ones. A place in the pool that silence holds is free again within seconds.
 */
export const silentMs = 4_000;

/** The server does not know the prepared statement, or has another client's under the same name. */
const notKept: readonly unknown[] = ['26000', '42P05'];

export class Statements {
  /** A pooler that gives each transaction another connection keeps none, unless it knows of them. */
  #kept = true;

  async query<Row extends object>(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
  ): Promise<Answer<Row>> {
    // A name is the same in every process.
    const name = this.#kept && values.length > 0 ? nameOf(text) : undefined;
    const config = { text, values: [...values], name, query_timeout: silentMs } as pg.QueryConfig;
    const { rows, rowCount } = await client.query<Row & pg.QueryResultRow>(config);
    return { rows, count: rowCount ?? 0 };
  }

  /** Whether the error says that prepared statements are not kept here. From then on none are made, and the statement can be repeated. */
  lost(error: unknown): boolean {
    if (!notKept.includes((error as { code?: unknown }).code)) return false;
    this.#kept = false;
    return true;
  }
}

const names = new Map<string, string>();

function nameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `selvage_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
  names.set(text, name);
  return name;
}
