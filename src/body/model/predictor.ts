/** From known values to all fields: the Gaussian's expectation, the network's correction, and a 90 % interval. */
import { fieldIndex } from '../fields.js';
import type { Gender } from '../request.js';
import type { Artifact, Tensor } from './artifact.js';
import { type Gaussian, makePlan, N, type Plan, whitenKnown } from './conditional.js';
import { chiSquaredQuantile, contradictions, type Misfit } from './contradiction.js';
import { halfWidths } from './intervals.js';
import { LeastRecentlyUsed } from './least-recently-used.js';
import { Network } from './network.js';
import { fillInput, INPUTS, OUTPUTS, PIECES, pieces, SLOPE_ONE, shiftGate } from './residual.js';
import { type ChosenBackend, chooseBackend } from './tensorflow.js';

/** Predictions for people who know the same fields, row-major [rows, N], metric. */
export interface Predictions {
  readonly value: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** Squared Mahalanobis distance of what is known, [rows]. */
  readonly distance: Float64Array;
}

/** Sets of known fields whose plans are kept. */
const PLANS = 512;
const age = fieldIndex('age');

export interface PredictorParts {
  readonly gaussians: Readonly<Record<Gender, Gaussian>>;
  readonly network: Network;
  /** Interval factors, [BIN_COUNT, N]. */
  readonly factors: Float32Array;
}

/** A plan, and the half widths of the intervals that go with it, [N]. */
export interface PredictionPlan extends Plan {
  readonly halfWidth: Float64Array;
}

export class Predictor {
  readonly #gaussians: Readonly<Record<Gender, Gaussian>>;
  readonly #network: Network;
  readonly #factors: Float32Array;
  readonly #plans = new LeastRecentlyUsed<PredictionPlan>(PLANS);

  constructor({ gaussians, network, factors }: PredictorParts) {
    this.#gaussians = gaussians;
    this.#network = network;
    this.#factors = factors;
  }

  static of(artifact: Artifact): Predictor {
    return new Predictor({
      gaussians: { female: gaussianOf(artifact, 'female'), male: gaussianOf(artifact, 'male') },
      network: new Network(artifact.tensors),
      factors: tensorOf(artifact, 'interval/factors').values,
    });
  }

  /** What knowing these fields (in ascending order) means; kept for the next request that knows the same. */
  plan(gender: Gender, known: readonly number[]): PredictionPlan {
    return this.#plans.get(`${gender} ${known.join()}`, () => {
      const plan = makePlan(this.#gaussians[gender], known);
      return { ...plan, halfWidth: halfWidths(this.#factors, plan) };
    });
  }

  /** Frees the network's tensors. */
  dispose(): void {
    this.#network.dispose();
  }

  /**
   * All fields of people who know the same ones.
   *
   * @param values metric values, [rows, N], read at the plan's known fields
   */
  predict(gender: Gender, plan: PredictionPlan, values: Float64Array, rows: number): Predictions {
    const { mean, sd } = this.#gaussians[gender];
    const k = plan.known.length;
    const before = plan.weightKnown ? k - 1 : k;
    const x = new Float32Array(rows * INPUTS);
    const surprise = new Float64Array(rows);
    const distance = new Float64Array(rows);
    const expected = new Float64Array(rows * N);
    const z = new Float64Array(N);
    const y = new Float64Array(k);
    for (let row = 0; row < rows; row++) {
      const own = expected.subarray(row * N, row * N + N);
      for (const field of plan.known) z[field] = (Math.log(values[row * N + field]!) - mean[field]!) / sd[field]!;
      whitenKnown(plan, z, y);
      for (let i = 0; i < k; i++) distance[row]! += y[i]! ** 2;
      for (let i = 0; i < before; i++) {
        const yi = y[i]!;
        for (let u = 0; u < N; u++) own[u]! += yi * plan.gain[i * N + u]!;
      }
      fillInput(x, row * INPUTS, gender, plan, z, own);
      if (plan.weightKnown) surprise[row] = y[k - 1]!;
    }
    const raw = this.#network.run(x, rows);
    const gate = shiftGate(plan, age);
    const result = {
      value: new Float64Array(rows * N),
      low: new Float64Array(rows * N),
      high: new Float64Array(rows * N),
      distance,
    };
    const piece = new Float64Array(PIECES);
    for (let row = 0; row < rows; row++) {
      const output = row * OUTPUTS;
      if (plan.weightKnown) pieces(surprise[row]!, piece, 0);
      for (let u = 0; u < N; u++) {
        let score = expected[row * N + u]! + gate * plan.sd[u]! * raw[output + u]!;
        if (plan.weightKnown) {
          let bent = 0;
          for (let p = 0; p < PIECES; p++) bent += softplus(raw[output + (1 + p) * N + u]! + SLOPE_ONE) * piece[p]!;
          score += bent * plan.gain[(k - 1) * N + u]!;
        }
        const half = plan.halfWidth[u]! * plan.sd[u]! * Math.exp(raw[output + (1 + PIECES) * N + u]!);
        const at = row * N + u;
        result.value[at] = Math.exp(mean[u]! + sd[u]! * score);
        result.low[at] = Math.exp(mean[u]! + sd[u]! * (score - half));
        result.high[at] = Math.exp(mean[u]! + sd[u]! * (score + half));
      }
    }
    return result;
  }

  /**
   * Known fields that do not fit the others, with the metric value that the others suggest.
   *
   * @param distance the squared Mahalanobis distance that `predict` found
   */
  misfits(
    gender: Gender,
    plan: Plan,
    values: Float64Array,
    distance: number,
  ): (Misfit & { readonly expectedMetric: number })[] {
    if (distance <= chiSquaredQuantile(plan.known.length)) return [];
    const { mean, sd } = this.#gaussians[gender];
    const z = new Float64Array(N);
    for (const field of plan.known) z[field] = (Math.log(values[field]!) - mean[field]!) / sd[field]!;
    return contradictions(plan, z, distance).map((misfit) => ({
      ...misfit,
      expectedMetric: Math.exp(mean[misfit.field]! + sd[misfit.field]! * misfit.expected),
    }));
  }
}

/** Times one inference on every backend that loads here and sets the fastest. */
export function fastestBackend(artifact: Artifact): Promise<ChosenBackend> {
  const input = new Float32Array(INPUTS);
  return chooseBackend(() => {
    const network = new Network(artifact.tensors);
    return { run: () => network.run(input, 1), dispose: () => network.dispose() };
  });
}

const softplus = (x: number): number => (x > 20 ? x : Math.log1p(Math.exp(x)));

function tensorOf({ tensors }: Artifact, name: string): Tensor {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`the body model has no tensor ${name}`);
  return tensor;
}

export function gaussianOf(artifact: Artifact, gender: Gender): Gaussian {
  const read = (name: string): Float64Array => Float64Array.from(tensorOf(artifact, `${gender}/${name}`).values);
  return { mean: read('mean'), sd: read('sd'), correlation: read('correlation') };
}
