/**
 * What ten sizes of a design cost beside one draft of it, in processor time of one thread: drafting, matching, files. Then
 * the same in the drafting threads, as the service does it: seconds until the answer, and the longest time for which the main
 * thread answers nobody.
 *
 * usage: node dist/bench/patterns/sizes.js [name of a design of the library, default Simon shirt]
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadBodyModel } from '../../src/body/complete.js';
import type { BodyValues } from '../../src/patterns/draft.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import { type DraftedSize, gradeSizes } from '../../src/patterns/grading/grade.js';
import { gradedToDxf, gradedToPdf, gradedToSvg } from '../../src/patterns/grading/graded-files.js';
import type { GradedForm } from '../../src/patterns/grading/grading-task.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft, prepare, variablesOf } from '../../src/patterns/patterns.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { patternBody } from '../../src/services/patterns/body.js';
import { bodyOf } from '../../src/services/sizes/message.js';

const wanted = process.argv[2] ?? 'Simon shirt';
const version = libraryVersions().findLast(({ name }) => name.startsWith(wanted));
if (!version) throw new Error(`no design begins with ${wanted}`);
const table = librarySizeTables.find(({ name }) => name === 'FreeSewing men')!;
const model = await loadBodyModel();
const bodies = table.sizes.map((size) => ({ name: size.name, body: patternBody(model, bodyOf(size), 'body').values }));
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
  pdf: await cost(() => gradedToPdf(graded.result, base, sheet, 'a0')),
  dxf: await cost(() => gradedToDxf(graded.result, base, sheet)),
};
const all = drafted.ms + graded.ms;
console.log(`${version.name}, ${bodies.length} sizes, processor time of one thread`);
console.log(`one draft        ${median.toFixed(0)} ms (median)`);
console.log(`${bodies.length} drafts        ${drafted.ms.toFixed(0)} ms`);
console.log(`matching         ${graded.ms.toFixed(0)} ms`);
console.log(`drafts and match ${all.toFixed(0)} ms, ${(all / median).toFixed(1)} times one draft`);
for (const [name, { ms }] of Object.entries(files)) console.log(`${name}              ${ms.toFixed(0)} ms`);

const pool = new DraftPool();
try {
  for (const { body } of bodies) await pool.draft(version, { variables: {}, unfold: true, body });
  const variables = variablesOf(version);
  const forms: readonly GradedForm[] = [
    { format: 'json' },
    { format: 'svg' },
    { format: 'pdf', page: 'a0' },
    { format: 'dxf' },
    { format: 'csv' },
    { format: 'html' },
  ];
  console.log('in the threads   s until the answer, longest block of the main thread in ms');
  for (const [i, form] of forms.entries()) {
    // other bodies each time, since the pool keeps drafts
    const others = bodies.map(({ name, body }) => ({ name, body: taller(body, 0.1 * (i + 1)) }));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const start = performance.now();
    const all = await Promise.all(
      others.map(async ({ name, body }) => ({
        name,
        draft: await pool.draft(version, { variables: {}, unfold: true, body }),
      })),
    );
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
