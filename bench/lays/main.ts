/**
 * Plans orders in four ways, with the same time and nests of the same queue: by the planner, with markers of one size, by an
 * area estimate that no nest changes, and with a single marker a size. Prints a table of cost and cloth, and writes the plans
 * as JSON.
 *
 * usage: node dist/bench/lays/main.js [--seconds N] [--processor-time] [--ways pabc] [--write FILE] [NUMBER of an order...]
 *
 * `--ways`: those to run, by a letter each. Default: all.
 * `--processor-time`: without the queue, by the processor time of two solvers, for a machine with other work.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { create } from '@bufbuild/protobuf';
import { planLaysRequest } from '../../gateway/json/lay.js';
import { type LayPlan, LayPlanSchema, PlanLaysRequestSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import { ServerId } from '../../gen/selvage/nest/v1/nest_pb.js';
import { Accounts } from '../../src/accounts/accounts.js';
import { findOrCreateDemoUser } from '../../src/accounts/demo.js';
import { loadBodyModel } from '../../src/body/complete.js';
import { onFirstUse } from '../../src/body/model-source.js';
import { decode } from '../../src/cli/decode.js';
import { readConfig } from '../../src/config.js';
import { openJobs } from '../../src/jobs/open-jobs.js';
import { parseJson } from '../../src/json/parse.js';
import { Mixer, type Mixing } from '../../src/lays/mix/mixer.js';
import { PatternAccess } from '../../src/patterns/access.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { publishLibrary } from '../../src/patterns/publish-library.js';
import { SizeTables } from '../../src/patterns/size-tables/size-tables.js';
import { bodyOf } from '../../src/services/lays/event.js';
import { orderedGarments } from '../../src/services/lays/garments.js';
import { type LayJobLine, layJobOf } from '../../src/services/lays/lay-job.js';
import { layPlanner } from '../../src/services/lays/planner.js';
import { PatternBodies } from '../../src/services/patterns/body.js';
import { openStore } from '../../src/store/open-store.js';
import { areaEstimate, oneSizeMarkers, singleMarkers } from './baselines.js';
import { type BenchOrder, benchOrders } from './orders.js';
import { ProcessorTime, spent } from './processor-time.js';

const { values, positionals } = parseArgs({
  options: {
    seconds: { type: 'string', default: '120' },
    'processor-time': { type: 'boolean', default: false },
    ways: { type: 'string', default: 'pabc' },
    write: { type: 'string' },
  },
  allowPositionals: true,
});
const seconds = Number(values.seconds);
const chosen = positionals.length === 0 ? benchOrders.map((_, i) => i + 1) : positionals.map(Number);

const folder = mkdtempSync(join(tmpdir(), 'selvage-lays-'));
const store = await openStore(readConfig({ data: folder }, {}));
await publishLibrary(store, libraryVersions());
const { user } = await findOrCreateDemoUser(new Accounts(store));
const jobs = openJobs({ store, retentionMs: 86_400_000, solvers: availableParallelism(), queues: ['slow', 'fast'] });
const mixer = new Mixer();
const drafter = new DraftPool();
const shared = {
  access: new PatternAccess(store),
  tables: new SizeTables({ repository: store, now: Date.now }),
  bodies: new PatternBodies(onFirstUse(loadBodyModel)),
  drafter,
};

interface Planned {
  readonly plan: LayPlan;
  readonly firstSeconds: number;
}

async function planned({ request }: BenchOrder, way: (mixing: Mixing) => Mixing, most = seconds): Promise<Planned> {
  const message = decode(planLaysRequest, parseJson(Buffer.from(JSON.stringify(request))));
  const call = {
    caller: {
      ...user,
      userId: user.id,
      userName: user.name,
      keyId: '',
      organizationId: null,
      limits: null,
      organizations: [],
      scopes: [],
    },
    signal: new AbortController().signal,
    requestId: 'bench',
  };
  const order = create(PlanLaysRequestSchema, { ...message, serverId: ServerId.FAST, maximumExecutionTime: most });
  const byProcessor = values['processor-time'];
  const time = byProcessor ? spent : () => performance.now();
  const begin = time();
  let firstSeconds = 0;
  let plan: LayPlan | null = null;
  const job = layJobOf(order, await orderedGarments(shared, order, call), call);
  const drafted = time() - begin;
  const real = { queue: jobs.queue, mixing: mixer, now: () => performance.now() };
  const { queue, mixing, now } = byProcessor ? new ProcessorTime() : real;
  const planner = layPlanner({ queue, mixing: way(mixing), now });
  const startedAt = now();
  for await (const line of planner({ request: job, lines: [], startedAt, traceparent: undefined }, call.signal)) {
    const event = bodyOf(line as LayJobLine, job.order);
    if (event.case !== 'plan') continue;
    if (plan === null) firstSeconds = (drafted + now() - startedAt) / 1000;
    plan = create(LayPlanSchema, event.value);
  }
  return { plan: plan!, firstSeconds };
}

// the first nests of a process are slower by half: each way is to find it warm
await planned(benchOrders[0]!, (mixing) => mixing, Math.min(10, seconds));

const missing = (plan: LayPlan): number => plan.missing.reduce((sum, { garments }) => sum + garments, 0);
const told = (plan: LayPlan): string =>
  `${plan.cost!.total.toFixed(0)} (${(plan.clothLength / 1000).toFixed(0)} m${missing(plan) > 0 ? `, ${missing(plan)} missing` : ''})`;
const change = (from: number, to: number): string => `${(100 * (to / from - 1)).toFixed(1)} %`;

const ways: Readonly<Record<string, { readonly title: string; readonly mixing: (mixing: Mixing) => Mixing }>> = {
  p: { title: 'plan', mixing: (mixing) => mixing },
  a: { title: '(a) markers of one size', mixing: oneSizeMarkers },
  b: { title: '(b) area estimate', mixing: areaEstimate },
  c: { title: '(c) a single marker a size', mixing: singleMarkers },
};
/** Figures of the plan beside another way. */
const beside = [
  { way: 'a', title: 'cloth to (a)', of: ({ clothLength }: LayPlan) => clothLength },
  { way: 'b', title: 'cost to (b)', of: ({ cost }: LayPlan) => cost!.total },
  { way: 'c', title: 'cloth to (c)', of: ({ clothLength }: LayPlan) => clothLength },
];
const chosenWays = Object.keys(ways).filter((way) => values.ways.includes(way));
const compared = beside.filter(({ way }) => values.ways.includes('p') && values.ways.includes(way));

const solvers = values['processor-time'] ? '2 solvers by processor time' : `${availableParallelism()} solvers`;
console.log(`${seconds} s each, ${solvers}; cost, and cloth in brackets\n`);
const titles = [
  'order',
  ...chosenWays.map((way) => ways[way]!.title),
  'markers, lays',
  'first plan',
  'gap',
  ...compared.map(({ title }) => title),
];
console.log(`| ${titles.join(' | ')} |`);
console.log(`|${' --- |'.repeat(titles.length)}`);
const results: object[] = [];
const ratios = compared.map((): number[] => []);
for (const number of chosen) {
  const order = benchOrders[number - 1]!;
  const found = new Map<string, Planned>();
  for (const way of chosenWays) found.set(way, await planned(order, ways[way]!.mixing));
  const { plan, firstSeconds } = found.get(chosenWays[0]!)!;
  const changes = compared.map(({ way, of }, i) => {
    const [from, to] = [of(found.get(way)!.plan), of(plan)];
    ratios[i]!.push(to / from);
    return change(from, to);
  });
  const cells = [
    `${number}. ${order.name}`,
    ...[...found.values()].map((each) => told(each.plan)),
    `${plan.markers.length}, ${plan.lays.length}`,
    `${firstSeconds.toFixed(1)} s`,
    plan.gap === undefined ? '' : `${(100 * plan.gap).toFixed(1)} %`,
    ...changes,
  ];
  console.log(`| ${cells.join(' | ')} |`);
  results.push({
    number,
    name: order.name,
    plans: Object.fromEntries([...found].map(([way, each]) => [way, each.plan])),
  });
}
const mean = (list: readonly number[]): number => list.reduce((sum, each) => sum + each, 0) / list.length;
if (compared.length > 0)
  console.log(`\nmean: ${compared.map(({ title }, i) => `${title} ${change(1, mean(ratios[i]!))}`).join(', ')}`);
if (values.write !== undefined) {
  const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? Number(value) : value);
  writeFileSync(values.write, JSON.stringify(results, plain));
}
mixer.close();
await jobs.close({ graceMs: 0 });
await drafter.close();
await store.close();
rmSync(folder, { recursive: true, force: true });
