/**
 * One job in a process of its own, whose solvers take turns: run-job.js '{"name": ..., "seed": ..., ...}'. Prints a line of JSON.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setEnvironmentData } from 'node:worker_threads';
import { openJobs, openSolverHost } from '../../../src/jobs/open-jobs.js';
import type { Solution } from '../../../src/nesting/request.js';
import { openStore } from '../../../src/store/open-store.js';
import { densityOf } from '../density.js';
import { instanceRequest } from '../instance.js';
import { prepareTurns } from './turns.js';

export interface IslandsRun {
  readonly name: string;
  readonly seed: number;
  readonly instances: number;
  /** Of processor time, for each instance. */
  readonly seconds: number;
  /** Each instance has a host of its own, so that they meet in the store alone. */
  readonly apart: boolean;
  /** Whether the instances exchange layouts. */
  readonly exchange: boolean;
}

export interface IslandsResult {
  readonly density: number;
  /** Layouts of each instance that became the best of the job. */
  readonly bests: readonly number[];
  readonly processorSeconds: number;
  readonly peakMegabytes: number;
}

const run = JSON.parse(process.argv[2]!) as IslandsRun;
const { name, seed, instances, seconds, apart, exchange } = run;
const folder = '../shared/nesting';
const file = ['instances', 'sheets'].map((kind) => join(folder, kind, `${name}.json`)).find(existsSync);
if (!file) throw new Error(`there is no instance ${name} in ${folder}`);
const request = instanceRequest(JSON.parse(readFileSync(file, 'utf8')), {
  // The solvers keep their own time.
  ...{ instances, seed, maximumExecutionTime: 36_000, reportInterval: 0 },
});

prepareTurns(instances);
setEnvironmentData('seconds', seconds);
const dataDir = mkdtempSync(join(tmpdir(), 'selvage-islands-'));
const store = await openStore({ dataDir });
const user = { id: randomUUID(), name: 'bench', plan: 'paid', admin: false, activeOrganizationId: null } as const;
await store.createUser({ ...user, createdAt: Date.now() });
const started = Date.now();
const used = (): number => {
  const { user: own, system } = process.cpuUsage();
  return (own + system) / 1e6;
};
/** The instances run side by side, so the time of all passes for each. Exchanges keep their pace by it. */
const now = (): number => started + Math.round((1000 * used()) / instances);
const threadEntry = new URL('./island-thread.js', import.meta.url);
const common = { store, now, queues: ['fast'], threadEntry, onError: console.error } as const;
const jobs = openJobs({ ...common, solvers: apart ? 0 : instances, retentionMs: 86_400_000 });
const hosts = Array.from({ length: apart ? instances : 0 }, () => openSolverHost({ ...common, solvers: 1 }));

const { jobId } = await jobs.queue.submit({
  caller: { userId: user.id, organizationId: null, plan: 'paid' },
  // A search with a work limit goes its own way; this one is out of reach.
  request: exchange ? request : { ...request, workLimit: Number.MAX_SAFE_INTEGER },
  queue: 'fast',
  keepSeconds: 0,
  warnings: [],
});
let last: Solution | null = null;
const bests: number[] = Array.from({ length: instances }, () => 0);
for await (const event of jobs.queue.events(jobId, 0, new AbortController().signal)) {
  if (event.type === 'error') throw new Error(event.message);
  if (event.type !== 'solution') continue;
  last = event.solution;
  const finder = (await store.loadJob(jobId))?.job.bestTask;
  if (finder !== null && finder !== undefined) bests[finder]!++;
}
for (const host of hosts) await host.close({ graceMs: 0 });
await jobs.close({ graceMs: 0 });
await store.close();
rmSync(dataDir, { recursive: true, force: true });
const result: IslandsResult = {
  density: densityOf(request, last!),
  bests,
  processorSeconds: used(),
  peakMegabytes: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(`${JSON.stringify(result)}\n`);
process.exit(0);
