/** Copies of the embedded store: taken while a service runs on it, and put back where no store is. */
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { ServiceError } from '../../errors.js';
import { migrations } from './migrate.js';

export interface Copied {
  readonly bytes: number;
  readonly users: number;
  readonly jobs: number;
}

const fileOf = (dataDir: string): string => join(dataDir, 'selvage.db');

/**
 * One moment of the store as one file, which must not exist yet; only its owner may read it. ServiceError
 * `already_exists`, `not_found` for a folder without a store, `unavailable`.
 */
export function backUp(dataDir: string, file: string): Copied {
  const source = fileOf(dataDir);
  if (!existsSync(source)) throw new ServiceError('not_found', `There is no store in ${dataDir}`);
  if (existsSync(file)) throw new ServiceError('already_exists', `${file} exists: a backup overwrites nothing`);
  const db = new Sqlite(source, { timeout: 5_000 });
  try {
    // A reader's view of one moment, written out whole and without free pages; writers go on meanwhile.
    db.prepare('VACUUM INTO ?').run(file);
    chmodSync(file, 0o600);
    return checked(file);
  } catch (cause) {
    rmSync(file, { force: true });
    throw asServiceError(cause, `Cannot back up the store in ${dataDir}`);
  } finally {
    db.close();
  }
}

/** Makes a store of a backup. ServiceError `already_exists` where the folder has one; `invalid` for no sound backup. */
export function restore(file: string, dataDir: string): Copied {
  if (!existsSync(file)) throw new ServiceError('not_found', `There is no file ${file}`);
  const target = fileOf(dataDir);
  if (existsSync(target)) {
    throw new ServiceError('already_exists', `There is a store in ${dataDir}: end its service and move it away first`);
  }
  const copied = checked(file);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyFileSync(file, target);
  chmodSync(target, 0o600);
  return copied;
}

function checked(file: string): Copied {
  let db: Sqlite.Database | undefined;
  try {
    db = new Sqlite(file, { readonly: true });
    const fault = db.pragma('integrity_check', { simple: true });
    if (fault !== 'ok') throw new Error(String(fault));
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version < 1) throw new Error('it is no store of Selvage');
    if (version > migrations.length) throw new Error('a newer version of Selvage wrote it');
    const count = (table: string): number =>
      db!.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck(true).get() ?? 0;
    const bytes = Number(db.pragma('page_count', { simple: true })) * Number(db.pragma('page_size', { simple: true }));
    return { bytes, users: count('user'), jobs: count('job') };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ServiceError('invalid', `${file} is no sound backup: ${reason}`, { code: 'unsound_backup', cause });
  } finally {
    db?.close();
  }
}

function asServiceError(cause: unknown, sentence: string): ServiceError {
  if (cause instanceof ServiceError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ServiceError('unavailable', `${sentence}: ${reason}`, { code: 'store_unavailable', cause });
}
