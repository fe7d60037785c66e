/** Parts that match on the cloth's pattern: every layout of every search keeps them in phase. */

import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import { ExactCheck } from '../../src/nesting/layout/exact-check.js';
import type { Bin, Fabric, Match, NestRequest, Polygon, Solution } from '../../src/nesting/request.js';
import { complaints, mismatches } from './judge.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const fabric: Fabric = { repeatX: 25, repeatY: 18, offsetX: 2, offsetY: -3, matchTolerance: 1 };
const parts: Polygon[] = quadrilaterals(10).map((points, i) => ({
  ...part(points, `${i}`, i % 2 ? [3, 4] : null),
  matchPoints: [
    { name: 'a', at: [5 + i / 3, 7] },
    { name: 'b', at: [20, 3 + i] },
  ],
}));

const matchOf = (points: string, more: Partial<Match> = {}): Match => ({
  name: points,
  points: points.split(' ').map((point) => ({ part: Number(point.slice(0, -1)), point: point.slice(-1) })),
  axis: 'both',
  phaseX: null,
  phaseY: null,
  ...more,
});
/** A garment of a chain, one on the x axis with a phase, one of copies, and parts that match nothing. */
const match = [
  matchOf('0a 1b'),
  matchOf('1a 2b 3a', { axis: 'y' }),
  matchOf('4a 5b', { axis: 'x', phaseX: 3 }),
  matchOf('6a', { axis: 'y' }),
];
const copied = parts.map((polygon, i) => (i === 6 ? { ...polygon, quantity: 2 } : polygon));

const striped = (bins: readonly Bin[], over: Partial<NestRequest> = {}): NestRequest =>
  request(copied, bins, {
    fabric,
    match,
    allowedRotations: [0, 180],
    minDistance: 1,
    workLimit: 250,
    reportInterval: 0,
    maximumExecutionTime: 600,
    ...over,
  });

const searches: Record<string, (across: boolean) => NestRequest> = {
  'a strip': (across) => striped([bin(across ? rectangle(90, 900, 7.5, 7.5) : rectangle(900, 90, 7.5, 7.5))]),
  'a strip with a keep-out': (across) =>
    striped([bin(across ? rectangle(90, 900) : rectangle(900, 90), { holes: [rectangle(20, 20, 30, 30)] })]),
  'parts that may be flipped': (across) =>
    striped([bin(across ? rectangle(90, 900) : rectangle(900, 90))], {
      polygons: copied.map((polygon, i) => ({ ...polygon, mirror: i > 3 })),
    }),
  sheets: () => striped([0, 1, 2].map((i) => bin(rectangle(130 + i, 95, 10 * i, 7)))),
  'the occupied area': () =>
    striped([bin(rectangle(300, 300))], {
      optimization: { type: 'area', paperWidth: null, paperHeight: null },
      workLimit: 500,
    }),
  'many orientations of the others': (across) =>
    striped([bin(across ? rectangle(90, 900) : rectangle(900, 90))], {
      polygons: copied.map((polygon, i) =>
        i > 6 ? { ...polygon, allowedRotations: Array.from({ length: 70 }, (_, k) => k + i / 7) } : polygon,
      ),
      workLimit: 20,
    }),
  locked: (across) =>
    striped([bin(across ? rectangle(90, 900) : rectangle(900, 90))], {
      locked: [{ index: 1, bin: 0, position: [50, 40], rotation: 180 }],
    }),
};

function assertMatched(problem: NestRequest, solutions: readonly Solution[]): void {
  const { match = [], fabric: cloth } = problem;
  for (const solution of solutions) {
    assert.equal(complaints(problem, solution), []);
    for (const { name, x, y } of solution.matches ?? []) {
      assert.ok(Math.max(x ?? 0, y ?? 0) <= cloth!.matchTolerance / 100, `${name} ${x} ${y}`);
      assert.ok(match.some((one) => one.name === name));
    }
  }
}

for (const [name, of] of Object.entries(searches)) {
  for (const gravityDirection of ['left', 'bottom'] as const) {
    test(`${name}, gravity ${gravityDirection}: every layout is sound, in phase, and better than the one before`, () => {
      const problem = { ...of(gravityDirection === 'bottom'), gravityDirection };
      assert.equal(checkNestRequest(problem).problems, []);
      const { solutions, last } = nest(problem);
      assertMatched(problem, solutions);
      assert.is(last.unplaced.length, 0);
      assert.is(last.matches?.length, match.length);
      assert.ok(solutions.length > 1);
    });
  }
}

test('without matches the same parts lie out of phase', () => {
  const problem = searches['a strip']!(false);
  const { last } = nest({ ...problem, fabric: undefined, match: [] });
  assert.ok(mismatches(problem, last).length > 0);
  assert.is(last.matches, undefined);
});

test('equal seeds and work give equal layouts, and different seeds other phases', () => {
  const problem = { ...searches['a strip']!(false), workLimit: 600 };
  const layouts = (seed: number) =>
    JSON.stringify(nest(problem, { seed }).solutions.map(({ placements }) => placements));
  assert.is(layouts(5), layouts(5));
  assert.is.not(layouts(5), layouts(6));
});

test('parts that match lie straight beside others that tilt, and are refused a tilt of their own', () => {
  const plain = searches['a strip']!(false);
  const problem = { ...plain, rotationTolerance: 3, workLimit: 1500 };
  const { problems, warnings } = checkNestRequest(problem);
  assert.equal(problems, []);
  const straight = warnings.filter(({ code }) => code === 'tilt_without_effect');
  assert.equal(
    straight.map(({ path }) => path),
    ['rotationTolerance'],
  );
  assert.match(straight[0]!.message, /no effect on polygons\[0\], nor on 6 more/);
  const { solutions, last } = nest(problem);
  for (const solution of solutions) assert.equal(complaints(problem, solution), []);
  const tilts = last.placements.filter(({ rotation }) => rotation % 180 !== 0).map(({ index }) => index);
  const matching = 7;
  assert.ok(tilts.length > 0 && tilts.every((index) => index >= matching), `${tilts}`);
  const polygons = problem.polygons.map((own) => ({ ...own, rotationTolerance: 2 }));
  assert.equal(
    checkNestRequest({ ...problem, polygons }).problems.map(({ path, code }) => `${path} ${code}`),
    Array.from({ length: matching }, (_, i) => `polygons[${i}].rotationTolerance rotation_of_match`),
  );
});

test('a layout to start with keeps its phases', () => {
  const problem = striped([bin(rectangle(900, 90))]);
  const { last } = nest(problem);
  const again = nest({ ...problem, warmStart: last.placements, workLimit: 0 }).last;
  assert.equal(again.placements, last.placements);
});

test('the exact check refuses a part that leaves its phase, and accepts a whole repeat', () => {
  const problem = striped([bin(rectangle(900, 90))], { polygons: parts });
  const { last } = nest(problem);
  const check = new ExactCheck({ ...problem, minDistance: 0 });
  const moved = (dx: number) =>
    last.placements.map((one) =>
      one.index === 5 ? { ...one, position: [one.position[0] + dx, one.position[1]] as const } : one,
    );
  const isOff = (dx: number): boolean => check.faults(moved(dx)).includes(5);
  assert.ok(isOff(0.02) && isOff(12));
  assert.not(isOff(0.001));
  const far = 25 * 30;
  assert.not(isOff(far));
  assert.ok(isOff(far + 0.02));
});

test('a match of one single part is told, and leaves the layout as it is', () => {
  const points = [
    { part: 1, point: 'a' },
    { part: 1, point: 'a' },
  ];
  const problem = (own: Match[], of = parts): NestRequest =>
    striped([bin(rectangle(900, 90))], { match: own, polygons: of });
  const told = (own: Match, of = parts): string[] =>
    checkNestRequest(problem([own], of))
      .warnings.filter(({ code }) => code === 'match_of_one_part')
      .map(({ path, message }) => `${path}: ${message}`);
  const alone: Match = { ...matchOf('1a'), points };
  assert.equal(told(alone), [
    'match[0]: the match "1a" has no effect: polygons[1] is its only part, and moves as a whole',
  ]);
  assert.match(told({ ...alone, name: '' }).join(), /^match\[0\]: match\[0\] has no effect/);
  const copies = parts.map((polygon, i) => (i === 1 ? { ...polygon, quantity: 2 } : polygon));
  assert.equal([told(alone, copies), told({ ...alone, phaseX: 3 }), told(matchOf('0a 1a'))], [[], [], []]);
  assert.equal(nest(problem([alone])).last.placements.length, parts.length);
});

const anyMatch = (count: number): fc.Arbitrary<Match> =>
  fc
    .record({
      points: fc.uniqueArray(fc.record({ part: fc.nat(count - 1), point: fc.constantFrom('a', 'b') }), {
        minLength: 2,
        maxLength: 4,
        selector: ({ part: of }) => of,
      }),
      axis: fc.constantFrom<Match['axis']>('x', 'y', 'both'),
      phase: fc.option(fc.integer({ min: -30, max: 30 }), { freq: 4 }),
    })
    .map(({ points, axis, phase }, i = 0) => ({
      name: `${i} ${points.map(({ part: of, point }) => `${of}${point}`).join(' ')}`,
      points,
      axis,
      phaseX: axis === 'y' ? null : phase,
      phaseY: null,
    }));

test('random matches: each is kept, or told with the error that no layout can mend', () => {
  let [kept, ruledOut] = [0, 0];
  fc.assert(
    fc.property(
      fc.array(anyMatch(6), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 5, max: 60 }),
      fc.integer({ min: 5, max: 40 }),
      fc.constantFrom<NestRequest['gravityDirection']>('left', 'right', 'top', 'bottom'),
      (random, repeatX, repeatY, gravityDirection) => {
        const matches = random.map((one, i) => ({ ...one, name: `m${i}` }));
        const problem = request(parts.slice(0, 6), [bin(rectangle(260, 250, -20, 30))], {
          match: matches,
          fabric: { ...fabric, repeatX, repeatY },
          gravityDirection,
          allowedRotations: [0, 180],
          workLimit: 30,
          reportInterval: 0,
        });
        const { problems, warnings } = checkNestRequest(problem);
        assert.equal(problems, []);
        const out = warnings.flatMap(({ code, message }) => {
          const [, name, axis, error] =
            /the match "(\w+)" is left out along (.): .* by ([\d.e-]+)$/.exec(message) ?? [];
          return code === 'match_left_out' ? [{ name: name!, axis: axis!, error: Number(error) }] : [];
        });
        const { solutions } = nest(problem);
        for (const solution of solutions) {
          const others = complaints(problem, solution).filter((text) => !text.includes(' of the match '));
          assert.equal(others, []);
          const silent = mismatches(
            problem,
            solution,
            out.map(({ name, axis }) => `${axis} ${name}`),
          );
          // Misses of less than the tolerance are no warning.
          assert.equal(
            silent.filter((text) => Number(text.split(' ').at(-1)) > fabric.matchTolerance + 1e-6),
            [],
          );
          if (solution.unplaced.length > 0) continue;
          for (const { name, axis, error } of out) {
            const told = solution.matches!.find((one) => one.name === name)![axis as 'x' | 'y']!;
            assert.ok(told >= error * 0.99 - 0.02, `${name} misses by ${told}, which is less than ${error}`);
          }
        }
        kept += matches.length - out.length;
        ruledOut += out.length;
      },
    ),
    { numRuns: Number(process.env.FUZZ_RUNS ?? 12), seed: Number(process.env.FUZZ_SEED ?? 1) },
  );
  assert.ok(kept > 8 && ruledOut > 2, `${kept} kept, ${ruledOut} ruled out`);
});

test.run();
