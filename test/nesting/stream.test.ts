import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { construct } from '../../src/nesting/construct/construct.js';
import { geneticSearch } from '../../src/nesting/construct/genetic.js';
import type { Search, SearchContext } from '../../src/nesting/construct/search.js';
import type { NestRequest, Solution, SolverEvent } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { complaints } from './judge.js';
import { bin, nest, part, quadrilaterals, rectangle, request } from './nest.js';

const shapes = quadrilaterals(12);
const puzzle = request(
  shapes.map((points, i) => part(points, `${i}`)),
  [bin(rectangle(500, 90))],
  { allowedRotations: [0, 180], workLimit: 40, populationSize: 5 },
);

test('the first solution has generation 0 and does not depend on the seed', () => {
  const first = nest(puzzle, { seed: 1 }).solutions[0]!;
  const other = nest(puzzle, { seed: 999 }).solutions[0]!;
  assert.is(first.generation, 0);
  assert.equal(first.placements, other.placements);
});

test('the same seed and work limit give the same sequence of layouts', () => {
  const layouts = (seed: number) =>
    nest(puzzle, { seed }).solutions.map(({ placements, fitness, generation, tested }) => ({
      placements,
      fitness,
      generation,
      tested,
    }));
  assert.equal(layouts(7), layouts(7));
  assert.ok(layouts(7).length > 1, 'the search improved the first layout');
});

test('every solution is sound and improves on the one before; generation and tested never fall', () => {
  const { solutions, end } = nest(puzzle);
  assert.is(end, 'work_limit');
  solutions.forEach((solution, i) => {
    assert.equal(complaints(puzzle, solution), []);
    if (i === 0) return;
    const before = solutions[i - 1]!;
    assert.ok(solution.fitness < before.fitness);
    assert.ok(solution.usage.length < before.usage.length);
    assert.ok(solution.generation >= before.generation && solution.tested >= before.tested);
    assert.ok(solution.elapsedSeconds >= before.elapsedSeconds);
  });
});

/** The counts of generations and tests below are the genetic search's. */
const search = geneticSearch;

test('the first generation tests the whole population, and later ones only the children', () => {
  const { events } = nest({ ...puzzle, workLimit: 13, populationSize: 5, reportInterval: 1e-6 }, { search });
  const reports = events.flatMap((event) => (event.type === 'progress' ? [event] : []));
  const last = reports[reports.length - 1]!;
  assert.is(last.tested, 13);
  assert.is(last.generation, 3, '5 + 4 + 4 layouts');
});

test('a population of one tests one new layout a generation', () => {
  const { events } = nest({ ...puzzle, populationSize: 1, workLimit: 10, reportInterval: 1e-6 }, { search });
  const last = events.flatMap((event) => (event.type === 'progress' ? [event] : [])).pop()!;
  assert.is(last.tested, 10);
  assert.is(last.generation, 10);
});

test('mutation rates of 0 and 1 both give solutions', () => {
  for (const mutationRate of [0, 1]) assert.ok(nest({ ...puzzle, mutationRate }).solutions.length >= 1);
});

const progressAt = (reportInterval: number) =>
  nest({ ...puzzle, reportInterval }, { search }).events.flatMap((event) => (event.type === 'progress' ? [event] : []));

test('progress comes every reportInterval; with 0 it comes only at the end', () => {
  assert.ok(progressAt(1).length > 3);
  assert.equal(
    progressAt(0).map(({ status }) => status),
    ['finishing'],
  );
});

test('the last report counts everything, whatever the interval', () => {
  const counts = [0, 1e-6].map((reportInterval) => {
    const { generation, tested } = progressAt(reportInterval).at(-1)!;
    return { generation, tested };
  });
  assert.is(counts[0]!.tested, 40);
  assert.ok(counts[0]!.generation > 0);
  assert.equal(counts[0], counts[1]);
});

test('with a reportInterval of 0, the solver still runs at least one generation', () => {
  const { end, solutions } = nest({ ...puzzle, reportInterval: 0, populationSize: 20, workLimit: 21 });
  assert.is(end, 'work_limit');
  assert.ok(solutions[solutions.length - 1]!.tested > 0);
});

test('the solver runs that generation even after the time has run out', () => {
  const problem = { ...puzzle, populationSize: 30, workLimit: null, maximumExecutionTime: 1e-6 };
  assert.is(nest(problem).solutions.length, 1, 'with reports, the time limit is not hard');
  const { end, last } = nest({ ...problem, reportInterval: 0 });
  assert.is(end, 'time_limit');
  assert.ok(last.tested > 0, 'the solver tested no layout after the first');
  // The whole generation alone finds no better layout.
  const alone = nest({ ...puzzle, populationSize: 30, reportInterval: 0, workLimit: 30 }, { search });
  assert.is(last.fitness, alone.last.fitness);
});

test('that generation counts after some seconds, however large it is', () => {
  let looks = 0;
  const problem = { ...puzzle, populationSize: 10_000, workLimit: null, maximumExecutionTime: 1e-6, reportInterval: 0 };
  const { end, events } = nest(problem, { clock: () => looks++ });
  assert.is(end, 'time_limit');
  const { generation, tested, elapsedSeconds } = events.findLast((event) => event.type === 'progress')!;
  assert.is(generation, 1);
  assert.ok(tested > 1 && tested < 10_000, `${tested} layouts`);
  assert.ok(elapsedSeconds < 5, `${elapsedSeconds} s`);
});

test('a cancellation ends even that generation', () => {
  const problem = { ...puzzle, populationSize: 10_000, workLimit: null, maximumExecutionTime: 1e-6, reportInterval: 0 };
  assert.is(nest(problem, { stopAfter: 1 }).end, 'cancelled');
});

/** Finds layouts faster than they may be sent, until the context ends the search. */
const hasty: Search = (context, plan) => {
  const { ground, poll } = context;
  for (let width = 1; ; width -= 0.02) {
    if (width > 0.5) context.offer(construct(ground, { ...plan, width }, poll));
    context.step();
  }
};
const narrowing: NestRequest = {
  ...puzzle,
  workLimit: null,
  bins: [bin(rectangle(900, 300))],
  optimization: { type: 'area', paperWidth: null, paperHeight: null },
};
const best = nest({ ...narrowing, workLimit: 60 }, { search: hasty }).last;

for (const [name, ending, over] of [
  ['the time limit', 'time_limit', { maximumExecutionTime: 0.4 }],
  ['the work limit', 'work_limit', { workLimit: 60 }],
  ['a cancellation', 'cancelled', {}],
  ['a target', 'target', { targetUtilisation: best.utilisation }],
] as const) {
  test(`the last improvement is sent at the end: ${name}`, () => {
    let least = Infinity;
    let steps = 0;
    let isCancelled = false;
    const found: Solution[] = [];
    const search: Search = (context, plan) => {
      const step = (): void => {
        isCancelled = ending === 'cancelled' && ++steps >= 60;
        context.step();
      };
      const offer: SearchContext['offer'] = (layout) => {
        const measures = context.offer(layout);
        least = Math.min(least, measures.fitness);
        return measures;
      };
      hasty(Object.create(context, { step: { value: step }, offer: { value: offer } }), plan);
    };
    const emit = (event: SolverEvent) => event.type === 'solution' && found.push(event.solution);
    const end = solve({ ...narrowing, ...over }, { seed: 1, shouldStop: () => isCancelled, emit }, search);
    assert.is(end, ending);
    assert.is(found.at(-1)!.fitness, least);
    assert.ok(found.length > 1);
    found.forEach((solution, i) => {
      if (i > 0) assert.ok(solution.fitness < found[i - 1]!.fitness);
    });
  });
}

test('the search ends early at a provably optimal layout', () => {
  const squares = Array.from({ length: 6 }, () => part(rectangle(10, 10)));
  const { end, last } = nest(request(squares, [bin(rectangle(100, 20))], { workLimit: null }));
  assert.is(end, 'optimal');
  assert.ok(Math.abs(last.usage.length - 30) < 1e-6);
});

test('the time limit ends the search, but the first solution comes even if it is late', () => {
  const { end, solutions } = nest({ ...puzzle, workLimit: null, maximumExecutionTime: 1e-6 });
  assert.is(end, 'time_limit');
  assert.is(solutions.length, 1);
});

test('a request to stop ends the solver, even before the first solution', () => {
  assert.is(nest(puzzle, { stopAfter: 0 }).end, 'cancelled');
  assert.is(nest(puzzle, { stopAfter: 0 }).solutions.length, 0);
  assert.is(nest({ ...puzzle, workLimit: null }, { stopAfter: 2 }).end, 'cancelled');
});

test('a solver that replaces another continues with its layout, counts and time', () => {
  const before = nest(puzzle).last;
  const { events, solutions } = nest(
    { ...puzzle, workLimit: 30, reportInterval: 1 },
    { seed: 5, startFrom: before, elapsedBefore: 3 },
  );
  for (const solution of solutions) {
    assert.ok(solution.fitness < before.fitness);
    assert.ok(solution.tested >= before.tested && solution.generation >= before.generation);
  }
  for (const event of events as SolverEvent[]) {
    assert.ok((event.type === 'progress' ? event : event.solution).elapsedSeconds >= 3);
  }
});

test('an unsound start layout is ignored', () => {
  const good = nest({ ...puzzle, workLimit: 0 }).last;
  const [first, second, ...rest] = good.placements;
  const bad = { ...good, placements: [first!, { ...second!, position: first!.position }, ...rest], fitness: 0 };
  const { solutions } = nest({ ...puzzle, workLimit: 0 }, { startFrom: bad });
  assert.equal(solutions[0]!.placements, good.placements);
});

test.run();
