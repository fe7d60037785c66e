/** `selvage job list` */

import { create } from '@bufbuild/protobuf';
import { Command, Option } from 'commander';
import { listNestJobsResponse } from '../../../gateway/json/nest-job.js';
import {
  JobState,
  ListNestJobsResponseSchema,
  type NestJob,
  NestService,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type ActingOptions, withActingOptions, withReading } from '../acting-client.js';
import type { Client } from '../client.js';
import { CommandError } from '../exit.js';
import { numberOf } from '../key-values.js';
import { printRecords } from '../print-records.js';
import { jobRecord } from './job-record.js';

const states = { queued: JobState.QUEUED, running: JobState.RUNNING, ended: JobState.ENDED };

interface ListOptions extends ActingOptions {
  readonly state?: keyof typeof states;
  readonly limit: string;
  readonly json?: boolean;
}

export function listCommand(): Command {
  const command = new Command('list')
    .description('list your nest jobs, newest first')
    .addOption(new Option('--state <STATE>', 'only jobs in this state').choices(Object.keys(states)))
    .option('--limit <N>', 'largest number of jobs', '50')
    .option('--json', 'the jobs as GET /api/v1/nest returns them');
  return withActingOptions(command).action(async (options: ListOptions) => {
    const limit = numberOf(options.limit, '--limit');
    if (!Number.isInteger(limit) || limit < 1) throw new CommandError('--limit must be a whole number of at least 1');
    const state = options.state === undefined ? JobState.UNSPECIFIED : states[options.state];
    const jobs = await withReading(options, (client) => newestJobs(client, state, limit));
    if (options.json) {
      const page = listNestJobsResponse.encode(create(ListNestJobsResponseSchema, { jobs }));
      console.log(JSON.stringify(page.jobs, null, 2));
    } else printRecords(jobs.map(jobRecord), options);
  });
}

async function newestJobs(client: Client, state: JobState, limit: number): Promise<NestJob[]> {
  const jobs: NestJob[] = [];
  let pageToken = '';
  do {
    const pageSize = Math.min(200, limit - jobs.length);
    const page = await client.unary(NestService.method.listNestJobs, { state, pageSize, pageToken });
    jobs.push(...page.jobs);
    pageToken = page.nextPageToken;
  } while (pageToken !== '' && jobs.length < limit);
  return jobs;
}
