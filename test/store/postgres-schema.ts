/** An empty schema in a database, used as a separate database for one test. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';

export interface Schema {
  /** A connection with this URL sees this schema alone. */
  readonly url: string;
  readonly name: string;
  drop(): Promise<void>;
}

export async function createSchema(databaseUrl: string): Promise<Schema> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string) => {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await run(`CREATE SCHEMA ${name}`);
  const url = new URL(databaseUrl);
  url.searchParams.set('options', `-c search_path=${name}`);
  return { url: url.href, name, drop: () => run(`SET client_min_messages = error; DROP SCHEMA ${name} CASCADE`) };
}
