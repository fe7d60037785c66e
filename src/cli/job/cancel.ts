/** `selvage job cancel`: ends a nest job or a lay plan. */
import { Command } from 'commander';
import { LayService } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { NestService } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type ActingOptions, withActingOptions, withOwn } from '../acting-client.js';
import { printDone } from '../print-records.js';
import { nestOrLays } from './either.js';

export function cancelCommand(): Command {
  const command = new Command('cancel')
    .description('cancel a nest job or a lay plan; its stream ends with done')
    .argument('<job>', 'id of the job')
    .option('--json', 'as JSON');
  return withActingOptions(command).action(async (jobId: string, options: ActingOptions & { json?: boolean }) => {
    await withOwn(options, (client) =>
      nestOrLays(
        async () => void (await client.unary(NestService.method.cancelNest, { jobId })),
        async () => void (await client.unary(LayService.method.cancelLays, { jobId })),
      ),
    );
    printDone({ jobId }, `${jobId} is cancelled`, options);
  });
}
