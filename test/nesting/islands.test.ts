/** Instances that search side by side: each goes on from a better layout of another, once it has checked it. */

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { threadsFor } from '../../src/nesting/bridge/threads.js';
import type {
  Exchange,
  ForeignLayout,
  NestRequest,
  Placement,
  Solution,
  SolverEvent,
} from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { complaints } from './judge.js';
import { bin, part, quadrilaterals, rectangle, request } from './nest.js';

const polygons = quadrilaterals(14).map((points) => part(points));
const keepOut = rectangle(30, 20, 40, 30);
const byTime = { workLimit: null, allowedRotations: [0, 90, 180, 270], instances: 4, maximumExecutionTime: 1 };

const problems: Record<string, NestRequest> = {
  'a strip': request(polygons, [bin(rectangle(900, 80))], byTime),
  'a strip of copies': request([{ ...polygons[3]!, quantity: 6 }, ...polygons], [bin(rectangle(900, 80))], byTime),
  'a strip on a grid': request(polygons, [bin(rectangle(900, 80), { cellWidth: 4, cellHeight: 4 })], {
    ...byTime,
    matchingType: 'pattern',
  }),
  'a long strip': request([{ ...polygons[0]!, quantity: 260 }], [bin(rectangle(9000, 80))], byTime),
  'one sheet with a keep-out': request(polygons, [bin(rectangle(900, 90), { holes: [keepOut] })], byTime),
  'several sheets': request(
    polygons,
    [bin(rectangle(110, 80)), bin(rectangle(110, 80)), bin(rectangle(300, 80))],
    byTime,
  ),
};

/**
 * A search whose time goes with its passes, so that equal searches are equal. After each pass it asks for a layout of
 * another instance. `given`: the layouts that it gets, by the number of passes before.
 */
function searched(problem: NestRequest, passes: number, seed: number, given = new Map<number, ForeignLayout>()) {
  const solutions: Solution[] = [];
  let asked = 0;
  let looks = 0;
  const exchange: Exchange = { take: () => given.get(++asked) ?? null };
  const end = solve(problem, {
    seed,
    shouldStop: () => false,
    emit: (event: SolverEvent) => {
      if (event.type === 'solution') solutions.push(event.solution);
    },
    cores: () => 1,
    // Some phases make no passes over the whole layout.
    clock: () => (1000 * (asked + ++looks / 100)) / passes,
    exchange,
  });
  assert.equal(complaints(problem, solutions.at(-1)!), []);
  return { end, solutions };
}

const fitnessOf = (solutions: readonly Solution[]) => solutions.map(({ fitness }) => fitness);

const passes = 100;
/** By problem: the layouts of another search that this one does not reach alone. */
const others = new Map<string, readonly Solution[]>();
for (const [name, problem] of Object.entries(problems)) {
  test(`${name}: a better layout of another instance becomes the best one`, () => {
    const alone = searched(problem, passes, 9).solutions.at(-1)!;
    const other = searched(problem, 8 * passes, 6).solutions.filter(({ fitness }) => fitness < alone.fitness);
    others.set(name, other);
    const given = other.at(-1)!;
    const target = { ...problem, targetUtilisation: given.utilisation };
    assert.is(searched(target, passes, 9).end, 'time_limit');
    const { end, solutions } = searched(target, passes, 9, new Map([[1, given]]));
    assert.is(end, 'target');
    assert.ok(
      fitnessOf(solutions).every((fitness) => fitness > given.fitness),
      'the stream has it already',
    );
  });
}

for (const name of ['a strip', 'several sheets']) {
  test(`${name}: a search improves a layout of another instance that it would not have found`, () => {
    const improved = others.get(name)!.filter((given) => {
      const { solutions } = searched(problems[name]!, passes, 9, new Map([[2, given]]));
      return solutions.at(-1)!.fitness < given.fitness;
    });
    assert.ok(improved.length > 0);
  });
}

test('a search that leaves parts out takes a layout with more of them', () => {
  const problem = request(polygons, [bin(rectangle(90, 80)), bin(rectangle(80, 60))], byTime);
  const alone = searched(problem, 3 * passes, 9).solutions;
  const given = searched(problem, 12 * passes, 6).solutions.at(-1)!;
  const { solutions } = searched(problem, 3 * passes, 9, new Map([[1, given]]));
  assert.ok(given.fitness < alone.at(-1)!.fitness);
  assert.ok(solutions.length < alone.length, 'it sends none that is worse than the given one');
});

test('a search takes no layout with a fault, whatever it is said to be worth', () => {
  const problem = problems['a strip']!;
  const own = searched(problem, passes, 9).solutions;
  const sound = own.at(-1)!.placements;
  const [first, second, ...rest] = sound;
  const faulty: Record<string, Placement[]> = {
    'two parts on each other': [first!, { ...second!, position: first!.position }, ...rest],
    'a part off the strip': [{ ...first!, position: [-500, 0] }, second!, ...rest],
    'an unknown part': [{ ...first!, index: 99 }, second!, ...rest],
    'an unknown sheet': [{ ...first!, bin: 7 }, second!, ...rest],
    'a rotation that is not allowed': [{ ...first!, rotation: 45 }, second!, ...rest],
    'a part twice': [first!, first!, ...rest],
    nothing: [],
  };
  const given = Object.values(faulty).map((placements, i) => [2 + i, { fitness: 0.001, placements }] as const);
  const together = searched(problem, passes, 9, new Map(given)).solutions;
  assert.ok(together.length > 1 && together.at(-1)!.unplaced.length === 0);
  assert.ok(together.at(-1)!.fitness > 0.5);
});

test('a search takes no layout that is worse than its own', () => {
  const problem = problems['a strip']!;
  const own = searched(problem, passes, 9).solutions;
  const given = { ...own[0]!, fitness: 0.001 };
  const together = searched(problem, passes, 9, new Map([[passes / 2, given]])).solutions;
  assert.ok(together.at(-1)!.fitness <= own.filter((_, i) => i < 2).at(-1)!.fitness);
});

test('with a work limit a search asks nobody, and repeats', () => {
  const problem = { ...problems['a strip']!, workLimit: 60, maximumExecutionTime: 600 };
  const exchange: Exchange = { take: () => assert.unreachable('it asks') as never };
  const run = () => {
    const found: Solution[] = [];
    const emit = (event: SolverEvent) => event.type === 'solution' && found.push(event.solution);
    const end = solve(problem, { seed: 4, shouldStop: () => false, emit, exchange, cores: () => 8 });
    assert.is(end, 'work_limit');
    return found.map(({ placements, fitness }) => ({ placements, fitness }));
  };
  const once = run();
  assert.ok(once.length > 1);
  assert.equal(run(), once);
});

test('an instance has two threads where it has two cores, and by work always as many', () => {
  const problem = { ...problems['a strip']!, instances: 4, maximumExecutionTime: 30 };
  assert.equal([threadsFor(problem), threadsFor(problem, 1), threadsFor(problem, 2)], [1, 1, 2]);
  assert.is(threadsFor({ ...problem, maximumExecutionTime: 1 }, 2), 1);
  for (const cores of [1, 2, 64]) {
    assert.is(threadsFor({ ...problem, workLimit: 5000 }, cores), 1);
    assert.is(threadsFor({ ...problem, instances: 1, workLimit: 5000 }, cores), 2);
  }
});

test.run();
