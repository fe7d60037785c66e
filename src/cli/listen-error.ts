/** Why a port cannot be listened on, in words for who has asked for it; any other error stays as it is. */
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
