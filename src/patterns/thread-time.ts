/** Processor time of a thread, where the system tells it: on a busy machine a thread waits, and is not slow for that. */
import { readFileSync, readlinkSync } from 'node:fs';

/** The calling thread, for `threadMs` of any thread of the process; null where the system does not name it. */
export function ownThread(): string | null {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}`;
  } catch {
    return null;
  }
}

/** Milliseconds that a thread has run on a processor (proc(5), schedstat); null where nobody knows. */
export function threadMs(thread: string | null): number | null {
  if (thread === null) return null;
  try {
    const nanoseconds = Number(readFileSync(`${thread}/schedstat`, 'latin1').split(' ')[0]);
    return Number.isFinite(nanoseconds) && nanoseconds > 0 ? nanoseconds / 1e6 : null;
  } catch {
    return null;
  }
}
