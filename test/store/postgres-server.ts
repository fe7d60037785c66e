/** A PostgreSQL server for the tests: on a free port, in a temporary folder, ended with the process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface PostgresServer {
  /** Address of an empty database, for a superuser. */
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Names an existing server. The tests then make schemas of their own in its database. */
export const givenUrl = process.env.TEST_DATABASE_URL;

/** The folder where Debian and other systems put the server's programs; null: not installed. */
function programs(): string | null {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...versions.map((version) => join(debian, version, 'bin')), ...(process.env.PATH ?? '').split(':')];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'))) ?? null;
}

/** The server refuses to run as root. Under root it gets the account that Debian makes for it, or nobody's. */
function account(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // no such account
    }
  }
  return {};
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** Null if PostgreSQL is not installed. `durable`: commits are synced to disk, as in operation. `further`: settings. */
export async function startPostgres({
  durable = false,
  further = [] as readonly string[],
} = {}): Promise<PostgresServer | null> {
  const folder = programs();
  if (folder === null) return null;
  const data = mkdtempSync(join(tmpdir(), 'selvage-postgres-'));
  const owner = account();
  if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid!);
  const options = { ...owner, cwd: data, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } } as const;
  execFileSync(
    join(folder, 'initdb'),
    ['-D', join(data, 'db'), '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...options, stdio: 'ignore' },
  );
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${data}`,
    `fsync=${durable ? 'on' : 'off'}`,
    'max_connections=200',
    'shared_buffers=128MB',
    ...further,
  ];
  const server = spawn(
    join(folder, 'postgres'),
    ['-D', join(data, 'db'), ...settings.flatMap((setting) => ['-c', setting])],
    { ...options, stdio: 'ignore' },
  );
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  server.unref();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(url, server);
  return {
    url,
    port,
    async stop() {
      process.off('exit', kill);
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.ref();
      server.kill('SIGINT');
      await gone;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await delay(50);
    }
  }
}
