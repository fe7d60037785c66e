/**
 * Adapts a model to your own survey, without the surveys behind the model. The model's Gaussians count as that many
 * people. Fields that your survey never measured keep their relation to its measured ones. The network and the
 * intervals stay as they are.
 */

import { Random } from '../../random.js';
import type { Artifact } from '../model/artifact.js';
import type { Gaussian } from '../model/conditional.js';
import { fitGaussian } from '../model/expectation.js';
import { type GaussianRole, gaussiansOf, Predictor } from '../model/predictor.js';
import type { Gender } from '../request.js';
import { ask } from './ask.js';
import { gaussianTensors } from './gaussian.js';
import type { Person } from './people.js';
import { foldOf, randomFields } from './questions.js';

const folds = 5;
/** Number of random known fields when the model is judged on your survey. */
const knownCount = 3;

export interface Adapted {
  readonly artifact: Artifact;
  /** Mean absolute error on your people kept out, cm: of the original model, and of the model adapted to the others. */
  readonly before: number;
  readonly after: number;
}

/** @param prior how many people the original model counts for, beside yours */
export function adapt(artifact: Artifact, people: readonly Person[], prior: number, seed: number): Adapted {
  const fold = foldOf(people, folds, seed);
  const errors = { before: [] as number[], after: [] as number[] };
  for (let f = 0; f < folds; f++) {
    const seen = people.filter((_, i) => fold[i] !== f);
    const unseen = people.filter((_, i) => fold[i] === f);
    for (const [judged, into] of [
      [artifact, errors.before],
      [adapted(artifact, seen, prior), errors.after],
    ] as const) {
      const predictor = Predictor.of(judged);
      ask(predictor, unseen, randomFields(knownCount), new Random(seed), ({ truth, value }) => {
        into.push(Math.abs(value - truth));
      });
      predictor.dispose();
    }
  }
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  return { artifact: adapted(artifact, people, prior), before: mean(errors.before), after: mean(errors.after) };
}

/** The artifact with its Gaussians moved towards the people; the other tensors are unchanged. */
function adapted(artifact: Artifact, people: readonly Person[], prior: number): Artifact {
  const roles: readonly GaussianRole[] = ['base', 'everybody'];
  const tensors = roles.flatMap((role) => {
    const original = gaussiansOf(artifact, role);
    const fit = (gender: Gender): Gaussian => {
      const rows = people.filter((person) => person.gender === gender).map(({ logs }) => ({ logs, weight: 1 }));
      if (rows.length === 0) return original[gender];
      return fitGaussian(rows, { prior: { gaussian: original[gender], people: prior } });
    };
    return gaussianTensors(role, { female: fit('female'), male: fit('male') });
  });
  return { ...artifact, tensors: new Map([...artifact.tensors, ...tensors]) };
}
