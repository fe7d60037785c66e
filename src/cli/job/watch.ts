/** `selvage job watch`: follows the stream of a nest or a lay plan, from its beginning or from a later line. */
import { Command } from 'commander';
import { encodeLayEvent } from '../../../gateway/json/lay.js';
import { encodeNestEvent } from '../../../gateway/json/nest.js';
import { type LayEvent, LayService } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { type NestEvent, NestService } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type ActingOptions, withActingOptions, withOwnToShow } from '../acting-client.js';
import type { StreamingClient } from '../client.js';
import { exitCodes } from '../exit.js';
import { followLays } from '../follow-lays.js';
import { numberOf } from '../key-values.js';
import { layLines, planText } from '../lay-output.js';
import { layoutRows } from '../layout-output.js';
import { nestProgress } from '../nest-progress.js';
import { followNest } from '../run-nest.js';
import { nestOrLays } from './either.js';

interface WatchOptions extends ActingOptions {
  readonly after: string;
  readonly json?: boolean;
}

export function watchCommand(): Command {
  const command = new Command('watch')
    .description('follow a nest job or a lay plan to its end; Ctrl-C stops watching')
    .argument('<job>', 'id of the job')
    .option('--after <SEQ>', 'only the lines after this one of its stream', '0')
    .option('--json', 'each line as GET /api/v1/nest/JOB or /api/v1/lays/JOB returns it');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Watching counts as listening: a job without keepSeconds ends when nobody watches it any more.`,
    )
    .action(async (jobId: string, options: WatchOptions) => {
      const after = numberOf(options.after, '--after');
      const interrupt = new AbortController();
      process.once('SIGINT', () => interrupt.abort());
      await withOwnToShow(options, async (client) => {
        const watched = { client, jobId, after, json: options.json ?? false, signal: interrupt.signal };
        await nestOrLays(
          () => watchNest(watched),
          () => watchLays(watched),
        );
      });
      if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    });
}

interface Watched {
  readonly client: StreamingClient;
  readonly jobId: string;
  readonly after: number;
  readonly json: boolean;
  readonly signal: AbortSignal;
}

async function watchLays({ client, jobId, after, json, signal }: Watched): Promise<void> {
  const view = json ? { show: (event: LayEvent) => console.log(JSON.stringify(encodeLayEvent(event))) } : layLines();
  const stream = client.serverStream(LayService.method.resumeLays, { jobId, after }, signal);
  const best = await followLays(stream, (event) => view.show(event), signal);
  if (best && !json) console.log(planText(best));
}

async function watchNest({ client, jobId, after, json, signal }: Watched): Promise<void> {
  const { job } = await client.unary(NestService.method.getNestJob, { jobId });
  const view = json ? lineView : nestProgress(job!.timeLimitSeconds);
  const stream = client.serverStream(NestService.method.resumeNest, { jobId, after }, signal);
  const { best } = await followNest(stream, (event) => view.show(event), signal).finally(() => view.end());
  if (best && !json) for (const [name, value] of layoutRows(best)) console.log(`${name.padEnd(13)}${value}`);
}

const lineView = {
  show: (event: NestEvent): void => console.log(JSON.stringify(encodeNestEvent(event))),
  end: (): void => {},
};
