/** Turns errors of SQLite into the service's errors. An unknown error stays unchanged: it is a defect, not an answer. */
import Sqlite from 'better-sqlite3';
import { ServiceError } from '../../errors.js';

const { SqliteError } = Sqlite;

export function translated(error: unknown): unknown {
  if (error instanceof TypeError && error.message === 'The database connection is not open') {
    return new ServiceError('unavailable', 'The store is closed', { code: 'store_unavailable', cause: error });
  }
  if (!(error instanceof SqliteError)) return error;
  if (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    const [, table = 'row', column = 'id'] = /failed: (\w+)\.(\w+)/.exec(error.message) ?? [];
    return new ServiceError('already_exists', `A ${table} with this ${column} exists already`, { cause: error });
  }
  if (error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY') {
    return new ServiceError('not_found', 'The record refers to another record that does not exist', { cause: error });
  }
  if (error.code === 'SQLITE_CONSTRAINT_TRIGGER') {
    return new ServiceError('conflict', `Not possible: ${error.message}`, { cause: error });
  }
  if (/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/.test(error.code)) {
    return new ServiceError('unavailable', 'The store cannot answer at the moment', {
      code: 'store_unavailable',
      retryAfterSeconds: 1,
      cause: error,
    });
  }
  return error;
}
