/** The ways of planning that a plan is compared with. All nest their markers for real, with the time of the plan. */
import type { MixResult, MixTask } from '../../src/lays/mix/mix-task.js';
import type { Mixing } from '../../src/lays/mix/mixer.js';
import { type Demand, keyOf, lengthOf, type MixProblem } from '../../src/lays/mix/problem.js';

/** Markers of one size: as many garments of it as the table has room for, or as few as its number asks for. */
export const oneSizeMarkers = (mixing: Mixing): Mixing => ({
  mix: (task, signal) =>
    mixing.mix(task.among === null ? { ...task, among: pureMarkers(task.problem), starts: [] } : task, signal),
});

function pureMarkers(problem: MixProblem): number[][] {
  const { garments, loss } = problem;
  return garments.flatMap(({ length }, g) => {
    const most = Math.max(1, Math.floor((longest(problem) - loss) / length) + 1);
    return Array.from({ length: most }, (_, n) => garments.map((_, i) => (i === g ? n + 1 : 0)));
  });
}

const longest = ({ table, cloths }: MixProblem): number =>
  table.length - Math.min(...cloths.map(({ endLoss }) => endLoss));

/** One marker a size and no other: with the most garments whose plies come out even in each colour. */
export const singleMarkers = (mixing: Mixing): Mixing => ({
  mix: (task, signal) => mixing.mix({ ...task, among: evenMarkers(task), starts: [] }, signal),
});

function evenMarkers({ problem, among }: MixTask): number[][] {
  const nested = among && new Set(among.map(keyOf));
  return problem.garments.flatMap((_, g) => {
    const own = pureMarkers(problem)
      .filter((counts) => isEven(problem.demand[g]!, counts[g]!) && lengthOf(problem, counts) <= longest(problem))
      .sort((a, b) => b[g]! - a[g]!);
    return own.slice(0, 1).filter((counts) => nested === null || nested.has(keyOf(counts)));
  });
}

const isEven = (demand: readonly Demand[], count: number): boolean =>
  demand.every(({ wanted, over, under }) => count * Math.floor((wanted + over) / count) >= wanted - under);

/** Efficiencies of the estimate: the next is tried if a marker came out too long for the table. */
const efficiencies = [0.85, 0.82, 0.79, 0.76, 0.73, 0.7, 0.65, 0.6];

/** A plan by area after the planner's first one: every marker is taken to use 85 % of its cloth, and no nest changes it. */
export function areaEstimate(mixing: Mixing): Mixing {
  let planned: MixResult | null = null;
  let next = 0;
  return {
    async mix(task: MixTask, signal) {
      if (planned !== null && isNested(planned, task.problem)) return planned;
      if (task.among !== null || (planned === null && !isEstimate(task.problem))) return await mixing.mix(task, signal);
      const efficiency = efficiencies[Math.min(next++, efficiencies.length - 1)]!;
      const garments = task.problem.garments.map((garment) => ({ ...garment, length: garment.least / efficiency }));
      const estimate = { garments, loss: 0, byNumber: [0], byKinds: [0], caution: 0, joined: [], known: new Map() };
      planned = await mixing.mix({ ...task, problem: { ...task.problem, ...estimate }, starts: [] }, signal);
      return planned;
    },
  };
}

/** Whether it is the planner's own estimate by area. */
const isEstimate = ({ known }: MixProblem): boolean => known.size === 0;

const isNested = ({ markers }: MixResult, problem: MixProblem): boolean =>
  markers.every(({ counts }) => (problem.known.get(keyOf(counts)) ?? Infinity) <= longest(problem));
