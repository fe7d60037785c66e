/** From known values to all fields: ln of the expected value and of the 90 % interval's ends, one gender at a time. */
import type { Gender } from '../request.js';
import type { Artifact, Tensor } from './artifact.js';
import { type Gaussian, makePlan, N, type Plan, whitenKnown } from './conditional.js';
import { contradictions, type Misfit } from './contradiction.js';
import { LeastRecentlyUsed } from './least-recently-used.js';

/** What is predicted for one person, metric, each [N]. */
export interface Prediction {
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** Half width of a 90 % interval in standard deviations. */
const HALF_WIDTH = 1.6449;
const PLANS = 512;

export class Predictor {
  readonly #gaussians: Record<Gender, Gaussian>;
  readonly #plans = new LeastRecentlyUsed<Plan>(PLANS);

  constructor(artifact: Artifact) {
    this.#gaussians = { female: gaussianOf(artifact, 'female'), male: gaussianOf(artifact, 'male') };
  }

  plan(gender: Gender, known: readonly number[]): Plan {
    return this.#plans.get(`${gender} ${known.join()}`, () => makePlan(this.#gaussians[gender], known));
  }

  /** Standardised logarithms of metric `values` at the known fields, [N]; 0 elsewhere. */
  standardise(gender: Gender, plan: Plan, values: Float64Array): Float64Array {
    const { mean, sd } = this.#gaussians[gender];
    const z = new Float64Array(N);
    for (const i of plan.known) z[i] = (Math.log(values[i]!) - mean[i]!) / sd[i]!;
    return z;
  }

  /** All fields from the metric `values` ([N], read at the plan's known fields). */
  predict(gender: Gender, plan: Plan, values: Float64Array): Prediction {
    const { mean, sd } = this.#gaussians[gender];
    const k = plan.known.length;
    const y = new Float64Array(k);
    whitenKnown(plan, this.standardise(gender, plan, values), y);
    const value = new Float64Array(N);
    const low = new Float64Array(N);
    const high = new Float64Array(N);
    for (let u = 0; u < N; u++) {
      let z = 0;
      for (let i = 0; i < k; i++) z += y[i]! * plan.gain[i * N + u]!;
      const half = HALF_WIDTH * plan.sd[u]!;
      value[u] = Math.exp(mean[u]! + sd[u]! * z);
      low[u] = Math.exp(mean[u]! + sd[u]! * (z - half));
      high[u] = Math.exp(mean[u]! + sd[u]! * (z + half));
    }
    return { value, low, high };
  }

  /** Known fields that do not fit the others, with the metric value that the others suggest. */
  misfits(gender: Gender, plan: Plan, values: Float64Array): (Misfit & { readonly expectedMetric: number })[] {
    const { mean, sd } = this.#gaussians[gender];
    const z = this.standardise(gender, plan, values);
    const y = new Float64Array(plan.known.length);
    whitenKnown(plan, z, y);
    return contradictions(plan, z, y, 1).map((misfit) => ({
      ...misfit,
      expectedMetric: Math.exp(mean[misfit.field]! + sd[misfit.field]! * misfit.expected),
    }));
  }
}

function gaussianOf({ tensors }: Artifact, gender: Gender): Gaussian {
  const read = (name: string): Float64Array => {
    const tensor: Tensor | undefined = tensors.get(`${gender}/${name}`);
    if (!tensor) throw new Error(`the body model has no tensor ${gender}/${name}`);
    return Float64Array.from(tensor.values);
  };
  return { mean: read('mean'), sd: read('sd'), correlation: read('correlation') };
}
