/** Clients for commands that act for a user: of a service, or of the operations over a data folder. */
import { type Command, Option } from 'commander';
import { demoUserName } from '../accounts/demo.js';
import type { PopulationSource } from '../body/adapting/own-populations.js';
import type { StreamingClient } from './client.js';
import { closing, remoteClient, type ServerOptions, withServerOptions, withTemporaryStore } from './client-options.js';
import { databaseUrl, hasFolderStore, hasStore, requireStore } from './data-folder.js';
import { dataOption } from './data-option.js';
import type { LocalOptions } from './service.js';

export interface ActingOptions extends ServerOptions {
  readonly data: string;
  readonly user: string;
}

export function withActingOptions(command: Command): Command {
  return withServerOptions(command)
    .addOption(dataOption('folder of the embedded store, without --server'))
    .addOption(new Option('--user <NAME>', 'user to act for, without --server').default(demoUserName));
}

/**
 * For reading what the library has, too. A store with an older schema stays for the service of its version. A missing folder is
 * not made; a temporary one then holds the library. `populations` finds the populations that requests name, where this process
 * answers them.
 */
export async function withReading<T>(
  options: ActingOptions,
  use: (client: StreamingClient) => Promise<T>,
  populations?: PopulationSource,
): Promise<T> {
  if (options.server === undefined && !hasStore(options.data)) return withTemporaryStore(use, { populations });
  return withStore(options, use, { populations, keepSchema: true });
}

/** For what the user has already, to read or to change it. A folder without a store gets none. */
export async function withOwn<T>(options: ActingOptions, use: (client: StreamingClient) => Promise<T>): Promise<T> {
  if (options.server === undefined) requireStore(options.data);
  return withMaking(options, use);
}

/** For showing what the user has already. A store with an older schema stays for the service of its version. */
export async function withOwnToShow<T>(
  options: ActingOptions,
  use: (client: StreamingClient) => Promise<T>,
): Promise<T> {
  if (options.server === undefined) requireStore(options.data);
  return withStore(options, use, { keepSchema: true });
}

/**
 * For reading, and for searches: without --server this process has solvers of its own. They take jobs of a data folder, and never
 * those of a database, which has hosts.
 */
export async function withSolvers<T>(
  options: ActingOptions,
  use: (client: StreamingClient) => Promise<T>,
  populations?: PopulationSource,
): Promise<T> {
  const remote = await remoteClient(options);
  if (remote) return closing(remote, use);
  const { openLocal } = await import('./service.js');
  const { data, user, organization } = options;
  if (hasFolderStore(data))
    return closing(await openLocal(data, { user, organization }, { solving: true, populations }), use);
  return withTemporaryStore(use, { solving: true, populations });
}

/** For making something. A missing folder is made. */
export function withMaking<T>(
  options: ActingOptions,
  use: (client: StreamingClient) => Promise<T>,
  populations?: PopulationSource,
): Promise<T> {
  return withStore(options, use, { populations });
}

async function withStore<T>(
  options: ActingOptions,
  use: (client: StreamingClient) => Promise<T>,
  local: LocalOptions,
): Promise<T> {
  const remote = await remoteClient(options);
  if (remote) return closing(remote, use);
  const { openLocal } = await import('./service.js');
  const { data, user, organization } = options;
  return closing(await openLocal(data, { user, organization }, { ...local, databaseUrl: databaseUrl() }), use);
}
