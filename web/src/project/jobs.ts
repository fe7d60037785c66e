/** The jobs of the account: nests, markers and lay plans, as the page last read them. */
import { type Timestamp, timestampDate, timestampMs } from '@bufbuild/protobuf/wkt';
import { createClient } from '@connectrpc/connect';
import { signal } from '@preact/signals';
import { type LayJob, LayService } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { JobOutcome, JobState, type NestJob } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { nestService, transport } from '../service/clients.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import type { StepId } from '../shell/step.js';
import { newRow, open, store } from './project.js';

const layService = createClient(LayService, transport);

export type Job = { readonly kind: 'nest'; readonly job: NestJob } | { readonly kind: 'lays'; readonly job: LayJob };

export const jobs = signal<readonly Job[] | null>(null);
export const jobTrouble = signal<Trouble | null>(null);
/** Whether older jobs are left. */
export const hasOlder = signal(false);

const pageSize = 20;
let shown = pageSize;

/** Runs a call; its trouble is shown in place of an answer. */
async function told(call: () => Promise<void>): Promise<void> {
  try {
    await call();
    jobTrouble.value = null;
  } catch (error) {
    jobTrouble.value = troubleOf(error);
  }
}

export const readJobs = (): Promise<void> =>
  told(async () => {
    const size = Math.min(shown, 200);
    const [nests, plans] = await Promise.all([
      nestService.listNestJobs({ pageSize: size, submitted: true }),
      layService.listLays({ pageSize: size }),
    ]);
    const all: Job[] = [
      ...nests.jobs.map((job) => ({ kind: 'nest' as const, job })),
      ...plans.jobs.map((job) => ({ kind: 'lays' as const, job })),
    ];
    all.sort((a, b) => timestampMs(b.job.createTime!) - timestampMs(a.job.createTime!));
    jobs.value = all.slice(0, size);
    const isLast = nests.nextPageToken === '' && plans.nextPageToken === '' && all.length <= size;
    hasOlder.value = !isLast && size < 200;
  });

export function readOlder(): Promise<void> {
  shown += pageSize;
  return readJobs();
}

export const isOpen = ({ job: { state } }: Job): boolean => state !== JobState.ENDED;

/** Whether its layouts or plans can still be read. */
export const isKept = ({ job: { expireTime } }: Job): boolean => !expireTime || timestampDate(expireTime) > new Date();

export const cancelJob = (of: Job): Promise<void> =>
  told(async () => {
    const { jobId } = of.job;
    await (of.kind === 'nest' ? nestService.cancelNest({ jobId }) : layService.cancelLays({ jobId }));
    await readJobs();
  });

const timeOf = (time: Timestamp): string =>
  timestampDate(time).toLocaleString(undefined, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });

export const titleOf = ({ kind, job }: Job): string =>
  `${kind === 'nest' ? 'Marker' : 'Lay plan'} of ${timeOf(job.createTime!)}`;

const outcomes: Readonly<Partial<Record<JobOutcome, string>>> = {
  [JobOutcome.FINISHED]: 'finished',
  [JobOutcome.TIME_LIMIT]: 'finished in its time',
  [JobOutcome.FAILED]: 'failed',
  [JobOutcome.CANCELLED]: 'cancelled',
  [JobOutcome.ABANDONED]: 'ended without a listener',
  [JobOutcome.SHUTTING_DOWN]: 'ended with the service',
};

/** Its state in a few words. */
export function stateOf(of: Job): string {
  const { state, outcome, queuedPosition, timeLimitSeconds, startTime, expireTime } = of.job;
  if (state === JobState.QUEUED) return queuedPosition === undefined ? 'queued' : `queued: number ${queuedPosition}`;
  if (state === JobState.RUNNING) {
    const seconds = startTime ? Math.max(0, (Date.now() - timestampMs(startTime)) / 1000) : 0;
    return `running, ${Math.min(seconds, timeLimitSeconds).toFixed(0)} of ${timeLimitSeconds} s`;
  }
  const end = outcomes[outcome ?? JobOutcome.UNSPECIFIED] ?? 'ended';
  return isKept(of) && expireTime ? `${end}, kept until ${timeOf(expireTime)}` : `${end}, no longer kept`;
}

/** Opens the project of this browser that has the job, or else a new project of it. */
export const openJob = (of: Job): Promise<void> =>
  told(async () => {
    const { jobId } = of.job;
    const [section, step] = of.kind === 'nest' ? (['run', 'marker'] as const) : (['lays', 'lays'] as const);
    const rows = await store.list();
    for (const row of rows) {
      const texts = await store.sections(row.id);
      const text = texts.get(section);
      if (text !== undefined && (JSON.parse(text) as { jobId: string }).jobId === jobId) return openAt(step, row.id);
      if (of.kind === 'lays' || !texts.get('markers')?.includes(jobId)) continue;
      const { showingJob } = await import('./job-project.js');
      const changed = showingJob(texts, jobId);
      if (changed) {
        await store.put(row, textsOf(changed));
        return openAt(step, row.id);
      }
    }
    const { ofNest, ofLays } = await import('./job-project.js');
    const name = titleOf(of);
    const sections =
      of.kind === 'nest'
        ? ofNest(name, await nestService.getNestJob({ jobId, withRequest: true }))
        : ofLays(await layService.getLays({ jobId }));
    const row = { ...newRow(rows), name };
    await store.put(row, textsOf(sections));
    openAt(step, row.id);
  });

const textsOf = (sections: object): Map<string, string> =>
  new Map(Object.entries(sections).map(([name, json]) => [name, JSON.stringify(json)]));

function openAt(step: StepId, id: string): void {
  history.replaceState(null, '', `#${step}`);
  open(id);
}
