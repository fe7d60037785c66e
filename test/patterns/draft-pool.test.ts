import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import type { FreesewingContent } from '../../src/patterns/freesewing/content.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import type { PatternVersion } from '../../src/patterns/pattern-version.js';
import { draft } from '../../src/patterns/patterns.js';
import { ownThread, threadMs } from '../../src/patterns/thread-time.js';
import { takeClock } from '../manual-clock.js';

const versions = libraryVersions();
const skirt = versions[0]!;
const brian = versions.find(({ name }) => name.startsWith('Brian'))!;

/** A version with limits that admit a chest beyond FreeSewing: it never finishes. */
function endless(): PatternVersion {
  const content = brian.content as unknown as FreesewingContent;
  const variables = content.variables.map((variable) =>
    variable.key === 'chestGirth' ? { ...variable, max: 1e301 } : variable,
  );
  return { ...brian, sha256: 'endless', content: { ...content, variables } as unknown as Json };
}

async function failure(promise: Promise<unknown>): Promise<ServiceError> {
  try {
    await promise;
  } catch (error) {
    assert.instance(error, ServiceError);
    return error as ServiceError;
  }
  throw new Error('expected a failure');
}

test('a drafting thread gives exactly the draft of this thread', async () => {
  const pool = new DraftPool({ threads: 1 });
  for (const version of [skirt, brian]) {
    const request = { variables: {}, unfold: true };
    assert.equal(await pool.draft(version, request), await draft(version, request));
  }
  await pool.close();
});

test('wrong values come back as the same error', async () => {
  const pool = new DraftPool({ threads: 1 });
  const error = await failure(pool.draft(skirt, { variables: { flare: 1e9, nope: 1 }, unfold: true }));
  assert.is(error.kind, 'invalid');
  assert.equal(
    error.problems.map(({ code }) => code),
    ['out_of_range', 'unknown_variable'],
  );
  await pool.close();
});

test('an endless draft is ended, and others go on', async () => {
  const pool = new DraftPool({ threads: 2, timeLimitMs: 1500 });
  const hanging = failure(pool.draft(endless(), { variables: { chestGirth: 1e300 }, unfold: true }));
  const other = await pool.draft(skirt, { variables: {}, unfold: true });
  assert.is(other.pieces.length, 3);
  const error = await hanging;
  assert.is(error.kind, 'draft_failed');
  assert.match(error.message, /longer than 1\.5 s/);
  const afterwards = await pool.draft(skirt, { variables: { flare: 3 }, unfold: true });
  assert.is(afterwards.variables.flare, 3);
  await pool.close();
});

test('a thread that waits for a processor is not slow: its own time counts', async () => {
  if (threadMs(ownThread()) === null) {
    console.log('skipped: this system does not report the processor time of a thread');
    return;
  }
  const entry = new URL('./waiting-worker.js', import.meta.url);
  const pool = new DraftPool({ threads: 1, timeLimitMs: 300, entry });
  assert.is(await pool.check('definition', {}), undefined);
  await pool.close();
});

test('a hanging thread does not hold up the requests behind it', async () => {
  const pool = new DraftPool({ threads: 1, timeLimitMs: 1500 });
  const hanging = failure(pool.draft(endless(), { variables: { chestGirth: 1e300 }, unfold: true }));
  const waiting = pool.draft(skirt, { variables: {}, unfold: true });
  assert.is((await hanging).kind, 'draft_failed');
  assert.is((await waiting).pieces.length, 3);
  await pool.close();
});

test('equal requests share one draft, whatever the order of their variables; failures are not kept', async () => {
  const pool = new DraftPool({ threads: 1 });
  const first = pool.draft(skirt, { variables: { flare: 5, hipEase: 6 }, unfold: true });
  const second = pool.draft(skirt, { variables: { hipEase: 6, flare: 5 }, unfold: true });
  assert.is(await first, await second);
  assert.is.not(await pool.draft(skirt, { variables: { hipEase: 6, flare: 5 }, unfold: false }), await first);
  const wrong = { variables: { flare: -1 }, unfold: true };
  assert.is.not(await failure(pool.draft(skirt, wrong)), await failure(pool.draft(skirt, wrong)));
  await pool.close();
});

test('a draft is kept for less than five minutes, however often it is asked for', async () => {
  const pass = takeClock();
  const pool = new DraftPool({ threads: 1 });
  const ask = (flare: number) => pool.draft(skirt, { variables: { flare }, unfold: true });
  const first = await ask(5);
  pass(150_000);
  const later = await ask(6);
  assert.is(await ask(5), first);
  pass(149_999);
  assert.is.not(await ask(5), first);
  assert.is(await ask(6), later);
  pass(149_999);
  assert.is.not(await ask(6), later);
  await pool.close();
});

test('too many waiting requests are turned away, and a closed pool drafts nothing', async () => {
  const pool = new DraftPool({ threads: 1, queueLimit: 1 });
  const answers = await Promise.allSettled(
    [1, 2, 3].map((flare) => pool.draft(skirt, { variables: { flare }, unfold: true })),
  );
  assert.equal(
    answers.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected'],
  );
  assert.is(((answers[2] as PromiseRejectedResult).reason as ServiceError).kind, 'unavailable');
  await pool.close();
  assert.is((await failure(pool.draft(skirt, { variables: { flare: 9 }, unfold: true }))).kind, 'unavailable');
});

test('a draft without waiting callers is not made; a caller who stays gets it', async () => {
  const entry = new URL('./blocked-worker.js', import.meta.url);
  const pool = new DraftPool({ threads: 1, queueLimit: 2, entry });
  const ask = (hipEase: number, signal?: AbortSignal) =>
    pool.draft(skirt, { variables: { hipEase }, unfold: true }, signal);
  const blocking = new AbortController();
  const blocked = ask(7, blocking.signal).catch((error) => error);
  const [first, second] = [new AbortController(), new AbortController()];
  const left = [first, second].map(({ signal }) => ask(5, signal).catch((error) => error));
  const [third, fourth] = [new AbortController(), new AbortController()];
  const shared = [third, fourth].map(({ signal }) => ask(6, signal).catch((error) => error));
  assert.match((await failure(ask(4))).message, '2 drafts are already waiting');
  first.abort('first');
  assert.match((await failure(ask(4))).message, '2 drafts are already waiting');
  second.abort('second');
  third.abort('third');
  assert.equal(await Promise.all(left), ['first', 'second']);
  assert.is(await shared[0], 'third');
  // The unwanted draft has freed its place.
  const last = failure(ask(4));
  blocking.abort('blocking');
  assert.is(await blocked, 'blocking');
  await pool.close();
  assert.is((await last).kind, 'unavailable');
  assert.is(((await shared[1]) as ServiceError).message, 'the service is shutting down');
});

test('documents are checked in a thread, within the same limits', async () => {
  const pool = new DraftPool({ threads: 1 });
  await pool.check(skirt.kind, skirt.content);
  const broken = { ...(skirt.content as Record<string, Json>), points: {} };
  const error = await failure(pool.check('definition', broken));
  assert.is(error.kind, 'invalid');
  assert.ok(error.problems.length > 5);
  const far = JSON.parse(
    JSON.stringify(skirt.content).replace('"x":"waistQuarter"', '"x":"waistQuarter * 10 ^ 12"'),
  ) as Json;
  assert.match((await failure(pool.check('definition', far))).message, /farther than 100 m/);
  await pool.close();
});

test('conversions leave a thread to drafts, and end in time', async () => {
  const entry = new URL('./endless-worker.js', import.meta.url);
  const pool = new DraftPool({ threads: 2, convertLimitMs: 1500, entry });
  // both threads run before it begins
  await Promise.all([1, 2].map((flare) => pool.draft(skirt, { variables: { flare }, unfold: true })));
  const conversions = [1, 2].map(() => failure(pool.convert({ format: 'dxf', name: 'slow', text: '' })));
  const first = await Promise.race([...conversions, pool.draft(skirt, { variables: {}, unfold: true })]);
  assert.ok('pieces' in first);
  for (const { kind, code } of await Promise.all(conversions))
    assert.equal([kind, code], ['invalid', 'not_convertible']);
  await pool.close();
});

test('a thread that runs out of memory ends alone', async () => {
  const entry = new URL('./hungry-worker.js', import.meta.url);
  const pool = new DraftPool({ threads: 1, memoryLimitMb: 16, entry });
  const error = await failure(pool.draft(skirt, { variables: {}, unfold: true }));
  assert.is(error.kind, 'draft_failed');
  assert.match(error.message, /more than 16 MB/);
  await pool.close();
});

test.run();
