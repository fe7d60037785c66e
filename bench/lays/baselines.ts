/** The two ways of planning that a plan is compared with. Both nest their markers for real, with the time of the plan. */
import type { MixResult, MixTask } from '../../src/lays/mix/mix-task.js';
import type { Mixing } from '../../src/lays/mix/mixer.js';
import type { MixProblem } from '../../src/lays/mix/problem.js';

/** One marker a size: as many garments of it as the table has room for, or as few as its number asks for. */
export const oneSizeMarkers = (mixing: Mixing): Mixing => ({
  mix: (task, signal) =>
    mixing.mix(task.among === null ? { ...task, among: pureMarkers(task.problem), starts: [] } : task, signal),
});

function pureMarkers({ garments, table, cloths, loss }: MixProblem): number[][] {
  const longest = table.length - Math.min(...cloths.map(({ endLoss }) => endLoss));
  return garments.flatMap(({ length }, g) => {
    const most = Math.max(1, Math.floor((longest - loss) / length) + 1);
    return Array.from({ length: most }, (_, n) => garments.map((_, i) => (i === g ? n + 1 : 0)));
  });
}

/** Efficiencies of the estimate: the next is tried if a marker came out too long for the table. */
const efficiencies = [0.85, 0.82, 0.79, 0.76, 0.73, 0.7, 0.65, 0.6];

/** A plan by area: every marker is taken to use 85 % of its cloth, and no nest changes it. */
export function areaEstimate(mixing: Mixing): Mixing {
  let planned: MixResult | null = null;
  let wasNested = false;
  let next = 0;
  return {
    async mix(task: MixTask, signal) {
      if (task.among !== null) {
        const mix = await mixing.mix(task, signal);
        wasNested = planned !== null && mix.worth.missing <= planned.worth.missing;
        return mix;
      }
      if (planned !== null && wasNested) return planned;
      const efficiency = efficiencies[Math.min(next++, efficiencies.length - 1)]!;
      const garments = task.problem.garments.map((garment) => ({ ...garment, length: garment.least / efficiency }));
      const problem = {
        ...task.problem,
        garments,
        loss: 0,
        byNumber: [0],
        byKinds: [0],
        caution: 0,
        joined: [],
        known: new Map<string, number>(),
      };
      planned = await mixing.mix({ ...task, problem, starts: [] }, signal);
      return planned;
    },
  };
}
