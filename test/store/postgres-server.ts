/** A PostgreSQL server for the tests: on a free port, in a temporary folder, ended with the process. */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

export interface PostgresServer {
  /** Address of an empty database, for a superuser. */
  readonly url: string;
  readonly port: number;
  /** Its folder; the cluster is in `db`. */
  readonly data: string;
  /** Ends it at once, as the loss of its machine does. */
  kill(): Promise<void>;
  /** Ends it and removes its folder. */
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

export function freePort(): Promise<number> {
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
  if (programs() === null) return null;
  const data = dataFolder();
  const options = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  await runProgram('initdb', ['-D', join(data, 'db'), ...options]);
  return servePostgres(data, [`fsync=${durable ? 'on' : 'off'}`, ...further]);
}

/** A temporary folder that the account of the server may write. */
export function dataFolder(): string {
  const data = mkdtempSync(join(tmpdir(), 'selvage-postgres-'));
  const { uid, gid } = account();
  if (uid !== undefined) chownSync(data, uid, gid!);
  return data;
}

/** Runs a program of the server under its account, to its end. */
export async function runProgram(name: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(join(programs()!, name), args, { ...account(), cwd: tmpdir(), env: environment });
}

const environment = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' };

/** Starts a server on the cluster in `data`/db. */
export async function servePostgres(data: string, further: readonly string[]): Promise<PostgresServer> {
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${data}`,
    'max_connections=200',
    'shared_buffers=128MB',
    ...further,
  ];
  const server = spawn(
    join(programs()!, 'postgres'),
    ['-D', join(data, 'db'), ...settings.flatMap((setting) => ['-c', setting])],
    { ...account(), cwd: data, env: environment, stdio: 'ignore' },
  );
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  server.unref();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await answering(url, server);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    process.off('exit', kill);
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.ref();
    server.kill(signal);
    await gone;
  };
  return {
    url,
    port,
    data,
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT');
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
