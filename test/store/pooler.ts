/** PgBouncer before a server, with few connections to it and a transaction's turn for each client. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort, type PostgresServer } from './postgres-server.js';

export interface Pooler {
  readonly url: string;
  stop(): Promise<void>;
}

/** Null: not installed. */
export function poolerVersion(): string | null {
  try {
    return execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }).split('\n')[0]!;
  } catch {
    return null;
  }
}

/** `connections`: to the server. The programs must be installed. */
export async function startPooler(server: PostgresServer, connections = 20): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-pooler-'));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
postgres = host=127.0.0.1 port=${server.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 8000
default_pool_size = ${connections}
`,
  );
  let child: ChildProcess;
  if (process.getuid?.() === 0) {
    // it refuses to run as root
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
    const account = { uid: id('-u'), gid: id('-g') };
    chownSync(folder, account.uid, account.gid);
    child = spawn('pgbouncer', ['-q', file], { ...account, stdio: 'ignore' });
  } else child = spawn('pgbouncer', ['-q', file], { stdio: 'ignore' });
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      break;
    } catch {
      await delay(100);
    }
  }
  return {
    url,
    async stop() {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
