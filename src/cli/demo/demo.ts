/**
 * `selvage demo`: starts a service, nests a garment marker through gRPC and again over REST; then drafts a shirt to a
 * person of whom height and weight are known, and nests that. Everything is drawn.
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
}

export function demoCommand(): Command {
  return new Command('demo')
    .description('start a service, nest a garment marker, draft a shirt to a person and nest it, and draw everything')
    .option('--time <SECONDS>', 'time limit of the longest search', '20')
    .option('-o, --output <DIR>', 'folder for the files', 'demo-output')
    .action(async ({ time, output }: DemoOptions) => {
      const seconds = numberOf(time, '--time');
      const dataDir = await mkdtemp(join(tmpdir(), 'selvage-demo-'));
      const { startEmbedded } = await import('../service.js');
      const service = await startEmbedded(dataDir);
      try {
        console.log(`The service listens on ${service.url}; as long as it runs, its page is ${pageLink(service)}`);
        await nestMarker(service, { seconds, output });
        await madeToMeasure(service, { seconds: seconds / 3, output });
      } finally {
        await service.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
}
