/** Explains to the caller why the service cannot listen on a port. Any other error stays unchanged. */
import { CommandError, exitCodes } from './exit.js';

export function listenError(error: unknown, { host, port }: { host: string; port: number }): unknown {
  if (!(error instanceof Error) || (error as NodeJS.ErrnoException).syscall !== 'listen') return error;
  const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const reason = taken ? 'it is taken; port 0 picks a free one' : error.message;
  return new CommandError(`Cannot listen on port ${port} of ${host}: ${reason}`, {
    exitCode: exitCodes.unavailable,
    cause: error,
  });
}
