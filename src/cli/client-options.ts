/** The flags that choose a service, and the client for it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Client, StreamingClient } from './client.js';
import { requireStore } from './data-folder.js';
import { dataOption } from './data-option.js';
import { CommandError, exitCodes } from './exit.js';
import { readInput } from './files.js';
import type { LocalOptions } from './service.js';

export interface ServerOptions {
  readonly server?: string;
  readonly key?: string;
  readonly organization?: string;
  readonly ca?: string;
}

export interface DataOptions extends ServerOptions {
  readonly data: string;
}

/** Environment variables of the commands that call a service. `serve` has its own. */
export const clientEnvironment = {
  server: 'SELVAGE_SERVER',
  key: 'SELVAGE_KEY',
  organization: 'SELVAGE_ORGANIZATION',
  ca: 'SELVAGE_CA',
};

export function withServerOptions(command: Command): Command {
  return withAddressOptions(command).addOption(
    new Option('--ca <FILE>', 'PEM of the authority that signed the certificate').env(clientEnvironment.ca),
  );
}

/** The options of `withServerOptions` for a service with a well-known certificate. */
export function withAddressOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--server <URL>', 'service to call, for example http://127.0.0.1:8080').env(clientEnvironment.server),
    )
    .addOption(new Option('--key <KEY>', 'API key for that service').env(clientEnvironment.key))
    .addOption(
      new Option('--organization <ID>', 'organisation to run against, or personal for none').env(
        clientEnvironment.organization,
      ),
    );
}

export function withDataOptions(command: Command): Command {
  return withServerOptions(command).addOption(dataOption('folder of the embedded store, without --server'));
}

/**
 * Runs `use` with a client: of `--server`, or of the operations in this process over a temporary store. No port is opened. Without
 * solvers unless `local.solving`.
 */
export async function withOperations<T>(
  options: ServerOptions,
  use: (client: StreamingClient) => Promise<T>,
  local: LocalOptions = {},
): Promise<T> {
  const remote = await remoteClient(options);
  return remote ? closing(remote, use) : withTemporaryStore(use, local);
}

/** The operations over a temporary store, which holds the library alone. */
export async function withTemporaryStore<T>(
  use: (client: StreamingClient) => Promise<T>,
  local: LocalOptions = {},
): Promise<T> {
  // loaded only when needed: a remote call should not wait for solvers and models to load
  const { openLocal } = await import('./service.js');
  return inTemporaryFolder(async (folder) => closing(await openLocal(folder, {}, local), use));
}

/** Runs `use` with AdminService: of `--server`, or over the data folder. */
export function withAdmin<T>(options: DataOptions, use: (client: Client) => Promise<T>): Promise<T> {
  return withAdminOf(options, use, false);
}

async function withAdminOf<T>(
  options: DataOptions,
  use: (client: Client) => Promise<T>,
  keepSchema: boolean,
): Promise<T> {
  const remote = await remoteClient(options);
  if (remote) return closing(remote, use);
  const { openLocalAdmin } = await import('./accounts/local-admin.js');
  return closing(await openLocalAdmin(options.data, keepSchema), use);
}

/** `withAdmin` for commands on what is there already. A folder without a store gets none. */
export async function withAdminOfStore<T>(options: DataOptions, use: (client: Client) => Promise<T>): Promise<T> {
  if (options.server === undefined) requireStore(options.data);
  return withAdmin(options, use);
}

/** `withAdminOfStore` for commands that only show: a store with an older schema stays for the service of its version. */
export async function withAdminToShow<T>(options: DataOptions, use: (client: Client) => Promise<T>): Promise<T> {
  if (options.server === undefined) requireStore(options.data);
  return withAdminOf(options, use, true);
}

/** The key for a service. Throws CommandError for a missing one. */
export function requireKey(server: string, key: string | undefined): string {
  if (key !== undefined) return key;
  const message = `${server} needs a key: give --key KEY, or set ${clientEnvironment.key}`;
  throw new CommandError(message, { exitCode: exitCodes.forbidden });
}

export async function remoteClient({
  server,
  key: given,
  organization,
  ca,
}: ServerOptions): Promise<StreamingClient | null> {
  if (server === undefined) return null;
  const key = requireKey(server, given);
  const authority = ca === undefined ? undefined : readInput(ca);
  const { grpcClient } = await import('./grpc-client.js');
  return grpcClient({ url: server, key, organization, authority });
}

export async function closing<C extends Client, T>(client: C, use: (client: C) => Promise<T>): Promise<T> {
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

export async function inTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'selvage-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
