/** Whom commands ask that act for a user: a service, or the operations over a data folder, as one of its users. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { demoUserName } from '../accounts/demo.js';
import type { StreamingClient } from './client.js';
import { closing, inTemporaryFolder, remoteClient, type ServerOptions, withServerOptions } from './client-options.js';
import { hasStore } from './data-folder.js';

export interface ActingOptions extends ServerOptions {
  readonly data: string;
  readonly user: string;
}

export function withActingOptions(command: Command): Command {
  return withServerOptions(command)
    .addOption(
      new Option('--data <DIR>', 'folder of the embedded store, where no --server is given')
        .env('SELVAGE_DATA')
        .default('./selvage-data'),
    )
    .addOption(new Option('--user <NAME>', 'for whom, where no --server is given').default(demoUserName));
}

/** To read: a folder that is not there yet is not made; the library is in a temporary one, too. */
export async function withReading<T>(options: ActingOptions, use: (client: StreamingClient) => Promise<T>): Promise<T> {
  if (options.server === undefined && !hasStore(options.data)) return withEmptyStore(use);
  return withMaking(options, use);
}

/** To make something: in the folder, which is made where it is missing. */
export async function withMaking<T>(options: ActingOptions, use: (client: StreamingClient) => Promise<T>): Promise<T> {
  const remote = remoteClient(options);
  if (remote) return closing(remote, use);
  const { openLocal } = await import('./service.js');
  const { data, user, organization } = options;
  return closing(await openLocal(data, { user, organization }), use);
}

/** The operations over a store of their own, which goes with them: it has the library alone. */
export async function withEmptyStore<T>(use: (client: StreamingClient) => Promise<T>): Promise<T> {
  const { openLocal } = await import('./service.js');
  return inTemporaryFolder(async (folder) => closing(await openLocal(join(folder, 'data'), {}), use));
}
