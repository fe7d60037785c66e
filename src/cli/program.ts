/** All commands of `selvage`. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { accountCommand } from './accounts/account.js';
import { keyCommand } from './accounts/key.js';
import { organizationCommand } from './accounts/organization.js';
import { planCommand } from './accounts/plan.js';
import { userCommand } from './accounts/user.js';
import { backupCommand, restoreCommand } from './backup.js';
import { bodyCommand } from './body.js';
import { completionCommand } from './completion/completion.js';
import { demoCommand } from './demo/demo.js';
import { jobCommand } from './job/job.js';
import { layCommand } from './lay.js';
import { markerCommand } from './marker.js';
import { nestCommand } from './nest.js';
import { packageRoot } from './package-root.js';
import { patternCommand } from './pattern/pattern.js';
import { serveCommand } from './serve.js';
import { sizesCommand } from './sizes/sizes.js';
import { workerCommand } from './worker.js';

export function program(): Command {
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
  const commands = [
    demoCommand(),
    serveCommand(),
    workerCommand(),
    nestCommand(),
    markerCommand(),
    layCommand(),
    bodyCommand(),
    patternCommand(),
    sizesCommand(),
    accountCommand(),
    userCommand(),
    organizationCommand(),
    keyCommand(),
    planCommand(),
    jobCommand(),
    backupCommand(),
    restoreCommand(),
    completionCommand(() => selvage),
  ];
  for (const command of commands) selvage.addCommand(command);
  throwOnExit(selvage);
  return selvage;
}

/**
 * Commander then throws instead of ending the process, so that one place decides on exit codes. Its errors begin as ours do.
 */
function throwOnExit(command: Command): void {
  command.exitOverride();
  command.configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'selvage: ')) });
  for (const sub of command.commands) throwOnExit(sub);
}
