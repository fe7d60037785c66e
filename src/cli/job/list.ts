/** `selvage job list` */

import { create } from '@bufbuild/protobuf';
import { Command, Option } from 'commander';
import { listLaysResponse } from '../../../gateway/json/lay-job.js';
import { listNestJobsResponse } from '../../../gateway/json/nest-job.js';
import { LayService, ListLaysResponseSchema } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { JobState, ListNestJobsResponseSchema, NestService } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type ActingOptions, withActingOptions, withOwnToShow } from '../acting-client.js';
import { CommandError } from '../exit.js';
import { numberOf } from '../key-values.js';
import { printRecords } from '../print-records.js';
import { jobRecord, layRecord } from './job-record.js';

const states = { queued: JobState.QUEUED, running: JobState.RUNNING, ended: JobState.ENDED };

interface ListOptions extends ActingOptions {
  readonly lays?: boolean;
  readonly submitted?: boolean;
  readonly state?: keyof typeof states;
  readonly limit: string;
  readonly json?: boolean;
}

export function listCommand(): Command {
  const command = new Command('list')
    .description('list your nest jobs or lay plans, newest first')
    .option('--lays', 'lay plans in place of nests')
    .option('--submitted', 'without the nests that lay plans and tech packs make for themselves')
    .addOption(new Option('--state <STATE>', 'only jobs in this state').choices(Object.keys(states)))
    .option('--limit <N>', 'largest number of jobs', '50')
    .option('--json', 'the jobs as GET /api/v1/nest or /api/v1/lays returns them');
  return withActingOptions(command).action(async (options: ListOptions) => {
    const limit = numberOf(options.limit, '--limit');
    if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit must be a whole number of at least 1');
    const state = options.state === undefined ? JobState.UNSPECIFIED : states[options.state];
    const { lays = false, submitted = false } = options;
    if (lays && submitted) throw new CommandError('--submitted goes with nests, not with --lays');
    await withOwnToShow(options, async (client) => {
      if (lays) {
        const page = (query: PageQuery) => client.unary(LayService.method.listLays, { state, ...query });
        const jobs = await newest(limit, page);
        const listed = listLaysResponse.encode(create(ListLaysResponseSchema, { jobs }));
        print(listed.jobs, jobs.map(layRecord), options);
      } else {
        const page = (query: PageQuery) =>
          client.unary(NestService.method.listNestJobs, { state, submitted, ...query });
        const jobs = await newest(limit, page);
        const listed = listNestJobsResponse.encode(create(ListNestJobsResponseSchema, { jobs }));
        print(listed.jobs, jobs.map(jobRecord), options);
      }
    });
  });
}

function print(json: unknown, rows: Parameters<typeof printRecords>[0], options: ListOptions): void {
  if (options.json) console.log(JSON.stringify(json, null, 2));
  else printRecords(rows, options);
}

interface PageQuery {
  readonly pageSize: number;
  readonly pageToken: string;
}

async function newest<Job>(
  limit: number,
  page: (query: PageQuery) => Promise<{ readonly jobs: readonly Job[]; readonly nextPageToken: string }>,
): Promise<Job[]> {
  const jobs: Job[] = [];
  let pageToken = '';
  do {
    const next = await page({ pageSize: Math.min(200, limit - jobs.length), pageToken });
    jobs.push(...next.jobs);
    pageToken = next.nextPageToken;
  } while (pageToken !== '' && jobs.length < limit);
  return jobs;
}
