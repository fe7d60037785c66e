/** `selvage mcp`: the tools of the service for an agent, on standard input and output. */
import { Command } from 'commander';
import { inTemporaryFolder, requireKey, type ServerOptions, withAddressOptions } from './client-options.js';
import { CommandError } from './exit.js';
import { stopSignal } from './serve.js';

export function mcpCommand(): Command {
  return withAddressOptions(new Command('mcp'))
    .description('give an agent the tools of Selvage: the Model Context Protocol on standard input and output')
    .addHelpText(
      'after',
      `
Without --server, this process has a service of its own, which forgets everything at its end. An authority for the
certificate of --server stands in NODE_EXTRA_CA_CERTS.

Examples:
  $ selvage mcp
  $ selvage mcp --server https://selvage.example --key KEY

An agent's settings name the command:
  {"mcpServers": {"selvage": {"command": "npx", "args": ["selvage", "mcp"]}}}`,
    )
    .action(async (options: ServerOptions) => {
      const { bridge } = await import('./mcp-bridge.js');
      const { server, key, organization } = options;
      const stopped = stopSignal();
      if (server !== undefined) {
        if (!URL.canParse(server)) throw new CommandError(`--server must be an origin, not ${JSON.stringify(server)}`);
        await bridge({ url: server, key: requireKey(server, key), organization }, stopped);
        return;
      }
      const { startEmbedded } = await import('./service.js');
      await inTemporaryFolder(async (folder) => {
        const service = await startEmbedded(folder);
        try {
          await bridge({ url: service.url, key: service.key, organization }, stopped);
        } finally {
          await service.close();
        }
      });
    });
}
