/** Shares by which a search uses its region less at a time, and how the share changes after a success. */

export const largestStep = 0.01;
/** After a failure at this one layouts are disturbed. */
export const smallestStep = 0.001;
/** Passes of a separation that was easy or hard, and how the step changes after it. */
const easy = { passes: 25, longer: 1.5 };
const hard = { passes: 80, shorter: 0.6 };

/** What a success took: its passes, and the failures in a row before it. */
export interface Success {
  readonly passes: number;
  readonly failures: number;
}

/** The step after a success with another one. */
export type Pace = (step: number, success: Success) => number;

export const longerStep = (step: number): number => Math.min(largestStep, step * easy.longer);

/** On a strip, where the passes tell how hard a step was. */
export const paceByPasses: Pace = (step, { passes }) => {
  if (passes < easy.passes) return longerStep(step);
  return passes > hard.passes ? Math.max(smallestStep, step * hard.shorter) : step;
};

/** On sheets, where what has no room finds it elsewhere in as many passes, however long the step was. */
export const paceByFailures: Pace = (step, { failures }) => (failures === 0 ? longerStep(step) : step);
