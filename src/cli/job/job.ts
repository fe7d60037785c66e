/** `selvage job`: looks after nest jobs. */
import { Command } from 'commander';
import { cancelCommand } from './cancel.js';
import { listCommand } from './list.js';
import { purgeCommand } from './purge.js';
import { showCommand } from './show.js';
import { watchCommand } from './watch.js';

export function jobCommand(): Command {
  return new Command('job')
    .description('list, show, watch and cancel jobs, and forget them')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(watchCommand())
    .addCommand(cancelCommand())
    .addCommand(purgeCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ selvage job list --state running
  $ selvage job list --lays
  $ selvage job show JOBID
  $ selvage job watch JOBID
  $ selvage job cancel JOBID
  $ selvage job purge --older-than 1`,
    );
}
