/** Reads and writes the files that a command names; a failure names the file. */
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
  /** File to write; without it standard output. */
  readonly output?: string | undefined;
  /** Tells of the file on standard output. */
  readonly json?: boolean | undefined;
}

/** Writes what a command answers with. */
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

/** Makes the folder where it is missing. */
export function writeOutput(path: string, content: string | Uint8Array): void {
  try {
    makeFolder(dirname(path));
    writeFileSync(path, content);
  } catch (error) {
    throw new CommandError(`The file ${path} cannot be written: ${systemReason(error)}`, { cause: error });
  }
}
