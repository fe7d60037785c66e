#!/usr/bin/env node
/** The command line program: runs a command. A failure prints a sentence and ends with its exit code. */
import { CommanderError } from 'commander';
import { systemReason } from '../system-failure.js';
import { CommandError, exitCodes } from './exit.js';
import { program } from './program.js';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // In `selvage … | head` the reader stops early.
  if (error.code === 'EPIPE') process.exit(exitCodes.ok);
  console.error(`selvage: standard output cannot be written: ${systemReason(error)}`);
  process.exit(exitCodes.failed);
});

// In Node's own form a warning has the number of the process and a hint for programmers.
process.removeAllListeners('warning').on('warning', ({ message }) => console.error(`warning: ${message}`));

try {
  const selvage = await program(process.argv[2]);
  await selvage.parseAsync(process.argv);
} catch (error) {
  if (error instanceof CommanderError) {
    // commander has printed its sentence or the help
    process.exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.invalid;
  } else {
    const { message, details, exitCode, cause } = CommandError.of(error);
    console.error(`selvage: ${message}`);
    for (const detail of details) console.error(`  ${detail}`);
    if (exitCode === exitCodes.failed && process.env.NODE_DEBUG === 'selvage') console.error(cause);
    process.exitCode = exitCode;
  }
}
