/** A made-up survey: people drawn from the shipped model's own distribution. */
import { readArtifact } from '../../src/body/model/artifact.js';
import { cholesky } from '../../src/body/model/cholesky.js';
import { N } from '../../src/body/model/conditional.js';
import { gaussiansOf } from '../../src/body/model/predictor.js';
import type { Person } from '../../src/body/train/people.js';
import type { Random } from '../../src/random.js';

export const gaussians = gaussiansOf(readArtifact(), 'base');

const factors = {
  female: cholesky(gaussians.female.correlation, N, 1e-3),
  male: cholesky(gaussians.male.correlation, N, 1e-3),
};

/** `count` people who know every field. */
export function drawPeople(count: number, random: Random, source = 'made up'): Person[] {
  return Array.from({ length: count }, (_, i) => {
    const gender = i % 2 === 0 ? 'female' : 'male';
    const { mean, sd } = gaussians[gender];
    const noise = Float64Array.from({ length: N }, () => random.normal());
    const logs = Float64Array.from({ length: N }, (_, u) => {
      let z = 0;
      for (let j = 0; j <= u; j++) z += factors[gender][u * N + j]! * noise[j]!;
      return mean[u]! + sd[u]! * z;
    });
    return { id: `${source}-${i}`, gender, source, group: source, civilian: false, logs };
  });
}

/** The same people as if a few surveys had measured them, each with a share of the fields missing. */
export function withBlanks(people: readonly Person[], share: number, random: Random): Person[] {
  const leftOut = Array.from({ length: 6 }, () => Array.from({ length: N }, () => random.next() < share));
  return people.map((person) => {
    const blanks = leftOut[random.below(leftOut.length)]!;
    return { ...person, logs: person.logs.map((value, i) => (blanks[i] ? Number.NaN : value)) };
  });
}
