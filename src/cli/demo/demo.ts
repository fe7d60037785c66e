/**
 * `selvage demo`: starts a service and nests a garment marker through gRPC and again over REST. Then it drafts a shirt for a
 * person from height and weight, and nests that. It draws everything.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { numberOf } from '../key-values.js';
import { pageLink } from '../page-link.js';
import { madeToMeasure } from './made-to-measure.js';
import { nestMarker } from './nest-marker.js';

interface DemoOptions {
  readonly time: string;
  readonly output: string;
  readonly json?: boolean;
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('start a service, nest a garment marker, draft a shirt for a person and nest it, and draw everything')
    .option('--time <SECONDS>', 'time limit of the longest search', '20')
    .option('-o, --output <DIR>', 'folder for the files', 'demo-output')
    .option('--json', 'the result as one line of JSON; all other text goes to standard error')
    .action(async ({ time, output, json }: DemoOptions) => {
      const seconds = numberOf(time, '--time');
      const dataDir = await mkdtemp(join(tmpdir(), 'selvage-demo-'));
      const { startEmbedded } = await import('../service.js');
      const service = await startEmbedded(dataDir);
      try {
        const say = json ? console.error : console.log;
        say(`The service listens on ${service.url}; while it runs, its page is ${pageLink(service)}`);
        const marker = await nestMarker(service, { seconds, output, say });
        const shirt = await madeToMeasure(service, { seconds: seconds / 3, output, say });
        if (json) console.log(JSON.stringify({ marker, shirt }));
      } finally {
        await service.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
}
