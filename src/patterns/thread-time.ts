/** Processor time of a thread, where the system reports it: on a busy machine a thread may wait without being slow. */
import { readFileSync, readlinkSync } from 'node:fs';

/** The calling thread's name, for `threadMs` in any thread of the process; null where the system gives none. */
export function ownThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return null;
  }
}

/** Milliseconds that a thread has run on a processor (proc(5), schedstat); null where unknown. */
export function threadMs(thread: string | null): number | null {
  if (thread === null) return null;
  try {
    const nanoseconds = Number(readFileSync(`${thread}/schedstat`, 'latin1').split(' ')[0]);
    return Number.isFinite(nanoseconds) && nanoseconds > 0 ? nanoseconds / 1e6 : null;
  } catch {
    return null;
  }
}
