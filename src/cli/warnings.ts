/** Node's own warnings as lines of the log. In Node's own form they would break a reader of JSON lines. */
import { pino } from 'pino';
import type { LogLevel } from '../config.js';

/** Holds for the rest of this process. */
export function logWarnings(level: LogLevel): void {
  const logger = pino({ level }, pino.destination(2));
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'Node printed a warning'));
}
