/**
 * Does the model's input betray the survey of a person? Only the people of 2012 have an age, and some landmarks moved
 * between the surveys. A model that could read the survey would look better than it is for anybody else.
 *
 * A linear discriminant learns to tell 1988 from 2012. Its features are the network's input in training: values, their
 * squares and the mask of known fields. Other people judge it by the area under its ROC curve: 0.5 is guessing. Bodies
 * differ between the surveys, so values alone tell something; the hidden parts (the age, the mask) must add nothing.
 */

import type { Random } from '../../random.js';
import { fieldIndex } from '../fields.js';
import { cholesky } from '../model/cholesky.js';
import { N } from '../model/conditional.js';
import { soldierQuestion } from './batches.js';
import type { Gaussians } from './gaussian.js';
import { imputed } from './impute.js';
import type { Person } from './people.js';

export interface ProbeResult {
  readonly name: string;
  /** Area under the ROC curve on people new to the discriminant. */
  readonly auc: number;
}

const age = fieldIndex('age');
const sizes = ['height', 'weight', 'chestGirth', 'waistGirth', 'hipGirth'].map(fieldIndex);

/** Probes the imputation of the soldiers' blanks, gender by gender, and averages. */
export function probeSurvey(people: readonly Person[], soldiers: Gaussians, random: Random): ProbeResult[] {
  const totals = new Map<string, number[]>();
  for (const gender of ['female', 'male'] as const) {
    const army = random.shuffle(people.filter((person) => person.gender === gender && !person.civilian));
    const label = army.map(({ source }) => (source === army[0]!.source ? 1 : 0));
    const [shown] = imputed(soldiers[gender], army, 1, random);
    const masks = army.map(() => soldierQuestion(random));
    const values = (fields: readonly number[]): number[][] =>
      shown!.map((z) => fields.flatMap((field) => [z[field]!, z[field]! ** 2]));
    const probes: [string, number[][]][] = [
      ['which fields are known', masks.map((known) => maskOf(known))],
      ['height, weight, chest, waist, hip', values(sizes)],
      ['the same and the age as shown', values([...sizes, age])],
      ['the same and whether an age was measured', values(sizes).map((row, i) => [...row, isMeasured(army[i]!)])],
    ];
    for (const [name, features] of probes) {
      totals.set(name, [...(totals.get(name) ?? []), areaUnderCurve(features, label)]);
    }
  }
  return [...totals].map(([name, values]) => ({ name, auc: values.reduce((a, b) => a + b, 0) / values.length }));
}

const isMeasured = (person: Person): number => (Number.isNaN(person.logs[age]!) ? 0 : 1);

function maskOf(known: readonly number[]): number[] {
  const mask = new Array<number>(N).fill(0);
  for (const field of known) mask[field] = 1;
  return mask;
}

/** Learns on the first half of the rows, returns the area under the ROC curve on the second. */
function areaUnderCurve(features: readonly number[][], label: readonly number[]): number {
  const half = features.length >> 1;
  const direction = discriminant(features.slice(0, half), label);
  const scored = features
    .slice(half)
    .map((row, i) => ({ score: row.reduce((sum, x, j) => sum + x * direction[j]!, 0), label: label[half + i]! }))
    .sort((a, b) => a.score - b.score);
  let negatives = 0;
  let pairs = 0;
  for (const { label: is } of scored) {
    if (is === 1) pairs += negatives;
    else negatives++;
  }
  const area = pairs / (negatives * (scored.length - negatives));
  return area;
}

/** Fisher's direction: inverse of the common covariance times the difference of the means. */
function discriminant(rows: readonly number[][], label: readonly number[]): Float64Array {
  const d = rows[0]!.length;
  const means = [0, 1].map((is) => {
    const mine = rows.filter((_, i) => label[i] === is);
    return Float64Array.from({ length: d }, (_, j) => mine.reduce((sum, row) => sum + row[j]!, 0) / mine.length);
  });
  const covariance = new Float64Array(d * d);
  rows.forEach((row, r) => {
    const mean = means[label[r]!]!;
    for (let i = 0; i < d; i++) {
      for (let j = 0; j <= i; j++) {
        covariance[i * d + j]! += ((row[i]! - mean[i]!) * (row[j]! - mean[j]!)) / rows.length;
      }
    }
  });
  for (let i = 0; i < d; i++) covariance[i * d + i]! += 1e-6;
  const lower = cholesky(covariance, d, 1e-3);
  const solution = Float64Array.from({ length: d }, (_, j) => means[1]![j]! - means[0]![j]!);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < i; j++) solution[i]! -= lower[i * d + j]! * solution[j]!;
    solution[i]! /= lower[i * d + i]!;
  }
  for (let i = d - 1; i >= 0; i--) {
    for (let j = i + 1; j < d; j++) solution[i]! -= lower[j * d + i]! * solution[j]!;
    solution[i]! /= lower[i * d + i]!;
  }
  return solution;
}
