/** Seams and finished measurements of all sizes side by side, in the order of their first appearance. */

import type { FinishedMeasurement, Seam } from '../draft.js';
import type { DraftedSize } from '../grading/grade.js';

export interface SizedSeam extends Pick<Seam, 'name' | 'first' | 'second'> {
  /** A size that lacks the seam is left out. */
  readonly sizes: readonly { readonly size: string; readonly seam: Seam }[];
}

export interface SizedMeasurement extends Pick<FinishedMeasurement, 'name' | 'unit' | 'body'> {
  /** A size that lacks the measurement is left out. */
  readonly sizes: readonly { readonly size: string; readonly measurement: FinishedMeasurement }[];
}

export interface SizedSewing {
  readonly seams: readonly SizedSeam[];
  readonly finished: readonly SizedMeasurement[];
}

export function sizedSewing(drafted: readonly DraftedSize[]): SizedSewing {
  const seamNames = new Set(drafted.flatMap(({ draft }) => draft.seams.map(({ name }) => name)));
  const names = new Set(drafted.flatMap(({ draft }) => draft.finished.map(({ name }) => name)));
  return {
    seams: [...seamNames].map((name): SizedSeam => {
      const sizes = drafted.flatMap(({ name: size, draft }) =>
        draft.seams.filter((seam) => seam.name === name).map((seam) => ({ size, seam })),
      );
      const { first, second } = sizes[0]!.seam;
      return { name, first, second, sizes };
    }),
    finished: [...names].map((name): SizedMeasurement => {
      const sizes = drafted.flatMap(({ name: size, draft }) =>
        draft.finished.filter((one) => one.name === name).map((measurement) => ({ size, measurement })),
      );
      const { unit, body } = sizes[0]!.measurement;
      return { name, unit, body, sizes };
    }),
  };
}
