/** PostgreSQL's own figures: processor time, statements, connections, rows. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { PostgresServer } from '../../../test/store/postgres-server.js';

/** Counts since the start of the server. */
export interface ServerFigures {
  /** Seconds of processor time of the server and all its connections. */
  readonly processor: number;
  readonly statements: number;
  readonly notifications: number;
  readonly events: number;
  readonly connections: number;
  readonly listening: number;
  /** Of the tables of jobs, tasks, listeners and hosts. */
  readonly deadRows: number;
  readonly liveRows: number;
  readonly vacuums: number;
  readonly walBytes: number;
}

/** Linux counts processor time in hundredths of a second. */
const tick = 0.01;

function processorOf(server: PostgresServer): number {
  const main = readFileSync(join(server.data, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]!;
  let ticks = 0;
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      // after the name in brackets: state, parent, ... user and system time, and those of children that have ended
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      if (name === main) ticks += fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      else if (fields[1] === main) ticks += Number(fields[11]) + Number(fields[12]);
    } catch {
      // a process that has just ended
    }
  }
  return ticks * tick;
}

const figures = `
  SELECT (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements)::float8 AS statements,
    (SELECT coalesce(sum(calls), 0) FROM pg_stat_statements WHERE query LIKE 'SELECT pg_notify%')::float8 AS notifications,
    (SELECT n_tup_ins FROM pg_stat_user_tables WHERE relname = 'job_event')::float8 AS events,
    (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid())::int AS connections,
    (SELECT count(*) FROM pg_stat_activity WHERE application_name = 'selvage listener'
      AND (query LIKE 'LISTEN %' OR query = 'SELECT 1'))::int AS listening,
    sum(n_dead_tup)::float8 AS "deadRows", sum(n_live_tup)::float8 AS "liveRows",
    sum(autovacuum_count)::float8 AS vacuums, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS "walBytes"
  FROM pg_stat_user_tables WHERE relname IN ('job', 'task', 'job_watch', 'solver_host')`;

export async function serverFigures(server: PostgresServer): Promise<ServerFigures> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<Omit<ServerFigures, 'processor'>>(figures);
  await client.end();
  return { ...rows[0]!, processor: processorOf(server) };
}
