/** Where a command finds the store that a service writes: in a database, or in a data folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError, exitCodes } from './exit.js';

/** The variables that name the database, in the order in which `serve` reads them. */
const databaseVariables = ['SELVAGE_DATABASE_URL', 'DATABASE_URL'];

/** The set variable that names the database; undefined: the store is in a data folder. */
export const databaseVariable = (): string | undefined => databaseVariables.find((name) => process.env[name]);

export function databaseUrl(): string | undefined {
  const name = databaseVariable();
  return name === undefined ? undefined : process.env[name];
}

/** The address of that database itself, where the other leads to a pooler. */
export const databaseListenUrl = (): string | undefined =>
  process.env.SELVAGE_DATABASE_LISTEN_URL ?? process.env.DATABASE_LISTEN_URL;

/** Whether there is a store to read: a command that only reads never makes one. */
export const hasStore = (dataDir: string): boolean => databaseVariable() !== undefined || hasFolderStore(dataDir);

/** For a command on what a store must hold already. CommandError `notFound`: the folder, perhaps misspelled, has none. */
export function requireStore(dataDir: string): void {
  if (!hasStore(dataDir)) throw new CommandError(`${dataDir} holds no store`, { exitCode: exitCodes.notFound });
}

export const hasFolderStore = (dataDir: string): boolean => existsSync(join(dataDir, 'selvage.db'));
