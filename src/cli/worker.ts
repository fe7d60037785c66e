/** `selvage worker`: a host of solvers for a service that runs elsewhere, over the same store. */
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { flagsOf, serviceEnvironment, stopSignal, withSettings } from './serve.js';

export function workerCommand(): Command {
  const command = new Command('worker').description('solve for a service in another process on the same data folder');
  return withSettings(command, ['config', 'data', 'solvers', 'queues', 'retention-days', 'shutdown-grace', 'log-level'])
    .addHelpText(
      'after',
      `
The embedded store serves one machine: start workers beside the service, for example with its own solvers off.

Examples:
  $ selvage serve --solvers 0 --data /srv/selvage
  $ selvage worker --solvers 4 --data /srv/selvage`,
    )
    .action(async (given: Record<string, string | boolean>) => {
      const config = readConfig(flagsOf(given), serviceEnvironment());
      const { startWorker } = await import('./service.js');
      const stopped = stopSignal();
      const worker = await startWorker(config);
      console.log(
        `Solving on ${config.solvers} threads for the queues ${config.queues.join(' and ')} of ${config.dataDir}. Ctrl-C ends it.`,
      );
      await stopped;
      await worker.close();
    });
}
