/** A thread gets from an exchange exactly the offers of the other thread, in any order of calls. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Feasible } from '../../src/nesting/overlap/compact.js';
import type { Codec, Exchange } from '../../src/nesting/overlap/exchange/exchange.js';
import { feasibleCodec } from '../../src/nesting/overlap/exchange/feasible-codec.js';
import { Lockstep } from '../../src/nesting/overlap/exchange/lockstep.js';
import { SharedBest } from '../../src/nesting/overlap/exchange/shared-best.js';
import { type Failure, Pool } from '../../src/nesting/overlap/pool.js';
import type { SheetArrangement } from '../../src/nesting/sheets/arrangement.js';
import { sheetCodec } from '../../src/nesting/sheets/exchange.js';
import { Random } from '../../src/random.js';

const number = fc.double({ noNaN: true });
const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const floats = (items: number) =>
  fc.array(number, { minLength: items, maxLength: items }).map((list) => Float64Array.from(list));
const words = (items: number) =>
  fc.array(word, { minLength: items, maxLength: items }).map((list) => Int32Array.from(list));

const feasible = (items: number): fc.Arbitrary<Feasible> =>
  fc.tuple(floats(items), floats(items), words(items), number).map(([x, y, orientation, length]) => ({
    at: { x, y, orientation },
    length,
  }));
const onSheets = (items: number): fc.Arbitrary<SheetArrangement> =>
  fc
    .tuple(floats(items), floats(items), words(items), words(items))
    .map(([x, y, orientation, sheet]) => ({ x, y, orientation, sheet }));

type Side = 0 | 1;
/** A thread offers a layout, or asks for one that beats a rank. */
interface Step<T> {
  readonly side: Side;
  readonly rank: number;
  readonly layout: T | null;
}

const rank = fc.integer({ min: 0, max: 8 });

function stepsOf<T>(layout: fc.Arbitrary<T>): fc.Arbitrary<Step<T>[]> {
  const side = fc.constantFrom<Side>(0, 1);
  return fc.array(fc.record({ side, rank, layout: fc.option(layout, { nil: null }) }), { maxLength: 24 });
}

/** Calls back with a codec of each kind, and a layout with its number of items. */
function forBothCodecs(check: <T>(codec: Codec<T>, layout: fc.Arbitrary<T>) => void): void {
  for (const items of [1, 2, 7]) {
    check(feasibleCodec(items), feasible(items));
    check(sheetCodec(items), onSheets(items));
  }
}

test('the shared best is the best of all offers, and each thread receives it once', () => {
  forBothCodecs((codec, layout) => {
    fc.assert(
      fc.property(stepsOf(layout), (steps) => {
        const first = SharedBest.of(codec);
        const sides = [first, new SharedBest(first.memory, codec)] as const;
        let best: { rank: number; layout: unknown } | null = null;
        const seen: unknown[] = [null, null];
        for (const step of steps) {
          if (step.layout !== null) {
            sides[step.side].offer(step.layout, step.rank);
            if (!best || step.rank < best.rank) best = { rank: step.rank, layout: step.layout };
            continue;
          }
          const isNew = best !== null && seen[step.side] !== best;
          const expected = isNew && best!.rank < step.rank ? best!.layout : null;
          assert.equal(sides[step.side].betterThan(step.rank), expected);
          seen[step.side] = best;
        }
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});

/** Both threads reach the end of a round. The first waits while the second goes on. */
function meet(sides: readonly [Exchange<unknown>, Exchange<unknown>]): void {
  let isDone = false;
  sides[0].passed(() => {
    if (!isDone) sides[1].passed(() => assert.unreachable('the first thread has arrived'));
    isDone = true;
  });
}

test('in lockstep, each thread gets the best offer of the other from the last round', () => {
  forBothCodecs((codec, layout) => {
    const rounds = fc.array(stepsOf(layout), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(rounds, (list) => {
        const memory = new SharedArrayBuffer(Lockstep.bytes(codec));
        const sides = [0, 1].map((side) => new Lockstep(memory, codec, 1, side as Side, 0.1)) as [
          Lockstep<never>,
          Lockstep<never>,
        ];
        const offered: ({ rank: number; layout: unknown } | null)[] = [null, null];
        /** The layout that each side may get: the other side's best of the last round. */
        const given: ({ rank: number; layout: unknown } | null)[] = [null, null];
        for (const steps of list) {
          for (const step of steps) {
            const { side } = step;
            if (step.layout !== null) {
              sides[side].offer(step.layout as never, step.rank);
              if (!offered[side] || step.rank < offered[side].rank) offered[side] = step;
              continue;
            }
            const expected = given[side] && given[side].rank < step.rank ? given[side].layout : null;
            assert.equal(sides[side].betterThan(step.rank), expected);
            given[side] = null;
          }
          meet(sides);
          given[0] = offered[1]!;
          given[1] = offered[0]!;
        }
      }),
      { numRuns: 12, seed: 6 },
    );
  });
});

test('a pool holds the best failures in order, one for each loss, up to its size', () => {
  const failure = fc.record({ loss: fc.integer({ min: 0, max: 12 }), name: fc.nat() });
  const act = fc.oneof(
    { weight: 6, arbitrary: failure.map((kept) => ({ kept })) },
    { weight: 2, arbitrary: fc.constant('drop the one drawn' as const) },
    { weight: 1, arbitrary: fc.constant('clear' as const) },
  );
  const nowhere = { x: new Float64Array(0), y: new Float64Array(0), orientation: new Int32Array(0) };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.array(act, { maxLength: 40 }), (size, acts) => {
      const pool = new Pool<number>(size);
      const random = new Random(size);
      let expected: Failure<number>[] = [];
      for (const one of acts) {
        if (one === 'clear') {
          pool.clear();
          expected = [];
        } else if (one === 'drop the one drawn') {
          assert.is(pool.isEmpty, expected.length === 0);
          if (pool.isEmpty) continue;
          const drawn = pool.draw(random);
          assert.ok(expected.includes(drawn));
          pool.drop(drawn);
          expected = expected.filter((other) => other !== drawn);
        } else {
          const failure = { at: nowhere, limits: one.kept.name, loss: one.kept.loss };
          pool.keep(failure);
          expected = [...expected.filter(({ loss }) => loss !== failure.loss), failure];
          expected = expected.sort((a, b) => a.loss - b.loss).slice(0, size);
        }
        assert.equal(pool.sorted, expected);
      }
    }),
    { numRuns: 200, seed: 7 },
  );
});

test.run();
