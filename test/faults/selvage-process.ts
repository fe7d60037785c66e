/** `selvage` in processes of its own, as an operator runs it, and a client of it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

export interface Selvage {
  readonly pid: number;
  readonly child: ChildProcess;
  /** The last lines of standard error. */
  log(): string;
  kill(signal: NodeJS.Signals): Promise<number | null>;
}

export interface SelvageService extends Selvage {
  readonly url: string;
  readonly key: string;
}

interface Settings {
  readonly env?: NodeJS.ProcessEnv;
  /** Path of another version's program. */
  readonly version?: string | undefined;
  /** A shell command to run in place of node, with the program and its arguments as `"$@"`. */
  readonly shell?: string;
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function startSelvage(
  args: readonly string[],
  { env, shell, version }: Settings = {},
): Selvage & { out(): string } {
  const command = [process.execPath, version ?? program, ...args];
  const [file, ...rest] = shell === undefined ? command : ['/bin/sh', '-c', shell, 'sh', ...command];
  const child = spawn(file!, rest, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  let [out, log] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    log = (log + chunk).slice(-4_000);
  });
  const gone = once(child, 'close') as Promise<[number | null]>;
  running.add(child);
  child.once('close', () => running.delete(child));
  // A failing scenario ends this process at once, and nobody waits for a leftover service.
  const hold = (alive: boolean) => {
    for (const handle of [child, child.stdout as Socket, child.stderr as Socket]) alive ? handle.ref() : handle.unref();
  };
  hold(false);
  return {
    pid: child.pid!,
    child,
    out: () => out,
    log: () => log,
    async kill(signal) {
      hold(true);
      child.kill(signal);
      return (await gone)[0];
    },
  };
}

/** `selvage serve --json` on a free port, ready. */
export async function startService(args: readonly string[], settings: Settings = {}): Promise<SelvageService> {
  const service = startSelvage(['serve', '--json', '--port', '0', '--log-level', 'error', ...args], settings);
  while (!service.out().includes('\n')) {
    if (service.child.exitCode !== null || service.child.signalCode !== null) {
      throw new Error(`serve ended before it was ready: ${service.log()}`);
    }
    await delay(20);
  }
  const { url, apiKey } = JSON.parse(service.out().split('\n')[0]!) as { url: string; apiKey: string };
  return { ...service, url, key: apiKey };
}

/** Bytes of memory that a process holds. */
export function residentBytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kibibytes) * 1024;
}

export const openHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;
