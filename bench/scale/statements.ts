/** PostgreSQL's own figures of its statements: time in the server and written log, by call. */
import pg from 'pg';

export interface StatementCost {
  readonly text: string;
  readonly calls: number;
  readonly meanMs: number;
  readonly walBytes: number;
}

export async function statementCosts(url: string): Promise<StatementCost[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ query: string; calls: string; ms: number; wal: string }>(
    `SELECT query, calls, mean_exec_time AS ms, wal_bytes / calls AS wal FROM pg_stat_statements
     WHERE calls >= 20 ORDER BY total_exec_time DESC LIMIT 16`,
  );
  await client.end();
  return rows.map(({ query, calls, ms, wal }) => ({
    text: query.replace(/\s+/g, ' ').slice(0, 72),
    calls: Number(calls),
    meanMs: ms,
    walBytes: Math.round(Number(wal)),
  }));
}

export async function beginCounting(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('CREATE EXTENSION IF NOT EXISTS pg_stat_statements');
  await client.query('SELECT pg_stat_statements_reset()');
  await client.end();
}
