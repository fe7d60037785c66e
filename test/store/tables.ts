/** The tables behind a store, read as they are. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import pg from 'pg';

type Row = Record<string, unknown>;

export interface Tables {
  /** All tables of the schema but those of the engine itself. */
  names(): Promise<string[]>;
  rows(table: string): Promise<Row[]>;
  /** Runs a statement beside the store. */
  change(sql: string): Promise<unknown>;
  /** Ways of the engine to get rid of a row with this id, beside DELETE. */
  readonly otherDeletions: (table: string, id: string) => readonly string[];
}

export function sqliteTables(dataDir: string): Tables {
  const read = (sql: string): Row[] => {
    const db = new Sqlite(join(dataDir, 'selvage.db'), { readonly: true });
    try {
      return db.prepare<[], Row>(sql).all();
    } finally {
      db.close();
    }
  };
  return {
    names: async () =>
      read("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").map(
        ({ name }) => `${name}`,
      ),
    rows: async (table) => read(`SELECT * FROM "${table}"`),
    async change(sql) {
      const db = new Sqlite(join(dataDir, 'selvage.db'));
      try {
        db.exec(sql);
      } finally {
        db.close();
      }
    },
    otherDeletions: (table, id) => [`INSERT OR REPLACE INTO "${table}" SELECT * FROM "${table}" WHERE id = '${id}'`],
  };
}

/** @param run a statement in the schema of the store */
export function postgresTables(run: (sql: string) => Promise<Row[]>): Tables {
  return {
    names: async () =>
      (await run('SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()')).map(
        ({ name }) => `${name}`,
      ),
    rows: (table) => run(`SELECT * FROM "${table}"`),
    change: run,
    otherDeletions: (table) => [`TRUNCATE "${table}" CASCADE`],
  };
}

/** The rows of a statement in the database of a URL. */
export async function rowsOf<R extends object = Row>(connectionString: string, sql: string): Promise<R[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows as R[];
  } finally {
    await client.end();
  }
}
