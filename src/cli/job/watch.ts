/** `selvage job watch`: follows the stream of a job, from its beginning or from a later line. */
import { Command } from 'commander';
import { encodeNestEvent } from '../../../gateway/json/nest.js';
import { type NestEvent, NestService } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import type { StreamingClient } from '../client.js';
import { exitCodes } from '../exit.js';
import { numberOf } from '../key-values.js';
import { layoutRows } from '../layout-output.js';
import { nestProgress } from '../nest-progress.js';
import { followNest } from '../run-nest.js';

interface WatchOptions extends ActingOptions {
  readonly after: string;
  readonly json?: boolean;
}

export function watchCommand(): Command {
  const command = new Command('watch')
    .description('follow a nest job to its end; Ctrl-C stops watching')
    .argument('<job>', 'id of the job')
    .option('--after <SEQ>', 'only the lines after this one of its stream', '0')
    .option('--json', 'each line as GET /api/v1/nest/JOB returns it');
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
      await withReading(options, (client) => watch(client, jobId, after, options, interrupt.signal));
      if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    });
}

async function watch(
  client: StreamingClient,
  jobId: string,
  after: number,
  { json }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const { job } = await client.unary(NestService.method.getNestJob, { jobId });
  const view = json ? lineView : nestProgress(job!.timeLimitSeconds);
  const stream = client.serverStream(NestService.method.resumeNest, { jobId, after }, signal);
  const { best } = await followNest(stream, (event) => view.show(event), signal).finally(() => view.end());
  if (best && !json) for (const [name, value] of layoutRows(best)) console.log(`${name.padEnd(10)}${value}`);
}

const lineView = {
  show: (event: NestEvent): void => console.log(JSON.stringify(encodeNestEvent(event))),
  end: (): void => {},
};
