/** Small orders of simple parts, planned in this process: real nests and real mixes with little time. */
import { createRequire } from 'node:module';
import { create } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { encodeLayEvent } from '../../gateway/json/lay.js';
import { LayEventSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import type { Point } from '../../src/geometry/point.js';
import { solveMix } from '../../src/lays/mix/mix-task.js';
import type { Mixing } from '../../src/lays/mix/mixer.js';
import type { MarkerNester } from '../../src/lays/nest-round.js';
import type { LayOrder } from '../../src/lays/order.js';
import type { LayPlan } from '../../src/lays/plan.js';
import { planLays } from '../../src/lays/planner.js';
import type { Solution } from '../../src/nesting/request.js';
import { solve } from '../../src/nesting/solver.js';
import { bodyOf } from '../../src/services/lays/event.js';
import { bin, part, rectangle, request } from '../nesting/nest.js';
import type { JudgedOrder, PlanLine } from './judge.js';

const load = createRequire(import.meta.url)('highs') as typeof import('highs').default;
const highs = await load();

/** @param seconds for each mix, whatever the planner gives it */
export const quickMixing = (seconds: number): Mixing => ({
  mix: async (task) => solveMix(highs, { ...task, seconds }),
});

/** A programme ends after so many nodes, not by the clock. HiGHS has no status of its own for that. */
const countedHighs: typeof highs = {
  ...highs,
  solve: ((programme: string, options: object) => {
    const answer = highs.solve(programme, { ...options, time_limit: 60, mip_max_nodes: 50 });
    return answer.Status === 'Unknown' ? { ...answer, Status: 'Time limit reached' } : answer;
  }) as typeof highs.solve,
};

/**
 * Mixes whose searches have a fixed number of passes, and whose programmes have a number of nodes, however busy the machine.
 *
 * @param looks at the clock in each search, and there are eight passes between two
 */
export function steadyMixing(looks: number): Mixing {
  const seconds = 1;
  return {
    mix: async (task) => {
      let now = 0;
      return solveMix(countedHighs, { ...task, seconds }, () => (now += (1000 * seconds) / (2 * looks)));
    },
  };
}

/** Nests with a few steps of work, and counts the nests. */
export function quickNester({ garments, minDistance }: LayOrder): MarkerNester & { readonly nests: () => number } {
  let nests = 0;
  return {
    nests: () => nests,
    async nest({ counts, width }) {
      nests += 1;
      const polygons = counts.flatMap((count, g) =>
        count === 0
          ? []
          : garments[g]!.parts.map(({ points, quantity }) => ({ ...part(points), quantity: quantity * count })),
      );
      const length = 2000 * polygons.reduce((sum, { quantity }) => sum + quantity, 0);
      let best: Solution | null = null;
      const end = solve(
        request(polygons, [bin(rectangle(length, width))], { workLimit: 30, minDistance, allowedRotations: [0, 180] }),
        {
          seed: 1,
          shouldStop: () => false,
          emit: (event) => {
            if (event.type === 'solution') best = event.solution;
          },
        },
      );
      const found = best as Solution | null;
      const isWhole = found !== null && found.unplaced.length === 0;
      return { length: isWhole ? found.usage.length : Infinity, jobId: `job-${nests}`, isFinal: end === 'optimal' };
    },
  };
}

/** All plans of an order, as lines of the REST stream. The clock passes half a second at each look. */
export async function plansOf(order: LayOrder, seconds = 4): Promise<PlanLine[]> {
  let now = 0;
  const clock = (): number => (now += 250);
  const parts = { mixing: quickMixing(0.06), nester: quickNester(order), parallel: 2, clock };
  const lines: PlanLine[] = [];
  for await (const event of planLays(order, parts, seconds, new AbortController().signal)) {
    if (event.type === 'plan') lines.push(planLine(event.plan, order));
  }
  return lines;
}

/** A plan as a line of the REST stream. */
export const planLine = (plan: LayPlan, order: LayOrder): PlanLine =>
  encodeLayEvent(create(LayEventSchema, { event: bodyOf({ type: 'plan', plan, mixes: [] }, order) }));

export function judged({ garments, lines, cloths, table, costs }: LayOrder): JudgedOrder {
  return {
    lines: lines.map(({ garment, cloth, ...line }) => ({
      ...line,
      garment: garments[garment]!.name,
      colour: cloths[cloth]!.colour,
    })),
    cloths: cloths.map(({ rolls, ...cloth }) => ({ ...cloth, ...(rolls && { rolls }) })),
    table,
    costs,
  };
}

const outline = fc
  .record({
    kind: fc.integer({ min: 0, max: 2 }),
    w: fc.integer({ min: 100, max: 700 }),
    h: fc.integer({ min: 80, max: 600 }),
  })
  .map(({ kind, w, h }): Point[] => {
    if (kind === 0) return [...rectangle(w, h)];
    const triangle: Point[] = [
      [0, 0],
      [w, 0],
      [w / 3, h],
    ];
    const trapezium: Point[] = [
      [0, 0],
      [w, h / 4],
      [w, (3 * h) / 4],
      [0, h],
    ];
    return kind === 1 ? triangle : trapezium;
  });

const garment = fc.array(
  fc.record({ points: outline, quantity: fc.integer({ min: 1, max: 2 }) }).map((one) => ({
    ...one,
    holes: [],
    rotations: [0, 180],
  })),
  { minLength: 1, maxLength: 2 },
);

const roll = fc.record({
  id: fc.constant(''),
  length: fc.integer({ min: 500, max: 40_000 }),
  shade: fc.constantFrom('', 'A', 'B'),
});

const cloth = fc.record({
  width: fc.constantFrom(650, 900, 900, 900),
  rolls: fc.option(fc.array(roll, { minLength: 1, maxLength: 4 }), { nil: null }),
  price: fc.constantFrom(0, 1, 5.5),
  endLoss: fc.constantFrom(0, 15),
});

export const randomOrder: fc.Arbitrary<LayOrder> = fc
  .record({
    garments: fc.array(garment, { minLength: 1, maxLength: 4 }),
    cloths: fc.array(cloth, { minLength: 1, maxLength: 3 }),
    counts: fc.array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 60 }),
        over: fc.integer({ min: 0, max: 3 }),
        under: fc.integer({ min: 0, max: 2 }),
      }),
      { minLength: 12, maxLength: 12 },
    ),
    table: fc.record({ length: fc.integer({ min: 600, max: 5000 }), plies: fc.integer({ min: 1, max: 30 }) }),
    costs: fc.record({
      marker: fc.constantFrom(0, 8),
      lay: fc.constantFrom(0, 5),
      ply: fc.constantFrom(0, 0.2),
      cutting: fc.constantFrom(0, 0.1),
    }),
    minDistance: fc.constantFrom(0, 4),
  })
  .map(({ garments, cloths, counts, table, costs, minDistance }) => ({
    garments: garments.map((parts, g) => ({ name: `g${g}`, parts })),
    cloths: cloths.map((each, c) => ({ colour: `c${c}`, ...each })),
    lines: counts.slice(0, garments.length * cloths.length).map((line, i) => ({
      ...line,
      under: Math.min(line.under, line.quantity),
      garment: i % garments.length,
      cloth: Math.floor(i / garments.length),
    })),
    table,
    costs,
    minDistance,
  }));
