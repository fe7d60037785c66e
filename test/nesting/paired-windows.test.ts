/** Two threads on the windows of one strip: their sides never reach each other, and both results count. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bottomLeft, byArea } from '../../src/nesting/overlap/bottom-left.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { copyOf, type Feasible, reachOf } from '../../src/nesting/overlap/compact.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { SeparatingPlanes } from '../../src/nesting/overlap/separating-planes.js';
import { prepareShapes, type ShapeSet } from '../../src/nesting/overlap/shapes.js';
import { WindowRelay } from '../../src/nesting/strip/window-relay.js';
import { Windows, type Zone } from '../../src/nesting/strip/windows.js';
import { Random } from '../../src/random.js';
import { quadrilaterals } from './nest.js';
import { passBudget } from './pass-budget.js';

const poll = (): void => {};

interface Strip {
  readonly shapes: ShapeSet;
  readonly field: CollisionField;
  readonly planes: SeparatingPlanes;
  readonly layout: Feasible;
}

function stripOf(count: number, spacing = 0): Strip {
  const types = quadrilaterals(count).map((points) => ({
    outline: Float64Array.from(points.flat()),
    rotations: [0, 180],
    spacing,
  }));
  const shapes = prepareShapes({ types, items: types.map((_, i) => i), height: 120 }, poll);
  const field = new CollisionField(shapes, 1, poll, new Costs());
  const planes = new SeparatingPlanes(shapes, field.polygons, shapes.itemTypes, shapes.itemTypes.length);
  const at = bottomLeft(shapes, field.plainPolygons, byArea(shapes), poll);
  const length = reachOf(shapes, shapes.itemTypes, at);
  assert.ok(planes.repair(at, length * 1.0001));
  return { shapes, field, planes, layout: { at, length: reachOf(shapes, shapes.itemTypes, at) } };
}

/** Fails unless the layout is free of overlap up to a rounding of single precision, which a repair mends. */
function assertFree({ planes }: Strip, { at, length }: Feasible, side: string): void {
  const mended = copyOf(at);
  assert.ok(planes.repair(mended, length * (1 + 1e-6)), side);
  const moves = Array.from(at.x, (x, i) => Math.hypot(mended.x[i]! - x, mended.y[i]! - at.y[i]!));
  assert.ok(Math.max(...moves) < 2e-3, `${side}: ${Math.max(...moves)}`);
}

const quiet = { ends: [], improved: () => {}, elsewhere: () => null };

function squeezed({ shapes, field, layout }: Strip, zone: Zone, seed: number): Windows {
  const windows = new Windows(field, shapes.itemTypes, new Random(seed), layout, { offers: null, freeItems: 12 });
  windows.keepTo(zone);
  windows.run(passBudget(400), quiet);
  return windows;
}

for (const spacing of [0, 2]) {
  test(`the sides of a line, each squeezed alone, are one layout with both gains, spacing ${spacing}`, () => {
    const strip = stripOf(160, spacing);
    const { layout, shapes } = strip;
    const margin = Math.max(...shapes.types.map((type) => type.margin));
    const gains: number[] = [];
    fc.assert(
      fc.property(fc.double({ min: 0.3, max: 0.7, noNaN: true }), fc.nat(1000), (share, seed) => {
        const line = share * layout.length;
        const left = squeezed(strip, { from: -Infinity, to: line - margin }, seed);
        const right = squeezed(strip, { from: line, to: Infinity }, seed + 1);
        const gain = layout.length - left.length + (layout.length - right.length);
        gains.push(gain);
        assertFree(strip, left.layout, 'the left side');
        assertFree(strip, right.layout, 'the right side');
        left.takeBeyond(right.layout);
        assertFree(strip, left.layout, 'both sides');
        assert.ok(Math.abs(layout.length - gain - left.length) < 1e-6, `${layout.length} - ${gain}, ${left.length}`);
      }),
      { numRuns: 8, seed: 3, endOnFailure: true },
    );
    assert.ok(gains.every((gain) => gain > 0));
  });
}

test('windows of a zone leave all items outside of it as they lie to each other', () => {
  const strip = stripOf(120);
  const { layout, shapes } = strip;
  const zone = { from: 0.3 * layout.length, to: 0.7 * layout.length };
  const { at, length } = squeezed(strip, zone, 5);
  const moved = layout.length - length;
  assert.ok(moved > 0);
  for (let i = 0; i < shapes.itemTypes.length; i++) {
    const box = shapes.types[shapes.itemTypes[i]!]!.extents[layout.at.orientation[i]!]!;
    const isBeyond = layout.at.x[i]! + box.maxX > zone.to;
    if (!isBeyond && layout.at.x[i]! + box.minX >= zone.from) continue;
    assert.is(at.y[i], layout.at.y[i]);
    assert.is(at.orientation[i], layout.at.orientation[i]);
    assert.ok(Math.abs(layout.at.x[i]! - (isBeyond ? moved : 0) - at.x[i]!) < 1e-6, `item ${i}`);
  }
});

const layoutOf = (x: number): Feasible => ({
  at: { x: Float64Array.of(x, 2), y: Float64Array.of(3, 4), orientation: Int32Array.of(0, 1) },
  length: x + 5,
});

test('a relay carries each turn to the second thread, and its layout back', () => {
  const first = WindowRelay.of(2, false);
  const second = new WindowRelay(first.memory, 2, false);
  assert.not(first.isReady(poll), 'nobody is there');
  for (const x of [1, 2, 3]) {
    const turn = { layout: layoutOf(x), line: 7 * x, until: x / 4 };
    first.assign(turn);
    assert.is(first.handedIn(poll), null);
    assert.equal(second.next(poll), turn);
    second.handIn(layoutOf(10 * x));
    assert.ok(first.isReady(poll));
    assert.equal(first.handedIn(poll), layoutOf(10 * x));
  }
  second.leave();
  assert.not(first.isReady(poll));
});

test('a thread that waits for its turn asks whether the search has ended', () => {
  const relay = WindowRelay.of(2, true);
  let asked = 0;
  const ended = (): void => {
    if (++asked === 3) throw new Error('over');
  };
  assert.throws(() => relay.next(ended), 'over');
  relay.assign({ layout: layoutOf(1), line: 1, until: 1 });
  asked = 0;
  assert.throws(() => relay.handedIn(ended), 'over');
  relay.leave();
  assert.is(relay.handedIn(poll), null);
});

test.run();
