/** The base of the model: one Gaussian per gender, soldiers and civilians together at chosen weights. */

import type { Tensor } from '../model/artifact.js';
import { type Gaussian, N } from '../model/conditional.js';
import { fitGaussian } from '../model/expectation.js';
import type { GaussianRole } from '../model/predictor.js';
import type { Gender } from '../request.js';
import type { Person } from './people.js';

/** Weight of a civilian beside a soldier: 27,445 civilians must not outvote 8,040 soldiers. */
export const weightOfCivilian = 0.06;

export type Gaussians = Record<Gender, Gaussian>;

export function fitGaussians(people: readonly Person[], civilianWeight = weightOfCivilian): Gaussians {
  const fit = (gender: Gender): Gaussian =>
    fitGaussian(
      people
        .filter((person) => person.gender === gender && (civilianWeight > 0 || !person.civilian))
        .map(({ logs, civilian }) => ({ logs, weight: civilian ? civilianWeight : 1 })),
    );
  return { female: fit('female'), male: fit('male') };
}

export function gaussianTensors(role: GaussianRole, gaussians: Gaussians): [string, Tensor][] {
  return Object.entries(gaussians).flatMap(([gender, { mean, sd, correlation }]): [string, Tensor][] => [
    [`${role}/${gender}/mean`, { shape: [N], values: Float32Array.from(mean) }],
    [`${role}/${gender}/sd`, { shape: [N], values: Float32Array.from(sd) }],
    [`${role}/${gender}/correlation`, { shape: [N, N], values: Float32Array.from(correlation) }],
  ]);
}
