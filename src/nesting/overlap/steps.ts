/** The steps of a search: the share that it saves at a time, and how the share changes after a success. */

export const largestStep = 0.01;
/** After a failure at this step the search disturbs layouts. */
export const smallestStep = 0.001;
/** The passes of an easy and of a hard separation, and the change of the step after it. */
const easy = { passes: 25, longer: 1.5 };
const hard = { passes: 80, shorter: 0.6 };

/** The cost of a success: its passes, and the failures in a row before it. */
export interface Success {
  readonly passes: number;
  readonly failures: number;
}

/** The step that follows a success. */
export type Pace = (step: number, success: Success) => number;

export const longerStep = (step: number, largest = largestStep): number => Math.min(largest, step * easy.longer);

/** On a strip, where the passes tell how hard a step was. */
export const paceByPasses: Pace = (step, { passes }) => {
  if (passes < easy.passes) return longerStep(step);
  return passes > hard.passes ? Math.max(smallestStep, step * hard.shorter) : step;
};

/**
 * On a row of sheets, where a displaced item needs as many passes to find room elsewhere, however long the step was. The
 * step is a share of the last sheet, and saves as much of the row as one of a strip does.
 */
export const paceByFailures =
  (sheets: number): Pace =>
  (step, { failures }) =>
    failures === 0 ? longerStep(step, sheets * largestStep) : step;
