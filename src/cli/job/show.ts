/** `selvage job show` */
import { Command } from 'commander';
import { getNestJobResponse } from '../../../gateway/json/nest-job.js';
import { type GetNestJobResponse, NestService } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import { layoutRows } from '../layout-output.js';
import { jobRecord } from './job-record.js';

export function showCommand(): Command {
  const command = new Command('show')
    .description('show the state of a nest job and its best layout so far')
    .argument('<job>', 'id of the job, found in every line of its stream')
    .option('--json', 'as GET /api/v1/nest/JOB/status returns it');
  return withActingOptions(command).action(async (jobId: string, options: ActingOptions & { json?: boolean }) => {
    const answer = await withReading(options, (client) => client.unary(NestService.method.getNestJob, { jobId }));
    console.log(options.json ? JSON.stringify(getNestJobResponse.encode(answer), null, 2) : asText(answer));
  });
}

function asText({ job, best }: GetNestJobResponse): string {
  const rows = Object.entries(jobRecord(job!)).filter(([, value]) => value !== null);
  const layout = best ? layoutRows(best) : [['layout', 'none'] as const];
  return [...rows, ...layout].map(([name, value]) => `${name.padEnd(12)}${value}`).join('\n');
}
