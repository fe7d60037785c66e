/** Runs a command with a PostgreSQL server of its own: with-postgres.js COMMAND [ARGUMENT...] */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { startPostgres } from './postgres-server.js';

const [command, ...args] = process.argv.slice(2) as [string, ...string[]];
const server = await startPostgres();
if (server === null) {
  console.error('PostgreSQL is not installed here');
  process.exit(1);
}
const env = { ...process.env, TEST_DATABASE_URL: server.url };
const [code] = (await once(spawn(command, args, { stdio: 'inherit', env }), 'exit')) as [number | null];
await server.stop();
process.exitCode = code ?? 1;
