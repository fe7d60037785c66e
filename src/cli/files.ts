/** Reads and writes the files of a command. A failure names the file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../store/make-folder.js';
import { systemReason } from '../system-failure.js';
import { CommandError } from './exit.js';

/** @param path `-` is standard input */
export function readInput(path: string): Buffer {
  try {
    return readFileSync(path === '-' ? process.stdin.fd : path);
  } catch (error) {
    throw new CommandError(`The file ${path} cannot be read: ${systemReason(error)}`, { cause: error });
  }
}

interface AnswerOptions {
  /** File to write; absent: standard output. */
  readonly output?: string | undefined;
  /** Report the file on standard output as JSON. */
  readonly json?: boolean | undefined;
}

/** Writes the answer of a command. */
export function writeAnswer(
  content: string | Uint8Array,
  { output, json }: AnswerOptions,
  record: Record<string, unknown> = {},
): void {
  if (output === undefined) process.stdout.write(content);
  else {
    writeOutput(output, content);
    if (json) console.log(JSON.stringify({ file: output, ...record }));
  }
}

/** Makes a missing folder. */
export function writeOutput(path: string, content: string | Uint8Array): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, content);
  } catch (error) {
    throw new CommandError(`The file ${path} cannot be written: ${systemReason(error)}`, { cause: error });
  }
}
