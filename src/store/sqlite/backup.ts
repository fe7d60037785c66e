/** Copies the embedded store while a service runs on it, and restores a copy to a folder without a store. */
import { closeSync, copyFileSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ServiceError } from '../../errors.js';
import { systemReason } from '../../system-failure.js';
import { makeFolder } from '../make-folder.js';
import { migrations } from './migrate.js';

export interface Copied {
  readonly bytes: number;
  readonly users: number;
  readonly jobs: number;
}

const fileOf = (dataDir: string): string => join(dataDir, 'selvage.db');
/** Files that SQLite keeps beside the database. It would take those of another database for its own. */
const besides = ['', '-wal', '-shm', '-journal'];

/**
 * Writes one moment of the store as one file, which must not exist yet. Only its owner may read it. The file is on the disk
 * when this returns. ServiceError `already_exists`, `not_found` for a folder without a store, `unavailable`.
 */
export function backUp(dataDir: string, file: string): Copied {
  const source = fileOf(dataDir);
  if (!existsSync(source)) throw new ServiceError('not_found', `There is no store in ${dataDir}`);
  createOwn(file);
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(source, { timeout: 5_000 });
    // A reader's view of one moment, written out whole and without free pages. Writers go on meanwhile.
    db.prepare('VACUUM INTO ?').run(file);
    sync(file);
    return checked(file);
  } catch (cause) {
    rmSync(file, { force: true });
    throw asServiceError(cause, `Cannot back up the store in ${dataDir}`);
  } finally {
    db?.close();
  }
}

/**
 * Makes a store from a backup, whole or not at all. ServiceError `already_exists` if the folder holds a store or the rests of
 * one: the log of a killed service would be replayed over the backup. ServiceError `invalid` for an unsound backup.
 */
export function restore(file: string, dataDir: string): Copied {
  if (!existsSync(file)) throw new ServiceError('not_found', `There is no file ${file}`);
  const target = fileOf(dataDir);
  const left = besides.map((end) => target + end).filter(existsSync);
  if (left.length > 0) {
    const message = `There is a store in ${dataDir}: end its service and move ${left.join(' and ')} away first`;
    throw new ServiceError('already_exists', message);
  }
  const copied = checked(file);
  const part = `${target}.part`;
  const failure = (cause: unknown) => asServiceError(cause, `Cannot make a store in ${dataDir}`);
  try {
    makeFolder(dataDir, 0o700);
  } catch (cause) {
    throw failure(cause);
  }
  try {
    rmSync(part, { force: true });
    createOwn(part);
    copyFileSync(file, part);
    sync(part);
    renameSync(part, target);
    sync(dataDir);
    return copied;
  } catch (cause) {
    rmSync(part, { force: true });
    throw failure(cause);
  }
}

/** Creates an empty file that only its owner can read from the first moment. */
function createOwn(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST')
      throw new ServiceError('already_exists', `${file} exists already, and a backup overwrites nothing`, { cause });
    throw asServiceError(cause, `Cannot write ${file}`);
  }
}

function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function checked(file: string): Copied {
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(file, { readonly: true });
    const fault = db.pragma('integrity_check', { simple: true });
    if (fault !== 'ok') throw new Error(String(fault));
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version < 1) throw new Error('it is not a Selvage store');
    if (version > migrations.length) throw new Error('a newer version of Selvage wrote it');
    const count = (table: string): number =>
      db!.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck(true).get() ?? 0;
    const bytes = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
    return { bytes, users: count('user'), jobs: count('job') };
  } catch (cause) {
    const reason = systemReason(cause);
    throw new ServiceError('invalid', `${file} is not a sound backup: ${reason}`, { code: 'unsound_backup', cause });
  } finally {
    db?.close();
  }
}

function asServiceError(cause: unknown, sentence: string): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const reason = systemReason(cause);
  return new ServiceError('unavailable', `${sentence}: ${reason}`, { code: 'store_unavailable', cause });
}
