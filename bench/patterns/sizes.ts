/**
 * What ten sizes of a design cost beside one draft of it, in processor time of one thread: drafting, matching, files.
 *
 * usage: node dist/bench/patterns/sizes.js [name of a design of the library, default Simon shirt]
 */
import { loadBodyModel } from '../../src/body/complete.js';
import type { BodyValues } from '../../src/patterns/draft.js';
import { type DraftedSize, type GradedSizes, gradeSizes } from '../../src/patterns/grading/grade.js';
import { gradedToDxf, gradedToPdf, gradedToSvg } from '../../src/patterns/grading/graded-files.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { draft, prepare } from '../../src/patterns/patterns.js';
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
const graded = await cost((): GradedSizes => {
  const work = gradeSizes(drafted.result, bodies[5]!.name);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
});
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
