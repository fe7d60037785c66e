/** `selvage serve`: runs the service until SIGTERM or SIGINT. */
import { Command } from 'commander';
import { environmentName, type Flags, readConfig, type ServiceConfig, options as settings } from '../config.js';
import { clientEnvironment } from './client-options.js';
import { exitCodes } from './exit.js';
import { nearUrl, pageLink } from './page-link.js';

export function serveCommand(): Command {
  const command = new Command('serve').description('serve gRPC, gRPC-web, Connect and REST on one port');
  return withSettings(
    command,
    settings
      .filter((setting) => !('secret' in setting))
      .map(({ flag }) => flag)
      // the service shows its metrics on its own port
      .filter((flag) => flag !== 'metrics-port'),
  )
    .addHelpText(
      'after',
      `
Every flag has an environment variable: --tls-cert is ${environmentName('tls-cert')}. --config names a JSON file with
{"tls-cert": "chain.pem", ...}. A flag wins over the environment, and the environment over the file. Secrets have no flag:
${secretNames().join(', ')}.
The first start on a data folder makes a demo account and prints its key; selvage key makes more.

Examples:
  $ selvage serve
  $ selvage serve --host 0.0.0.0 --tls-cert chain.pem --tls-key key.pem
  $ selvage serve --json --port 0            one line {"url": ..., "apiKey": ...} when ready`,
    )
    .action(async (given: Record<string, string | boolean>) => {
      const config = readConfig(flagsOf(given), serviceEnvironment());
      // loaded only when needed, like everything that logs
      const [{ startService }, { logWarnings }] = await Promise.all([import('./service.js'), import('./warnings.js')]);
      logWarnings(config.logLevel);
      const stopped = stopSignal(endsOf(config.tls !== null));
      const service = await startService(config, { freshKey: config.json });
      if (config.json) console.log(JSON.stringify({ url: service.url, apiKey: service.key }));
      else greet(config, service);
      await stopped;
      await service.close();
    });
}

function secretNames(): string[] {
  return settings.filter((setting) => 'secret' in setting).map(({ flag }) => environmentName(flag));
}

type Setting = (typeof settings)[number]['flag'];

/** Adds flags of the configuration table. None has a default here, since `readConfig` decides which value holds. */
export function withSettings(command: Command, flags: readonly Setting[]): Command {
  for (const { flag, value, help, defaultValue } of settings) {
    if (!flags.includes(flag)) continue;
    const usual = defaultValue === null ? '' : ` (default: ${defaultValue})`;
    command.option(value === null ? `--${flag}` : `--${flag} <${value}>`, help + usual);
  }
  return command;
}

/** Turns commander's camel case back into the names of the table. */
export function flagsOf(given: Record<string, string | boolean>): Flags {
  const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [kebab(name), value]));
}

/** The environment without the variables for commands that call a service. */
export function serviceEnvironment(): NodeJS.ProcessEnv {
  const environment = { ...process.env };
  for (const name of Object.values(clientEnvironment)) delete environment[name];
  return environment;
}

const ends = ['SIGTERM', 'SIGINT'] as const;

/** The signals that end a service or a host. Where a port of it has a certificate, SIGHUP renews that. */
export const endsOf = (renews: boolean): readonly NodeJS.Signals[] => (renews ? ends : [...ends, 'SIGHUP']);

/** Resolves at the first signal. A second one ends the process at once. */
export function stopSignal(signals: readonly NodeJS.Signals[] = ends): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) {
      process.once(signal, () => {
        resolve();
        process.once(signal, () => process.exit(exitCodes.interrupted));
      });
    }
  });
}

function greet({ dataDir, databaseUrl }: ServiceConfig, { url, key }: { url: string; key: string | null }): void {
  const data = databaseUrl === undefined ? `data folder  ${dataDir}` : 'data         the database';
  const lines = [`Selvage serves gRPC, gRPC-web, Connect and REST on ${url}`, data];
  if (key) lines.push(`demo key     ${key}   (shown once)`);
  else lines.push('API key      made earlier; selvage key create demo makes another');
  lines.push(`page         ${pageLink({ url, key })}`);
  lines.push(
    `try          curl ${nearUrl(url)}/api/v1/patterns -H 'Authorization: Bearer ${key ?? 'KEY'}'`,
    'Ctrl-C ends it.',
  );
  console.log(lines.join('\n'));
}
