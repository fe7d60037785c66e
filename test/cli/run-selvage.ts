/** Runs the built program as a user would. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../src/cli/main.js', import.meta.url));

type Started = ChildProcessByStdio<null, Readable, Readable>;

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts the program and returns the running process. */
export function start(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Started {
  return spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
  });
}

/** Resolves when standard error contains the sentence. */
export function untilStderr(child: Started, sentence: RegExp): Promise<void> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      text += chunk;
      if (sentence.test(text)) resolve();
    });
    child.on('close', (code) => reject(new Error(`ended with ${code} before it said ${sentence}: ${text}`)));
  });
}

/** Runs the program to its end. */
export function selvage(
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  const child = start(args, options);
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
}

/** Runs the program to its end with standard output going to a file. */
export async function selvageInto(file: string, args: readonly string[]): Promise<Run> {
  const output = openSync(file, 'w');
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', output, 'pipe'] });
  closeSync(output);
  let stderr = '';
  child.stderr!.on('data', (chunk) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout: '', stderr };
}

export interface Served {
  readonly url: string;
  readonly apiKey: string;
  /** All text from standard output. */
  stdout(): string;
  /** All text from standard error: the log. */
  stderr(): string;
  /** Sends the signal, and resolves to the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** `selvage serve --json` with further flags. Resolves when the service is ready, and rejects if it ends earlier. */
export function serve(args: readonly string[]): Promise<Served> {
  const child = start(['serve', '--json', '--port', '0', ...args]);
  let [stdout, stderr] = ['', ''];
  const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
  return new Promise((resolve, reject) => {
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      if (!stdout.includes('\n')) return;
      const { url, apiKey } = JSON.parse(stdout.split('\n')[0]!) as { url: string; apiKey: string };
      resolve({
        url,
        apiKey,
        stdout: () => stdout,
        stderr: () => stderr,
        stop(signal = 'SIGTERM') {
          child.kill(signal);
          return closed;
        },
      });
    });
    closed.then((code) => reject(new Error(`serve ended with ${code}: ${stderr}`)));
  });
}

const folders: string[] = [];
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A new folder. It is removed when this process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-test-'));
  folders.push(folder);
  return folder;
}
