/** Folded and tubular cloth: half parts on the folds, open parts on open bins, and the count of pieces. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import { ExactCheck } from '../../src/nesting/layout/exact-check.js';
import type { NestRequest, Polygon } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import {
  bin,
  nest,
  type Outcome,
  type Points,
  part,
  quadrilaterals,
  rectangle,
  request,
  slantedOutlines,
} from './nest.js';

function sound(problem: NestRequest, options: Parameters<typeof nest>[1] = {}): Outcome {
  assert.equal(checkNestRequest(problem).problems, []);
  const outcome = nest(problem, options);
  for (const solution of outcome.solutions) assert.equal(complaints(problem, solution), []);
  return outcome;
}

/** Half of a piece: its fold is the upper side, from (0, 0) to (40, 0). */
const half: Points = [
  [0, 0],
  [40, 0],
  [36, 20],
  [18, 26],
  [4, 20],
];
const onFold: Polygon = {
  ...part(half),
  foldLine: [
    [0, 0],
    [40, 0],
  ],
};
const cloth = bin(rectangle(300, 60));
const folded = { clothForm: 'folded' } as const;

test('a half part lies with its fold line on the fold, and counts as one piece', () => {
  const { last } = sound(request([onFold, part(rectangle(20, 20))], [cloth], folded));
  assert.is(last.placements.find(({ index }) => index === 0)!.position[1], 0);
  assert.is(last.usage.sheets[0]!.pieces, 3);
});

test('a tolerance of a half part has no effect, and a warning says so', () => {
  const half = { ...onFold, rotationTolerance: 2 };
  const problem = request([half, part(rectangle(20, 20))], [cloth], { ...folded, rotationTolerance: 2 });
  const { problems, warnings } = checkNestRequest(problem);
  assert.equal(problems, []);
  const straight = warnings.filter(({ code }) => code === 'tilt_without_effect');
  assert.equal(
    straight.map(({ path }) => path),
    ['polygons[0].rotationTolerance'],
  );
});

test('tubular cloth has two folds', () => {
  const turned = { ...onFold, allowedRotations: [0, 180], quantity: 4 };
  const one = sound(request([turned], [cloth], { ...folded, workLimit: 60 })).last;
  const two = sound(request([turned], [cloth], { clothForm: 'tubular', workLimit: 60 })).last;
  assert.is(one.usage.length, 160);
  assert.ok(two.usage.length <= 80.001, `${two.usage.length}`);
  assert.equal(new Set(two.placements.map(({ rotation }) => rotation)), new Set([0, 180]));
});

test('the fold is on the left where gravity is vertical, and no edge', () => {
  const upright: Polygon = {
    ...part(rectangle(20, 30)),
    foldLine: [
      [0, 5],
      [0, 25],
    ],
  };
  const { last } = sound(
    request([upright], [bin(rectangle(60, 300))], { ...folded, gravityDirection: 'top', edgeDistance: 4 }),
  );
  assert.equal(last.placements[0]!.position, [0, 4]);
});

test('the exact check refuses a half part beside the fold', () => {
  const problem = request([onFold], [cloth], folded);
  const check = new ExactCheck(problem);
  const at = (y: number) => [{ id: '', index: 0, bin: 0, position: [5, y] as const, rotation: 0 }];
  assert.equal(check.faults(at(0)), []);
  assert.equal(check.faults(at(0.001)), [0]);
});

/** As long as the cloth of one row, so that the search has to use the place at the folds. */
const row = [rectangle(70, 24), rectangle(60, 24), rectangle(50, 18), rectangle(40, 18)].map((points) => part(points));

test('the two pieces of a part keep the distance of parts across a fold', () => {
  for (const clothForm of ['folded', 'tubular'] as const) {
    const { last } = sound(request(row, [cloth], { clothForm, minDistance: 6, workLimit: 60 }));
    assert.equal(last.unplaced, []);
    const least = Math.min(...last.placements.map(({ position: [, y] }) => y));
    assert.ok(Math.abs(least - 3) < 0.001, `${least} from the fold of ${clothForm} cloth`);
  }
});

test('a part with a spacing of its own keeps half of it from a fold, and a part without one comes nearer', () => {
  const spaced: Polygon = { ...part(rectangle(40, 30)), spacing: 20 };
  // Both go on the sheet in this order alone: 1 + 25 + 20 + 30, and not 10 + 30 + 20 + 25.
  const narrow = bin(rectangle(45, 80));
  const { last } = sound(request([spaced, part(rectangle(40, 25))], [narrow], { ...folded, minDistance: 2 }));
  assert.equal(last.unplaced, []);
});

test('a part fits between the folds with its distances, and no wider one does', () => {
  const tube = (height: number) =>
    request([part(rectangle(40, height))], [cloth], { clothForm: 'tubular', minDistance: 6 });
  assert.equal(sound(tube(54)).last.unplaced, []);
  assert.is(sound(tube(54.01)).last.unplaced.length, 1);
  const warned = (problem: NestRequest) => checkNestRequest(problem).warnings.map(({ code }) => code);
  assert.equal(warned(tube(54)), []);
  assert.equal(warned(tube(54.01)), ['part_too_large']);
  // An edge takes its distance on one side alone.
  const edged = (height: number) =>
    request([part(rectangle(40, height))], [cloth], { ...folded, minDistance: 6, edgeDistance: 4 });
  assert.equal(warned(edged(53)), []);
  assert.equal(warned(edged(53.01)), ['part_too_large']);
});

test('the exact check refuses two pieces that are too near at a fold, and a locked part like that', () => {
  const whole = part(rectangle(20, 20));
  const problem = request([whole], [cloth], { clothForm: 'tubular', minDistance: 6 });
  const check = new ExactCheck(problem);
  const faults = (y: number) => check.faults([{ id: '', index: 0, bin: 0, position: [5, y], rotation: 0 }]);
  assert.equal(
    [2.99, 3, 37, 37.01].map((y) => faults(y).length),
    [1, 0, 0, 1],
  );
  const locked = (y: number) => {
    const at = { index: 0, bin: 0, position: [5, y] as const, rotation: 0 };
    return checkNestRequest({ ...problem, locked: [at] }).problems.map(({ code }) => code);
  };
  assert.equal([locked(2), locked(3)], [['locked_conflict'], []]);
});

test('a start too near to a fold moves off it', () => {
  const start = row.map((_, index) => ({ index, bin: 0, position: [80 * index, 0] as const, rotation: 0 }));
  const { last } = sound(request(row, [cloth], { ...folded, minDistance: 6, warmStart: start }));
  assert.equal(last.unplaced, []);
});

test('parts that need the cloth open lie on open bins, the others on folded ones', () => {
  const wide = { ...bin(rectangle(300, 120)), open: true };
  const single = { ...part(rectangle(30, 100)), open: true };
  const { last } = sound(request([single, onFold, part(rectangle(20, 50))], [cloth, wide], folded));
  const bins = last.placements.map((placement) => placement.bin);
  assert.equal(bins, [1, 0, 0]);
  assert.equal(
    last.usage.sheets.map(({ pieces }) => pieces),
    [3, 1],
  );
});

test('a locked part on cloth of the wrong layers is told so', () => {
  const wide = { ...bin(rectangle(300, 120)), open: true };
  const parts = [{ ...part(rectangle(30, 30)), open: true }, part(rectangle(20, 20))];
  const told = (index: number, on: number): string[] => {
    const locked = [{ index, bin: on, position: [5, 5] as const, rotation: 0 }];
    const { problems } = checkNestRequest(request(parts, [cloth, wide], { ...folded, locked }));
    return problems.map(({ path, code, message }) => `${path} ${code}: ${message}`);
  };
  assert.equal([told(0, 1), told(1, 0)].flat(), []);
  assert.equal(told(0, 0), [
    'locked[0].bin locked_conflict: locked[0].bin is 0, which is folded; polygons[0] is open, so it lies on open bins alone',
  ]);
  assert.equal(told(1, 1), [
    'locked[0].bin locked_conflict: locked[0].bin is 1, which is open; polygons[1] is not, so it lies on folded bins alone',
  ]);
});

test('contradictions are named', () => {
  const codes = (problem: NestRequest) => checkNestRequest(problem).problems.map(({ path, code }) => [path, code]);
  assert.equal(codes(request([onFold], [cloth])), [['polygons[0].foldLine', 'not_folded']]);
  assert.equal(codes(request([{ ...onFold, open: true }], [cloth], folded)), [['polygons[0].open', 'on_fold']]);
  const slanted = bin([
    [0, 0],
    [300, 10],
    [300, 60],
    [0, 60],
  ]);
  assert.equal(codes(request([onFold], [slanted], folded)), [['bins[0].boundary', 'not_rectangular']]);
  const across: Polygon['foldLine'] = [
    [0, 10],
    [40, 10],
  ];
  assert.equal(codes(request([{ ...onFold, foldLine: across }], [cloth], folded)), [
    ['polygons[0].foldLine', 'not_a_side'],
  ]);
  assert.equal(codes(request([{ ...onFold, allowedRotations: [90] }], [cloth], folded)), [
    ['polygons[0].foldLine', 'fold_rotation'],
  ]);
  const { warnings } = checkNestRequest(request([{ ...part(half), open: true }], [cloth], folded));
  assert.equal(
    warnings.map(({ code }) => code),
    ['no_such_cloth'],
  );
});

test('every search keeps half parts on the folds, beside zones, holes, distances and flips', () => {
  const shapes = quadrilaterals(7).map((points) => part(points));
  fc.assert(
    fc.property(
      fc.record({
        clothForm: fc.constantFrom('folded', 'tubular'),
        gravityDirection: fc.constantFrom('left', 'top', 'right', 'bottom'),
        halves: fc.integer({ min: 1, max: 5 }),
        mirror: fc.boolean(),
        minDistance: fc.constantFrom(0, 2),
        edgeDistance: fc.constantFrom(0, 3),
        zone: fc.boolean(),
        sheets: fc.integer({ min: 1, max: 2 }),
        open: fc.boolean(),
        genetic: fc.boolean(),
        type: fc.constantFrom('length', 'area'),
      }),
      ({ clothForm, gravityDirection, halves, mirror, zone, sheets, open, genetic, type, ...distances }) => {
        const isLevel = gravityDirection === 'left' || gravityDirection === 'right';
        const along = (points: Points): Points => (isLevel ? points : points.map(([x, y]) => [y, x]));
        const flaw = { boundary: part(along(rectangle(30, 30, 20, 10))), quality: 2 };
        const sheet = { ...bin(along(rectangle(260, 80))), ...(zone && { zones: [flaw] }) };
        const [from, to] = along([
          [0, 0],
          [40, 0],
        ]);
        const whole: Polygon = {
          ...part(along(half)),
          foldLine: [from!, to!],
          quantity: halves,
          mirror,
          ...(zone && { quality: 1 }),
        };
        const parts = shapes.map((shape, i) => ({ ...shape, ...(open && i === 0 && { open: true }) }));
        const bins = Array.from({ length: sheets }, () => sheet);
        const wide = { ...bin(along(rectangle(260, 160))), open: true };
        sound(
          request([whole, ...parts], open ? [...bins, wide] : bins, {
            ...distances,
            clothForm,
            gravityDirection,
            allowedRotations: [0, 180],
            optimization: { type, paperWidth: null, paperHeight: null },
            workLimit: 40,
            reportInterval: 0,
            maximumExecutionTime: 600,
          }),
          genetic ? { search: geneticSearch } : {},
        );
      },
    ),
    { numRuns: 25 },
  );
});

const stripedFold = (offsetY: number, over: Partial<NestRequest> = {}): NestRequest => {
  const point = (at: readonly [number, number]) => ({ matchPoints: [{ name: 'm', at }] });
  const other = { ...part(rectangle(30, 17)), ...point([0, 5]), quantity: 2 };
  return request([{ ...onFold, ...point([36, 20]) }, other, part(rectangle(25, 12))], [cloth], {
    ...folded,
    allowedRotations: [0, 180],
    fabric: { repeatX: 14, repeatY: 12, offsetX: 0, offsetY, matchTolerance: 1 },
    match: [0, 1].map((phaseless) => ({
      name: phaseless ? 'both' : 'across',
      points: (phaseless ? [1] : [0, 1]).map((index) => ({ part: index, point: 'm' })),
      axis: phaseless ? ('both' as const) : ('y' as const),
      phaseX: null,
      phaseY: null,
    })),
    workLimit: 60,
    ...over,
  });
};

test('parts match in both layers, and with a half part whose fold gives it a phase', () => {
  for (const offsetY of [0, 6, -12])
    for (const clothForm of ['folded', 'tubular'] as const) {
      const { last } = sound(stripedFold(offsetY, { clothForm }));
      assert.is(last.unplaced.length, 0);
    }
});

test('half parts on the folds of striped cloth have the full search', () => {
  const matching = (points: Points, at: number, more: Partial<Polygon>): Polygon => ({
    ...part(points),
    ...more,
    matchPoints: [{ name: 'm', at: points[at]! }],
  });
  const back: Points = [
    [0, 0],
    [120, 0],
    [104, 70],
    [20, 80],
  ];
  const parts = [
    matching(back, 2, { foldLine: back.slice(0, 2), quantity: 3 }),
    ...slantedOutlines.map((points) => matching(points, 2, { quantity: 4 })),
  ];
  for (const [clothForm, axis] of [
    ['folded', 'x'],
    ['tubular', 'y'],
  ] as const) {
    const problem = request(parts, [bin(rectangle(3000, 280))], {
      clothForm,
      minDistance: 3,
      allowedRotations: [0, 180],
      fabric: { repeatX: 40, repeatY: 40, offsetX: 0, offsetY: 20, matchTolerance: 1 },
      match: [
        {
          name: 'a',
          points: [0, 1, 2].map((index) => ({ part: index, point: 'm' })),
          axis,
          phaseX: null,
          phaseY: null,
        },
      ],
      workLimit: 1000,
      maximumExecutionTime: 600,
    });
    const full = sound(problem).last;
    const plain = sound({ ...problem, workLimit: 300 }, { search: geneticSearch }).last;
    assert.ok(full.usage.length < 0.98 * plain.usage.length, `${full.usage.length} and ${plain.usage.length}`);
  }
});

test('a pattern that differs from both sides of a fold is refused, since the lower layer could not match', () => {
  const refused = (problem: NestRequest) =>
    checkNestRequest(problem).problems.map(({ path, code }) => `${path} ${code}`);
  assert.equal(refused(stripedFold(1)), ['fabric.offsetY match_on_folds']);
  const narrow = { clothForm: 'tubular', bins: [bin(rectangle(300, 61))] } as const;
  assert.equal(refused(stripedFold(0, narrow)), ['bins[0].boundary match_on_folds']);
  // Along the cloth both layers have the pattern at the same places.
  const along = stripedFold(1);
  assert.equal(refused({ ...along, match: along.match!.map((one) => ({ ...one, axis: 'x' })) }), []);
});

test('half parts get their places on a fold before larger parts take all of it', () => {
  const small: Polygon = {
    ...part(rectangle(10, 10), 'half'),
    quantity: 3,
    foldLine: [
      [0, 0],
      [10, 0],
    ],
  };
  const large: Polygon = { ...part(rectangle(20, 20), 'large'), quantity: 200 };
  const sheet = bin(rectangle(100, 1000), { cellWidth: 10, cellHeight: 10 });
  const { solutions } = sound(
    request([large, small], [sheet], {
      clothForm: 'folded',
      matchingType: 'pattern',
      gravityDirection: 'left',
      workLimit: 0,
    }),
  );
  assert.equal(solutions[0]!.unplaced, []);
});

test.run();
