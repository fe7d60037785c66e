/**
 * What ten sizes of a design cost beside one draft of it, in processor time of one thread: drafting, matching, files. Then
 * the same in the drafting threads, as the service does it, by the clock: one draft and all sizes, seconds until the answer
 * in each form, and the longest time for which the main thread answers nobody.
 *
 * usage: node dist/bench/patterns/sizes.js [name of a design of the library, default Simon shirt]
 */
import { availableParallelism } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadBodyModel } from '../../src/body/complete.js';
import { onFirstUse } from '../../src/body/model-source.js';
import type { BodyValues } from '../../src/patterns/draft.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import { type DraftedSize, gradeSizes } from '../../src/patterns/grading/grade.js';
import { gradedToDxf, gradedToPdf, gradedToSvg } from '../../src/patterns/grading/graded-files.js';
import type { GradedForm } from '../../src/patterns/grading/grading-task.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft, prepare, variablesOf } from '../../src/patterns/patterns.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { PatternBodies } from '../../src/services/patterns/body.js';
import { bodyOf } from '../../src/services/sizes/message.js';

const wanted = process.argv[2] ?? 'Simon shirt';
const version = libraryVersions().findLast(({ name }) => name.startsWith(wanted));
if (!version) throw new Error(`no design begins with ${wanted}`);
const table = librarySizeTables.find(({ name }) => name === 'FreeSewing men')!;
const completed = new PatternBodies(onFirstUse(loadBodyModel));
const account = { userId: '', organizationId: null };
const bodies = await Promise.all(
  table.sizes.map(async (size) => ({
    name: size.name,
    body: (await completed.of(bodyOf(size), 'body', account)).values,
  })),
);
await prepare(version);

async function cost<T>(work: () => T | Promise<T>): Promise<{ result: T; ms: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

const one = (body: BodyValues) => draft(version, { variables: {}, unfold: true, body });
for (const { body } of bodies) await one(body);
const single: number[] = [];
for (const { body } of bodies) single.push((await cost(() => one(body))).ms);
single.sort((a, b) => a - b);
const median = single[single.length >> 1]!;

const drafted = await cost(async () => {
  const all: DraftedSize[] = [];
  for (const { name, body } of bodies) all.push({ name, draft: await one(body) });
  return all;
});
const graded = await cost(() => gradeSizes(drafted.result, bodies[5]!.name));
const base = drafted.result[5]!.draft;
const sheet = { subject: '', versionNumber: 1, publishedAt: version.publishedAt, halves: false };
const files = {
  svg: await cost(() => gradedToSvg(graded.result, base, sheet)),
  pdf: await cost(() => gradedToPdf(graded.result, base, sheet, { page: 'a0' })),
  dxf: await cost(() => gradedToDxf(graded.result, base, sheet)),
};
const all = drafted.ms + graded.ms;
console.log(`${version.name}, ${bodies.length} sizes, processor time of one thread`);
console.log(`one draft        ${median.toFixed(0)} ms (median)`);
console.log(`${bodies.length} drafts        ${drafted.ms.toFixed(0)} ms`);
console.log(`matching         ${graded.ms.toFixed(0)} ms`);
console.log(`drafts and match ${all.toFixed(0)} ms, ${(all / median).toFixed(1)} times one draft`);
for (const [name, { ms }] of Object.entries(files)) console.log(`${name}              ${ms.toFixed(0)} ms`);

const middle = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

const pool = new DraftPool();
try {
  for (const { body } of bodies) await pool.draft(version, { variables: {}, unfold: true, body });
  const variables = variablesOf(version);
  const forms: readonly GradedForm[] = [
    { format: 'json' },
    { format: 'svg' },
    { format: 'pdf', page: 'a0', lengths: 'metric' },
    { format: 'dxf', lengths: 'metric' },
    { format: 'csv', lengths: 'metric' },
    { format: 'html', lengths: 'metric' },
  ];
  const again = async (cm: number): Promise<DraftedSize[]> =>
    Promise.all(
      // other bodies each time, since the pool keeps drafts
      bodies.map(async ({ name, body }) => ({
        name,
        draft: await pool.draft(version, { variables: {}, unfold: true, body: taller(body, cm) }),
      })),
    );
  const clock = async (work: () => Promise<unknown>): Promise<number> => {
    const start = performance.now();
    await work();
    return performance.now() - start;
  };
  const [ones, tens]: [number[], number[]] = [[], []];
  for (let i = 1; i <= 7; i++) {
    const body = taller(bodies[5]!.body, 0.01 * i);
    ones.push(await clock(() => pool.draft(version, { variables: {}, unfold: true, body })));
    tens.push(
      await clock(async () => {
        const all = await again(0.02 * i);
        await pool.grade({ drafted: all, base: bodies[5]!.name, form: { format: 'json' }, sheet, variables });
      }),
    );
  }
  const [oneMs, allMs] = [middle(ones), middle(tens)];
  console.log(
    `by the clock, ${Math.min(4, availableParallelism())} threads: one draft ${oneMs.toFixed(0)} ms, ${bodies.length} sizes ${allMs.toFixed(0)} ms, ${(allMs / oneMs).toFixed(1)} times as long (medians of 7)`,
  );
  console.log('in the threads   s until the answer, longest block of the main thread in ms');
  for (const [i, form] of forms.entries()) {
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    const all = await again(0.3 * (i + 1));
    await pool.grade({ drafted: all, base: bodies[5]!.name, form, sheet, variables });
    const seconds = (performance.now() - start) / 1000;
    delay.disable();
    console.log(`${form.format.padEnd(16)} ${seconds.toFixed(2)}, ${(delay.max / 1e6).toFixed(0)}`);
  }
} finally {
  await pool.close();
}

function taller(body: BodyValues, cm: number): BodyValues {
  const { height } = body.measurements;
  const more = height && { height: { ...height, value: height.value + cm } };
  return { ...body, measurements: { ...body.measurements, ...more } };
}
