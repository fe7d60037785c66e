/**
 * Toxiproxy between the service and its database. `TOXIPROXY` names its server, a program in Go. Otherwise the server is built
 * once from the Go module proxy into the temporary folder of the machine.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const version = 'v2.12.0';

export interface Proxy {
  readonly port: number;
  /** Cuts all connections and refuses new ones; or accepts them again. */
  enable(enabled: boolean): Promise<void>;
  /** Adds a toxic (`latency`, `timeout`, `reset_peer`, ...) to the data from the database, on a share of connections. */
  poison(type: string, attributes: Record<string, number>, toxicity?: number): Promise<void>;
  heal(type: string): Promise<void>;
  close(): Promise<void>;
}

/** The server's program; null if it is missing and cannot be built. */
function program(): string | null {
  const given = process.env.TOXIPROXY;
  if (given) return given;
  const folder = join(tmpdir(), `selvage-toxiproxy-${version}`);
  const built = join(folder, 'server');
  if (existsSync(built)) return built;
  try {
    const env = { ...process.env, GOBIN: folder };
    execFileSync('go', ['install', `github.com/Shopify/toxiproxy/v2/cmd/server@${version}`], { env, stdio: 'ignore' });
    return built;
  } catch {
    return null;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** A proxy to a port of this machine; null if Toxiproxy is not available. */
export async function startProxy(upstreamPort: number): Promise<Proxy | null> {
  const file = program();
  if (file === null) return null;
  const [control, port] = [await freePort(), await freePort()];
  const server: ChildProcess = spawn(file, ['-host', '127.0.0.1', '-port', String(control)], { stdio: 'ignore' });
  const kill = () => server.kill('SIGKILL');
  process.once('exit', kill);
  server.unref();
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) };
    const answer = await fetch(`http://127.0.0.1:${control}${path}`, init);
    if (!answer.ok) throw new Error(`toxiproxy: ${answer.status} ${await answer.text()}`);
  };
  for (;;) {
    try {
      await call('GET', '/version');
      break;
    } catch {
      await delay(50);
    }
  }
  await call('POST', '/proxies', {
    name: 'database',
    listen: `127.0.0.1:${port}`,
    upstream: `127.0.0.1:${upstreamPort}`,
  });
  return {
    port,
    enable: (enabled) => call('POST', '/proxies/database', { enabled }),
    poison: (type, attributes, toxicity = 1) =>
      call('POST', '/proxies/database/toxics', { name: type, type, toxicity, attributes }),
    heal: (type) => call('DELETE', `/proxies/database/toxics/${type}`),
    async close() {
      process.off('exit', kill);
      kill();
    },
  };
}
