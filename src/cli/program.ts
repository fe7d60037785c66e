/** All commands of `selvage`. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { packageRoot } from './package-root.js';

/** Every command by its name. Each loads what it needs, since all together take half a second to load. */
const loaders: Readonly<Record<string, () => Promise<Command>>> = {
  demo: async () => (await import('./demo/demo.js')).demoCommand(),
  serve: async () => (await import('./serve.js')).serveCommand(),
  worker: async () => (await import('./worker.js')).workerCommand(),
  migrate: async () => (await import('./migrate.js')).migrateCommand(),
  nest: async () => (await import('./nest.js')).nestCommand(),
  marker: async () => (await import('./marker.js')).markerCommand(),
  lay: async () => (await import('./lay.js')).layCommand(),
  body: async () => (await import('./body.js')).bodyCommand(),
  pattern: async () => (await import('./pattern/pattern.js')).patternCommand(),
  sizes: async () => (await import('./sizes/sizes.js')).sizesCommand(),
  account: async () => (await import('./accounts/account.js')).accountCommand(),
  project: async () => (await import('./projects/project.js')).projectCommand(),
  user: async () => (await import('./accounts/user.js')).userCommand(),
  org: async () => (await import('./accounts/organization.js')).organizationCommand(),
  key: async () => (await import('./accounts/key.js')).keyCommand(),
  plan: async () => (await import('./accounts/plan.js')).planCommand(),
  audit: async () => (await import('./accounts/audit.js')).auditCommand(),
  job: async () => (await import('./job/job.js')).jobCommand(),
  webhook: async () => (await import('./webhook.js')).webhookCommand(),
  mcp: async () => (await import('./mcp.js')).mcpCommand(),
  backup: async () => (await import('./backup.js')).backupCommand(),
  restore: async () => (await import('./backup.js')).restoreCommand(),
  completion: async () => (await import('./completion/completion.js')).completionCommand(program),
};

/** Arguments that no command answers. */
const versionFlags = ['-V', '--version'];

/** The program with all commands, with one alone if `first` names it, or with none if the program alone answers `first`. */
export async function program(first?: string): Promise<Command> {
  const { version } = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')) as { version: string };
  const selvage = new Command('selvage')
    .description('From a body to the cutting table: body measurements, parametric sewing patterns and dense nesting.')
    .version(version)
    .showHelpAfterError('(selvage COMMAND --help tells more)')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText(
      'after',
      `
Examples:
  $ selvage demo                             nest a garment marker and draw it
  $ selvage serve                            serve gRPC and REST on http://127.0.0.1:8080
  $ selvage nest parts.svg --width 1500      pack a drawing without a server
  $ selvage body female height=168           all 69 measurements

Exit codes: 0 done, 1 a fault of the program or the service, 2 wrong use or an invalid request,
3 not permitted, 4 not found, 5 service busy or out of reach, 130 ended by Ctrl-C`,
    );
  for (const command of await Promise.all(wanted(first).map((name) => loaders[name]!()))) selvage.addCommand(command);
  throwOnExit(selvage);
  return selvage;
}

function wanted(first?: string): string[] {
  if (first !== undefined && versionFlags.includes(first)) return [];
  return first !== undefined && Object.hasOwn(loaders, first) ? [first] : Object.keys(loaders);
}

/**
 * Commander then throws instead of ending the process, so that one place decides on exit codes. Its errors begin as ours do.
 */
function throwOnExit(command: Command): void {
  command.exitOverride();
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'selvage: ')) });
  for (const sub of command.commands) throwOnExit(sub);
}
