/**
 * The invariants after every move of the overlap search, on random strips and sheets. watch.ts checks the collision
 * field as a whole. The promises of separations, disturbances, cuts, compactions and regions are checked here.
 */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Arrangement } from '../../src/nesting/overlap/arrangement.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { compact, copyOf, type Feasible } from '../../src/nesting/overlap/compact.js';
import { disturb } from '../../src/nesting/overlap/disturb.js';
import { latticesOf } from '../../src/nesting/overlap/lattice.js';
import type { Lines } from '../../src/nesting/overlap/lines.js';
import { scattered } from '../../src/nesting/overlap/scatter.js';
import { separate } from '../../src/nesting/overlap/separate.js';
import { SeparatingPlanes } from '../../src/nesting/overlap/separating-planes.js';
import {
  greatestMargin,
  isWithin,
  leastLength,
  prepareShapes,
  type ShapeSet,
} from '../../src/nesting/overlap/shapes.js';
import { Shrinking } from '../../src/nesting/overlap/shrink.js';
import { paceByFailures, paceByPasses, smallestStep } from '../../src/nesting/overlap/steps.js';
import type { SheetArrangement } from '../../src/nesting/sheets/arrangement.js';
import { RowRegion } from '../../src/nesting/sheets/region.js';
import { reachOn } from '../../src/nesting/sheets/score.js';
import { linesOfStrip } from '../../src/nesting/strip/lines.js';
import { StripRegion } from '../../src/nesting/strip/region.js';
import { Random } from '../../src/random.js';
import { passBudget } from './pass-budget.js';
import { type RandomStrip, randomSheets, randomStrip } from './random-problems.js';
import { assertExactRow, rowOf } from './rows.js';
import { assertInside, assertOnLines, assertUnmoved, Watch } from './watch.js';

const poll = (): void => {};
const runs = { numRuns: 40, seed: 11, includeErrorInReport: true };
const patience = { passes: 10, strikes: 1 };
const breadth = { populationSize: 4, mutationRate: 0.3 };
/** Memory for so few tables that old ones must go before new ones are made. */
const tableBytes = 60_000;
/** The gap between two items side by side, in search units. */
const gap = 5;

/** A watched field of a strip, bound to all items. The first `free` items may move. */
class Bench {
  readonly field: CollisionField;
  readonly planes: SeparatingPlanes;
  readonly watch: Watch;
  readonly random: Random;
  readonly lines: Lines | null;

  constructor(
    readonly shapes: ShapeSet,
    { problem, closed, seed }: RandomStrip,
    onLattice: boolean,
    free = shapes.itemTypes.length,
  ) {
    const { itemTypes } = shapes;
    this.field = new CollisionField(shapes, seed, poll, undefined, undefined, tableBytes);
    this.watch = new Watch(this.field);
    this.field.bind(itemTypes, free);
    this.planes = new SeparatingPlanes(shapes, this.field.polygons, itemTypes, free, closed);
    this.lines = onLattice ? (latticesOf(shapes)[0] ?? null) : linesOfStrip(problem, shapes);
    this.field.keepTo(this.lines);
    this.planes.keepTo(this.lines);
    this.random = new Random(seed);
  }

  static of(random: RandomStrip, onLattice: boolean, frozenShare = 0): Bench {
    const shapes = prepareShapes(random.problem, poll);
    const frozen = Math.floor(frozenShare * shapes.itemTypes.length);
    return new Bench(shapes, random, onLattice, shapes.itemTypes.length - frozen);
  }

  /** All items side by side on their lines: a layout without overlap. */
  sideBySide(): Feasible {
    const { shapes, lines } = this;
    const { itemTypes } = shapes;
    const n = itemTypes.length;
    const at = { x: new Float64Array(n), y: new Float64Array(n), orientation: new Int32Array(n) };
    const apart = gap + greatestMargin(shapes) + 2 * (lines?.stepX ?? 0);
    let cursor = apart;
    itemTypes.forEach((type, i) => {
      const { orientations, extents } = shapes.types[type]!;
      const orientation = orientations[this.random.below(orientations.length)]!;
      const { minX, minY, maxX } = extents[orientation]!;
      at.orientation[i] = orientation;
      at.x[i] = cursor - minX;
      at.y[i] = -minY;
      cursor += maxX - minX + apart;
    });
    return { at: lines?.onto(at, cursor) ?? at, length: cursor };
  }

  assertSound(at: Arrangement, length: number): void {
    const { shapes, lines, planes } = this;
    assertInside(shapes, shapes.itemTypes, at, { length, closed: planes.closed }, planes.free);
    if (lines) assertOnLines(shapes, lines, at, planes.free);
  }

  assertExact({ at, length }: Feasible): void {
    this.assertSound(at, length);
    assert.ok(this.planes.isExact(copyOf(at), length), 'items overlap');
    if (!this.planes.closed) return;
    // An item longer than the strip might overlap itself.
    for (const [i, type] of this.shapes.itemTypes.entries()) {
      assert.ok(isWithin(this.shapes.types[type]!, at.orientation[i]!, length), `item ${i} on a strip of ${length}`);
    }
  }
}

type Move = 'pass' | 'separate' | 'disturb' | 'cut' | 'compact' | 'scatter';
const moves = fc.array(
  fc.constantFrom<Move>('pass', 'pass', 'separate', 'separate', 'disturb', 'cut', 'compact', 'scatter'),
  { minLength: 3, maxLength: 10 },
);

/** Makes one move after the other on a bench, each from the layout that the last one left. */
class Moves {
  #at: Arrangement;
  #length: number;
  /** True if nothing is known to overlap. */
  #isFeasible = true;

  readonly #bench: Bench;

  constructor(bench: Bench) {
    this.#bench = bench;
    ({ at: this.#at, length: this.#length } = bench.sideBySide());
    bench.assertExact({ at: this.#at, length: this.#length });
  }

  make(move: Move): void {
    const bench = this.#bench;
    const before = copyOf(this.#at);
    const length = this.#length;
    this[move]();
    bench.assertSound(this.#at, this.#length);
    // Once the strip is stretched by a hair, every item has moved by a hair.
    if (this.#length <= length) assertUnmoved(before, this.#at, bench.planes.free);
  }

  pass(): void {
    const { field, watch } = this.#bench;
    this.#begin();
    watch.look(field.kernel.call.sweep());
    for (let pass = 0; pass < 4; pass++) {
      field.pass();
      field.kernel.call.reweight();
    }
    this.#at = field.arrangement();
    this.#isFeasible = false;
  }

  separate(): void {
    const { field, planes, watch } = this.#bench;
    this.#begin();
    const { outcome, at, length, loss } = separate(field, planes, this.#length, patience, passBudget(60));
    watch.look(field.kernel.call.sweep());
    assert.ok(length <= this.#length * (1 + 1e-4) + 1e-9);
    this.#isFeasible = outcome === 'separated';
    if (this.#isFeasible) {
      assert.is(loss, 0);
      this.#bench.assertExact({ at, length });
    }
    this.#at = at;
    this.#length = length;
  }

  disturb(): void {
    const { field, random } = this.#bench;
    const before = copyOf(this.#at);
    disturb(field, this.#at, this.#length, random, 2);
    assert.equal(this.#at.orientation, before.orientation);
    this.#settle();
  }

  cut(): void {
    const { field, planes, random, shapes, lines } = this.#bench;
    const shorter = this.#length * 0.95;
    const least = leastLength(shapes, shapes.itemTypes, planes.closed) + 2 * (lines?.stepX ?? 0);
    if (planes.free < shapes.itemTypes.length || shorter < least) return;
    const from = { at: this.#at, limits: this.#length };
    const region = new StripRegion(field, planes, from as never, {
      random,
      outgrown: Infinity,
      poll,
      improved: poll,
      shorterThan: () => null,
    });
    this.#at = region.settle(region.cut(from, shorter, random.next()), shorter);
    this.#length = shorter;
    this.#isFeasible = false;
  }

  compact(): void {
    const bench = this.#bench;
    if (!this.#isFeasible || !bench.planes.moves.along) return;
    const { at, length } = compact(bench.planes, this.#at, this.#length, 'rough', poll);
    assert.ok(length <= this.#length);
    assert.equal(at.orientation, this.#at.orientation);
    bench.assertExact({ at, length });
    this.#at = at;
    this.#length = length;
  }

  scatter(): void {
    const { field, random, planes } = this.#bench;
    const at = this.#at;
    const anywhere = scattered(field, this.#length, random);
    for (let i = 0; i < planes.free; i++) {
      at.x[i] = anywhere.x[i]!;
      at.y[i] = anywhere.y[i]!;
      at.orientation[i] = anywhere.orientation[i]!;
    }
    this.#settle();
  }

  /** Puts the layout onto the lines, like every layout before a search. */
  #settle(): void {
    this.#at = this.#bench.lines?.onto(this.#at, this.#length) ?? this.#at;
    this.#isFeasible = false;
  }

  #begin(): void {
    const { field, planes } = this.#bench;
    field.setLength(this.#length, planes.closed);
    field.put(this.#at);
    field.kernel.call.resetWeights();
  }
}

for (const { name, kind, frozen } of [
  { name: 'a strip', kind: 'anywhere', frozen: 0 },
  { name: 'a strip with some fixed items', kind: 'anywhere', frozen: 0.4 },
  { name: 'a strip with lines', kind: 'lines', frozen: 0 },
  { name: 'a strip with boards on their lattice', kind: 'boards', frozen: 0 },
  { name: 'a closed strip', kind: 'closed', frozen: 0 },
] as const) {
  test(`${name}: every promise holds after each move`, () => {
    let looks = 0;
    fc.assert(
      fc.property(randomStrip(kind), moves, (strip, list) => {
        const bench = Bench.of(strip, kind === 'boards', frozen);
        const made = new Moves(bench);
        for (const move of list) made.make(move);
        looks += bench.watch.looks;
      }),
      runs,
    );
    assert.ok(looks > 5 * runs.numRuns, `only ${looks} looks at a field`);
  });
}

for (const kind of ['anywhere', 'lines', 'boards', 'closed'] as const) {
  test(`a strip as a region (${kind}) accepts only exact layouts, each shorter than the one before`, () => {
    let taken = 0;
    fc.assert(
      fc.property(randomStrip(kind), (strip) => {
        const bench = Bench.of(strip, kind === 'boards');
        bench.watch.overhang = smallestStep;
        const start = bench.sideBySide();
        let best = start;
        const region = new StripRegion(bench.field, bench.planes, start, {
          random: bench.random,
          outgrown: 0.002,
          poll,
          improved: (layout) => {
            assert.ok(layout.length < best.length, `a length of ${layout.length} after ${best.length}`);
            bench.assertExact(layout);
            best = layout;
            taken++;
          },
          shorterThan: () => null,
        });
        const shrinking = new Shrinking(region, {
          random: bench.random,
          patience,
          pace: paceByPasses,
          breadth,
          fineTries: 0.3,
        });
        shrinking.explore(passBudget(40), false);
        if (!bench.lines && kind !== 'closed') shrinking.evolve(passBudget(20));
        shrinking.compress(passBudget(20));
        assert.is(region.layout.length, best.length);
      }),
      runs,
    );
    assert.ok(taken > runs.numRuns, `only ${taken} layouts accepted`);
  });
}

const someMove = randomSheets.filter(({ problem }) => problem.locked.includes(false));

test('a row of sheets as a region accepts only exact layouts that use the last sheet no further', () => {
  let taken = 0;
  fc.assert(
    fc.property(someMove, fc.constantFrom('as they are', 'wholly'), (sheets, others) => {
      const { row, base } = rowOf(sheets);
      assertExactRow(row, base.start);
      let best = base.start;
      const found = (layout: SheetArrangement): void => {
        assertExactRow(row, layout);
        for (const k of row.sheets) {
          if (k !== row.last && others === 'wholly') continue;
          const [before, after] = [best, layout].map((one) => reachOn(base, one, k, 'movable')) as [Reach, Reach];
          assert.ok(
            after.length < before.length + 1e-3,
            `sheet ${k}: a length of ${after.length} after ${before.length}`,
          );
          if (base.problem.goal === 'area') assert.ok(after.height < before.height + 1e-3);
        }
        best = layout;
        taken++;
      };
      const random = new Random(sheets.seed);
      const region = new RowRegion(row, base.start, { random, others, poll, found, better: () => null });
      const shrinking = new Shrinking(region, { random, patience, pace: paceByFailures(1), breadth, fineTries: 0 });
      shrinking.explore(passBudget(40), false, 6);
      if (!region.isEmpty) shrinking.compress(passBudget(20), 6);
    }),
    runs,
  );
  assert.ok(taken > runs.numRuns, `${taken} layouts taken`);
});

type Reach = ReturnType<typeof reachOn>;

test('a left-over item finds a place on a sheet without overlap, or stays left over', () => {
  let placed = 0;
  fc.assert(
    fc.property(someMove, (sheets) => {
      const { row, base } = rowOf(sheets);
      const random = new Random(sheets.seed);
      const from = { ...base.start, sheet: base.start.sheet.slice() };
      from.sheet[row.members[0]!] = -1;
      const limits = { sheets: row.whole, axis: 'length' } as const;
      const at = row.arrangement(from, row.whole, () => random.next());
      const options = { random, others: 'as they are', poll, found: poll, better: () => null } as const;
      const shrinking = new Shrinking(new RowRegion(row, from, options), {
        random,
        patience,
        pace: paceByFailures(1),
        breadth,
        fineTries: 0,
      });
      const resolved = shrinking.resolve({ at, limits }, passBudget(40), 4);
      if (!resolved) return;
      const layout = { ...from, x: from.x.slice(), y: from.y.slice(), orientation: from.orientation.slice() };
      row.write(resolved.at, layout);
      assertExactRow(row, layout);
      placed++;
    }),
    runs,
  );
  assert.ok(placed > runs.numRuns / 2, `only ${placed} items placed`);
});

test.run();
