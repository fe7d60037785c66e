/** The choice of the layouts to send, and their rate. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Publisher, type Unsent } from '../../src/nesting/publisher.js';

const layout = (fitness: number): Unsent =>
  ({ fitness, placements: [], unplaced: [], unplacedIndices: [], generation: 0, tested: 0 }) as unknown as Unsent;

/** Publishes layouts after waits, by a clock that otherwise stands still. Returns the time of each, in seconds. */
function publish(waits: readonly number[], parts: number, keepsAll: boolean, isTimeUp = true) {
  let now = 0;
  const sent: { at: number; fitness: number }[] = [];
  const publisher = new Publisher(
    parts,
    (event) => event.type === 'solution' && sent.push({ at: now, fitness: event.solution.fitness }),
    () => now,
    keepsAll,
  );
  waits.forEach((wait, i) => {
    now += wait;
    publisher.sendDue();
    publisher.offer(layout(waits.length - i));
  });
  const flushedFrom = sent.length;
  let looks = 0;
  publisher.flush(() => {
    now += 0.02;
    return isTimeUp || ++looks > 10_000;
  });
  return { sent, flushedFrom };
}

const waits = fc.array(fc.double({ min: 0, max: 0.3, noNaN: true }), { minLength: 1, maxLength: 60 });

for (const [parts, pace] of [
  [12, 0.1],
  [2001, 1],
] as const) {
  test(`with ${parts} parts layouts come at least ${pace} s apart; the first comes at once, and the last always comes`, () => {
    fc.assert(
      fc.property(waits, fc.boolean(), (times, keepsAll) => {
        const { sent, flushedFrom } = publish(times, parts, keepsAll);
        assert.is(sent[0]!.fitness, times.length);
        assert.is(sent.at(-1)!.fitness, 1);
        sent.slice(0, flushedFrom).forEach(({ at }, i) => {
          if (i > 0) assert.ok(at - sent[i - 1]!.at >= pace);
        });
        assert.ok(sent.length - flushedFrom <= 1, 'more than one layout was sent after the time had run out');
      }),
    );
  });
}

test('facts that are slow to find take a tenth of the time', () => {
  let now = 0;
  const sent: number[] = [];
  const publisher = new Publisher(
    12,
    () => sent.push(now),
    () => now,
    false,
  );
  const slow = (solution: Unsent): Unsent => {
    now += 0.5;
    return solution;
  };
  for (let i = 100; i > 0; i--) {
    publisher.offer(layout(i), slow);
    now += 0.25;
  }
  publisher.flush(() => true);
  const gaps = sent.slice(1, -1).map((at, i) => at - sent[i]!);
  assert.ok(gaps.length >= 3 && gaps.every((gap) => gap >= 5), `${gaps}`);
});

test('with a work limit, every layout is sent until the time runs out', () => {
  const { sent } = publish([0, 0, 0.05, 0, 0.2, 0], 12, true, false);
  assert.equal(
    sent.map(({ fitness }) => fitness),
    [6, 5, 4, 3, 2, 1],
  );
});

test.run();
