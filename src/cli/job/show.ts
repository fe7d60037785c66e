/** `selvage job show` */
import { Command } from 'commander';
import { getLaysResponse } from '../../../gateway/json/lay-job.js';
import { getNestJobResponse } from '../../../gateway/json/nest-job.js';
import { type GetLaysResponse, LayService } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { type GetNestJobResponse, NestService } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type ActingOptions, withActingOptions, withOwnToShow } from '../acting-client.js';
import { layoutRows } from '../layout-output.js';
import { nestOrLays } from './either.js';
import { jobRecord, layRecord } from './job-record.js';

export function showCommand(): Command {
  const command = new Command('show')
    .description('show the state of a nest job and its best layout so far, or that of a lay plan')
    .argument('<job>', 'id of the job, found in every line of its stream')
    .option('--json', 'as GET /api/v1/nest/JOB/status or /api/v1/lays/JOB/status returns it');
  return withActingOptions(command).action(async (jobId: string, options: ActingOptions & { json?: boolean }) => {
    await withOwnToShow(options, (client) =>
      nestOrLays(
        async () => {
          const answer = await client.unary(NestService.method.getNestJob, { jobId });
          console.log(options.json ? JSON.stringify(getNestJobResponse.encode(answer), null, 2) : asText(answer));
        },
        async () => {
          const answer = await client.unary(LayService.method.getLays, { jobId });
          console.log(options.json ? JSON.stringify(getLaysResponse.encode(answer), null, 2) : planText(answer));
        },
      ),
    );
  });
}

function asText({ job, best }: GetNestJobResponse): string {
  const layout = best ? layoutRows(best) : [['layout', 'none'] as const];
  return columns([...Object.entries(jobRecord(job!)), ...layout]);
}

function planText({ job, order }: GetLaysResponse): string {
  const lines = (order?.lines ?? []).map(
    ({ name, colour, quantity }) => ['ordered', [`${quantity} x`, name, colour].filter(Boolean).join(' ')] as const,
  );
  return columns([...Object.entries(layRecord(job!)), ...lines]);
}

const columns = (rows: readonly (readonly [string, unknown])[]): string =>
  rows
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(12)}${value}`)
    .join('\n');
