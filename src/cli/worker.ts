/** `selvage worker`: a host of solvers for a service that runs elsewhere, over the same store. */
import { Command } from 'commander';
import { readConfig } from '../config.js';
import { printDone } from './print-records.js';
import { endsOf, flagsOf, serviceEnvironment, stopSignal, withSettings } from './serve.js';

export function workerCommand(): Command {
  const command = new Command('worker').description('solve for a service in another process over the same store');
  return withSettings(command, [
    'config',
    'data',
    'database-url',
    'database-listen-url',
    'solvers',
    'queue',
    'shutdown-grace',
    'log-level',
    'metrics-port',
    'host',
    'tls-cert',
    'tls-key',
    'insecure',
    'otlp-endpoint',
    'json',
  ])
    .addHelpText(
      'after',
      `
Over PostgreSQL (DATABASE_URL) workers run on any number of hosts. They share only the database with the services that
take requests. The embedded store serves one machine, where workers run beside the service.
With --metrics-port a worker answers GET /healthz, /readyz and /metrics on --host. Otherwise it has no port.

Examples:
  $ DATABASE_URL=postgres://selvage@db/selvage selvage serve --solvers 0
  $ DATABASE_URL=postgres://selvage@db/selvage selvage worker --queue fast,slow
  $ selvage worker --solvers 4 --data /srv/selvage
  $ selvage worker --metrics-port 9464`,
    )
    .action(async (given: Record<string, string | boolean>) => {
      const config = readConfig(flagsOf(given), serviceEnvironment(), { port: 'metrics-port', leastSolvers: 1 });
      const [{ startWorker }, { logWarnings }] = await Promise.all([
        import('./worker-process.js'),
        import('./warnings.js'),
      ]);
      logWarnings(config.logLevel);
      const stopped = stopSignal(endsOf(config.tls !== null && config.metricsPort !== undefined));
      const worker = await startWorker(config);
      const { solvers, queues } = config;
      const store = config.databaseUrl === undefined ? config.dataDir : 'the database';
      const sentence = `Solving on ${solvers} threads for the queues ${queues.join(' and ')} of ${store}. Ctrl-C ends it.`;
      const { watchUrl } = worker;
      const watched = watchUrl ? `\n${watchUrl} answers /healthz, /readyz and /metrics.` : '';
      printDone({ solvers, queues, store, ...(watchUrl && { watchUrl }) }, sentence + watched, config);
      await stopped;
      await worker.close();
    });
}
