import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cosSin } from '../../src/geometry/rotation.js';
import type { Arrangement } from '../../src/nesting/overlap/arrangement.js';
import { bottomLeft, byArea } from '../../src/nesting/overlap/bottom-left.js';
import { CollisionField } from '../../src/nesting/overlap/collision-field.js';
import { Costs } from '../../src/nesting/overlap/costs.js';
import { distanceToEdges, isInside, NoFitPolygons } from '../../src/nesting/overlap/no-fit-polygons.js';
import { orientationsWithin, prepareShapes, type ShapeSet, searchHeight } from '../../src/nesting/overlap/shapes.js';
import { Random } from '../../src/random.js';
import { overlappingPairs } from './overlapping-pairs.js';

const shapesAt = (...rotations: readonly number[][]): ShapeSet =>
  prepareShapes({
    types: [
      { outline: Float64Array.of(0, 0, 30, 0, 30, 10, 10, 10, 10, 25, 0, 25), rotations: rotations[0]! },
      { outline: Float64Array.of(0, 0, 24, 6, 20, 19, 3, 13), rotations: rotations[1]! },
      { outline: Float64Array.of(0, 0, 11, 0, 11, 17, 0, 17), rotations: rotations[2]! },
    ],
    items: Array.from({ length: 22 }, (_, i) => i % 3),
    height: 70,
  });
const shapes = shapesAt([0, 90, 180, 270], [0, 37, 180], [0, 90]);
// So many angles make more tables than there is time for: pairs are weighed by their outlines first.
const degrees = Array.from({ length: 720 }, (_, i) => i / 2);
const anyAngles = shapesAt(degrees, degrees, degrees);

/** The penetration depth of two items by their exact polygons, with the second shifted along by `shift`. */
function exactDepth(
  set: ShapeSet,
  polygons: NoFitPolygons,
  at: Arrangement,
  i: number,
  k: number,
  shift: number,
): number {
  const inOrder = set.itemTypes[i]! <= set.itemTypes[k]!;
  const first = inOrder ? i : k;
  const second = inOrder ? k : i;
  const difference = set.differenceOf[at.orientation[first]! * set.angles.length + at.orientation[second]!]!;
  const polygon = polygons.get(set.itemTypes[first]!, set.itemTypes[second]!, difference);
  const [c, s] = cosSin(set.angles[at.orientation[first]!]!);
  const dx = at.x[second]! - at.x[first]! + (inOrder ? shift : -shift);
  const dy = at.y[second]! - at.y[first]!;
  const [x, y] = [dx * c + dy * s, dy * c - dx * s];
  return isInside(polygon, x, y) ? distanceToEdges(polygon, x, y) : 0;
}

for (const closed of [false, true]) {
  test(`after every pass, all items are inside and the list has the true overlaps (${closed ? 'closed' : 'open'} strip)`, () => {
    const field = new CollisionField(shapes, 5, () => {});
    const listed = overlappingPairs(field);
    const polygons = new NoFitPolygons(shapes, 1e8, () => {}, new Costs());
    const n = shapes.itemTypes.length;
    field.bind(shapes.itemTypes, n);
    field.put(bottomLeft(shapes, polygons, byArea(shapes), () => {}));
    const length = 1450;
    field.setLength(length, closed);
    const spread = field.arrangement();
    for (let i = 0; i < n; i++) spread.x[i] = Math.min(spread.x[i]!, 1000);
    field.put(spread);
    field.kernel.call.sweep();
    for (let pass = 0; pass < 60; pass++) {
      const count = field.pass();
      const at = field.arrangement();
      for (let i = 0; i < n; i++) {
        const type = shapes.types[shapes.itemTypes[i]!]!;
        assert.ok(type.orientations.includes(at.orientation[i]!), 'the rotation is not allowed');
        const box = type.extents[at.orientation[i]!]!;
        assert.ok(at.y[i]! + box.minY > -1e-3 && at.y[i]! + box.maxY < searchHeight + 1e-3);
        if (closed) assert.ok(at.x[i]! >= 0 && at.x[i]! <= length);
        else assert.ok(at.x[i]! + box.minX > -1e-3 && at.x[i]! + box.maxX < length + 1e-3);
      }
      const overlap = new Set(listed(count).map(({ first, second }) => first * n + second));
      for (let i = 0; i < n; i++) {
        for (let k = i + 1; k < n; k++) {
          const shifts = closed ? [-length, 0, length] : [0];
          const depth = Math.max(...shifts.map((shift) => exactDepth(shapes, polygons, at, i, k, shift)));
          if (depth > 5e-3) assert.ok(overlap.has(i * n + k), `pass ${pass}: ${i} and ${k} overlap by ${depth}`);
          if (depth === 0) assert.not.ok(overlap.has(i * n + k), `pass ${pass}: ${i} and ${k} do not overlap`);
        }
      }
      field.kernel.call.reweight();
    }
  });
}

// In the third set, more items surround each place than a neighbourhood holds. The last set has more rotations than the
// table of meetings has rows.
for (const { set, crowd, length, trials } of [
  { set: shapes, crowd: shapes.itemTypes.length, length: 1980, trials: 3000 },
  { set: shapes, crowd: 60, length: 5400, trials: 3000 },
  { set: shapes, crowd: 1500, length: 900, trials: 60 },
  { set: anyAngles, crowd: 260, length: 23400, trials: 60 },
]) {
  test(`a move never adds overlap, and sees all of ${crowd} items at ${set.angles.length} angles`, () => {
    const random = new Random(3);
    const field = new CollisionField(set, 8, () => {});
    const itemTypes = Int32Array.from({ length: crowd }, (_, i) => set.itemTypes[i % set.itemTypes.length]!);
    for (let trial = 0; trial < trials; trial++) {
      // Each trial moves one item, a different one each time. All weights are one.
      const shiftedTypes = Int32Array.from(itemTypes, (_, i) => itemTypes[(i + trial) % crowd]!);
      field.bind(shiftedTypes, 1);
      field.setLength(length, false);
      const orientation = Int32Array.from(shiftedTypes, (type) => {
        const { orientations } = set.types[type]!;
        return orientations[random.below(orientations.length)]!;
      });
      const place = (extent: number, low: 'minX' | 'minY', high: 'maxX' | 'maxY') =>
        Float64Array.from(shiftedTypes, (type, i) => {
          const box = set.types[type]!.extents[orientation[i]!]!;
          return -box[low] + random.next() * (extent - box[high] + box[low]);
        });
      field.put({ x: place(length, 'minX', 'maxX'), y: place(searchHeight, 'minY', 'maxY'), orientation });
      field.kernel.call.sweep();
      const before = field.kernel.call.getTotalLoss();
      field.pass();
      const after = field.kernel.call.getTotalLoss();
      assert.ok(after <= before * (1 + 1e-4) + 1e-3, `trial ${trial}: from ${before} to ${after}`);
    }
  });
}

test('items take only orientations that fit the strip, and all of them again once the strip is longer', () => {
  const field = new CollisionField(shapes, 4, () => {});
  const n = shapes.itemTypes.length;
  field.bind(shapes.itemTypes, n);
  // The first type is 30 by 25, and the height is 70.
  const short = (27 / 70) * searchHeight;
  const lying = (i: number): number[] => orientationsWithin(shapes.types[shapes.itemTypes[i]!]!, short);
  const orientation = Int32Array.from(shapes.itemTypes, (_, i) => lying(i)[0]!);
  const crowded = {
    x: new Float64Array(n).fill(short / 2),
    y: new Float64Array(n).fill(searchHeight / 2),
    orientation,
  };
  const orientationsSeen = (length: number): Set<number>[] => {
    const seen = Array.from({ length: n }, () => new Set<number>());
    field.setLength(length, false);
    field.put(crowded);
    field.kernel.call.sweep();
    for (let pass = 0; pass < 200; pass++) {
      field.pass();
      for (const [i, at] of field.arrangement().orientation.entries()) seen[i]!.add(at);
      field.kernel.call.reweight();
    }
    return seen;
  };
  const stands = (seen: Set<number>, i: number): boolean => [...seen].some((at) => !lying(i).includes(at));
  assert.not.ok(orientationsSeen(short).some(stands));
  assert.ok(orientationsSeen(3 * short).some(stands));
});

test('a series of moves misses nothing either: the stored data of an item follow it', () => {
  const field = new CollisionField(shapes, 12, () => {});
  const n = shapes.itemTypes.length;
  field.bind(shapes.itemTypes, n);
  const length = 1300;
  field.setLength(length, false);
  field.put({ x: new Float64Array(n).fill(600), y: new Float64Array(n).fill(500), orientation: new Int32Array(n) });
  field.kernel.call.sweep();
  const first = field.kernel.call.getTotalLoss();
  let before = first;
  // While all weights are one, no move raises the sum of all overlaps.
  for (let pass = 0; pass < 200; pass++) {
    field.pass();
    const after = field.kernel.call.getTotalLoss();
    assert.ok(after <= before * (1 + 1e-4) + 1e-3, `pass ${pass}: from ${before} to ${after}`);
    before = after;
  }
  assert.ok(before < 0.05 * first, `${first} at first, ${before} at last`);
});

test('an item slides into an exactly fitting place that no sample reaches', () => {
  // Nine bricks lie three by three. Only the middle one may move, and it lies askew.
  const bricks = prepareShapes({
    types: [{ outline: Float64Array.of(0, 0, 30, 0, 30, 23.33, 0, 23.33), rotations: [0] }],
    items: new Array<number>(9).fill(0),
    height: 70,
  });
  const { minX, maxX, minY, maxY } = bricks.types[0]!.extents[0]!;
  const [width, height] = [maxX - minX, maxY - minY];
  const [slackX, slackY] = [0.1, searchHeight - 3 * height];
  const length = 3 * width + slackX;
  const at = (place: number, size: number, slack: number): number => (place + 0.5) * size + (place * slack) / 2;
  const places = [1, 0, 2, 3, 4, 5, 6, 7, 8].map((k) => (k === 1 ? 4 : k === 4 ? 1 : k));
  const field = new CollisionField(bricks, 13, () => {});
  field.bind(bricks.itemTypes, 1);
  for (const [askewX, askewY] of [
    [30, 0],
    [0, -60],
    [40, 25],
    [-70, 50],
  ] as const) {
    field.setLength(length, false);
    const x = Float64Array.from(places, (k) => at(k % 3, width, slackX));
    const y = Float64Array.from(places, (k) => at(Math.floor(k / 3), height, slackY));
    x[0]! += askewX;
    y[0]! += askewY;
    field.put({ x, y, orientation: new Int32Array(9) });
    assert.ok(field.kernel.call.sweep() > 0);
    let passes = 1;
    while (field.pass() > 0 && passes < 20) passes++;
    assert.ok(passes < 20, `a brick askew by ${askewX}, ${askewY} is still askew after ${passes} passes`);
  }
});

test('the items of a pair stay within the strip, whatever the weight of the pair', () => {
  const field = new CollisionField(shapes, 9, () => {});
  const n = 6;
  field.bind(shapes.itemTypes.slice(0, n), n);
  // The strip is far too short: the items overlap in every pass, and their weights grow to the greatest.
  const length = 450;
  field.setLength(length, false);
  field.put({ x: new Float64Array(n).fill(225), y: new Float64Array(n).fill(500), orientation: new Int32Array(n) });
  field.kernel.call.sweep();
  for (let pass = 0; pass < 400; pass++) {
    field.pass();
    field.kernel.call.reweight();
    const at = field.arrangement();
    for (let i = 0; i < n; i++) {
      const box = shapes.types[shapes.itemTypes[i]!]!.extents[at.orientation[i]!]!;
      const isInside = at.x[i]! + box.minX > -1e-3 && at.x[i]! + box.maxX < length + 1e-3;
      assert.ok(isInside && at.y[i]! + box.minY > -1e-3, `item ${i} after pass ${pass}: ${at.x[i]}, ${at.y[i]}`);
    }
  }
});

test('frozen items stay where they are', () => {
  const field = new CollisionField(shapes, 6, () => {});
  const n = shapes.itemTypes.length;
  field.bind(shapes.itemTypes, 10);
  field.setLength(900, false);
  field.put({ x: new Float64Array(n).fill(400), y: new Float64Array(n).fill(500), orientation: new Int32Array(n) });
  field.kernel.call.sweep();
  for (let pass = 0; pass < 20; pass++) field.pass();
  const at = field.arrangement();
  for (let i = 10; i < n; i++) assert.equal([at.x[i], at.y[i], at.orientation[i]], [400, 500, 0]);
  assert.ok(Array.from(at.x.slice(0, 10)).some((x) => x !== 400));
});

test.run();
