/** Node's own warnings as lines of the log: as Node writes them, a reader of lines of JSON stumbles over them. */
import { pino } from 'pino';
import type { LogLevel } from '../config.js';

/** For the rest of this process. */
export function logWarnings(level: LogLevel): void {
  const logger = pino({ level }, pino.destination(2));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node warns'));
}
