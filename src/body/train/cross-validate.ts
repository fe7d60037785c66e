/** Judges the model on people it never saw, fold by fold, beside a conditional Gaussian on the same folds. */

import { Random } from '../../random.js';
import { factorsOf, Ratios } from './calibrate.js';
import { type FittedBody, fitBody, predictorOf, referencePredictor } from './fit.js';
import type { TrainOptions } from './fit-network.js';
import type { Person } from './people.js';
import { foldOf } from './questions.js';
import { Scores } from './score.js';

export interface CrossValidated {
  /** The model, with interval factors fitted on the other folds' people. */
  readonly model: Scores;
  /** The conditional Gaussian per gender. */
  readonly reference: Scores;
  /** Interval factors from all held-out people, for the final model fitted to everybody. */
  readonly factors: Float32Array;
}

export interface CrossValidateOptions extends Omit<TrainOptions, 'onProgress'> {
  readonly folds: number;
  /** Number of folds to judge; by default all of them. */
  readonly judged?: number;
  readonly onProgress?: (fold: number, step: number, steps: number) => void;
}

export async function crossValidate(people: readonly Person[], options: CrossValidateOptions): Promise<CrossValidated> {
  const { folds, judged = folds, seed, onProgress } = options;
  const fold = foldOf(people, folds, seed);
  const model = new Scores();
  const reference = new Scores();
  const halves: Half[] = [];
  for (let f = 0; f < judged; f++) {
    const seen = people.filter((_, i) => fold[i] !== f);
    const unseen = people.filter((_, i) => fold[i] === f);
    const fitted = await fitBody(seen, { ...options, onProgress: (step, steps) => onProgress?.(f, step, steps) });
    const gaussian = referencePredictor(seen);
    reference.add(gaussian, unseen, seed + f);
    gaussian.dispose();
    const predictor = predictorOf(fitted);
    for (const half of [0, 1]) {
      const members = unseen.filter((_, i) => i % 2 === half);
      const ratios = new Ratios();
      ratios.add(predictor, members, new Random(seed));
      halves.push({ fold: f, fitted, people: members, ratios });
    }
    predictor.dispose();
  }
  for (const { fold: own, fitted } of halves.filter((_, i) => i % 2 === 0)) {
    for (const judge of judgements(halves, own)) {
      const predictor = predictorOf(fitted, factorsOf(judge.lent.map(({ ratios }) => ratios)));
      model.add(predictor, judge.people, seed + own);
      predictor.dispose();
    }
  }
  return { model, reference, factors: factorsOf(halves.map(({ ratios }) => ratios)) };
}

/** Half of the people new to one fold's model, and that model's errors on them. */
interface Half {
  readonly fold: number;
  readonly fitted: FittedBody;
  readonly people: readonly Person[];
  readonly ratios: Ratios;
}

/**
 * The test people of a fold's model, with interval factors lent by the other folds; a lone fold's halves lend each
 * other.
 */
function judgements(halves: readonly Half[], fold: number): { people: readonly Person[]; lent: readonly Half[] }[] {
  const own = halves.filter((half) => half.fold === fold);
  const others = halves.filter((half) => half.fold !== fold);
  if (others.length > 0) return [{ people: own.flatMap(({ people }) => people), lent: others }];
  return own.map((half) => ({ people: half.people, lent: own.filter((other) => other !== half) }));
}
