/** From known values to all fields: the Gaussian's expectation, the network's correction, and a 90 % interval. */

import { Forgetting } from '../../forgetting.js';
import { LruCache } from '../../lru-cache.js';
import { bodyFields, fieldIndex } from '../fields.js';
import type { Gender } from '../request.js';
import type { AdaptedPopulation } from './adapted-population.js';
import type { Artifact, Tensor } from './artifact.js';
import { untaughtBeside, withAssumedErrors, withOwnError } from './assumed-error.js';
import {
  type Errors,
  type Gaussian,
  makePlan,
  makeWhitener,
  N,
  noErrors,
  type Plan,
  type Whitener,
  whitenKnown,
} from './conditional.js';
import { believable, contradictions, ordinary, rarities } from './contradiction.js';
import { PlannedFirstLayer } from './first-layer.js';
import { bmiAt, growthOf, heaviness } from './heaviness.js';
import { halfWidths } from './intervals.js';
import { Network } from './network.js';
import { Outlook } from './outlook.js';
import { leftWidenings, type Population, widened } from './populations.js';
import { type PieceRange, pieceCount, pieces, piecesIn, shiftGate, slopeOne } from './residual.js';
import { softplus } from './softplus.js';
import { type ChosenBackend, chooseBackend } from './tensorflow.js';
import { type Predictions, Workspace } from './workspace.js';

/** Number of sets of known fields with a cached plan. */
const mostPlans = 512;
/** The same for populations that the model was adapted to. They are forgotten within minutes. */
const mostAdaptedPlans = 64;
const age = fieldIndex('age');
/** Name in the artifact of `PredictorParts.widenings`. */
export const wideningTensor = 'interval/widenings';
/** Name in the artifact of `PredictorParts.heavyFactors`. */
export const heavyTensor = 'interval/heavy';
/** No prediction leaves the plausible range by more than this factor, whatever the input; an age never leaves it. */
const slack = 1.5;
const least = Float64Array.from(bodyFields, ({ kind, min }) => (kind === 'age' ? min : min / slack));
const most = Float64Array.from(bodyFields, ({ kind, max }) => (kind === 'age' ? max : max * slack));
const bounded = (metric: number, field: number): number => Math.min(Math.max(metric, least[field]!), most[field]!);

/** A population by name, or one that the model was adapted to. */
export type AnyPopulation = Population | AdaptedPopulation;

/** `base` predicts, `everybody` judges the input. */
export type GaussianRole = 'base' | 'everybody';

export interface PredictorParts {
  /** The Gaussians that predict. */
  readonly gaussians: Readonly<Record<Gender, Gaussian>>;
  /** The Gaussians that judge the input: everybody at full weight, so that old and heavy people are believed. */
  readonly everybody: Readonly<Record<Gender, Gaussian>>;
  readonly network: Network;
  /** Interval factors, [binCount, N]. */
  readonly factors: Float32Array;
  /** Factors that widen the intervals for a population that no survey measured, [wideningBins, N]. */
  readonly widenings: Float32Array;
  /** Factors of the intervals of heavy people, [binCount, N]. */
  readonly heavyFactors: Float32Array;
}

/** A plan with the half widths of its intervals, [N], and the first layer folded for it. */
export interface PredictionPlan extends Plan {
  readonly gender: Gender;
  /** The Gaussian that predicts, and the one that judges the input. */
  readonly gaussian: Gaussian;
  readonly everybody: Gaussian;
  readonly halfWidth: Float64Array;
  /** Known fields that were converted, and so get intervals of their own. */
  readonly errors: Errors;
  /** Fields of whose spread the network never learned. */
  readonly untaught: ReadonlySet<number>;
  /** Growth of the half widths for heavy people, [N]. */
  readonly growth: Float64Array;
  readonly firstLayer: PlannedFirstLayer;
  readonly judge: Whitener;
}

/** A known field that does not fit the others. */
export interface MetricMisfit {
  readonly field: number;
  /** Whether it contradicts the others, or is only rare beside them. */
  readonly contradicts: boolean;
  /** Metric value that the others suggest. */
  readonly expected: number;
  /** Standard deviation of its logarithm. */
  readonly spread: number;
}

export class Predictor {
  readonly #gaussians: Readonly<Record<Gender, Gaussian>>;
  readonly #everybody: Readonly<Record<Gender, Gaussian>>;
  readonly #network: Network;
  readonly #factors: Float32Array;
  readonly #widenings: Float32Array;
  readonly #heavyFactors: Float32Array;
  readonly #plans = new LruCache<string, PredictionPlan>(mostPlans);
  readonly #adaptedPlans = new LruCache<string, PredictionPlan>(mostAdaptedPlans);
  readonly #forgetting = new Forgetting(() => {
    this.#adaptedPlans.clear();
    this.#latest = undefined;
  });
  /** The latest plan: people who come together mostly know the same fields. */
  #latest:
    | { readonly population: AnyPopulation; readonly known: readonly number[]; readonly plan: PredictionPlan }
    | undefined;
  #work: Workspace;
  /** Number of people in the last call. */
  #rows = 0;

  constructor({ gaussians, everybody, network, factors, widenings, heavyFactors }: PredictorParts) {
    this.#gaussians = gaussians;
    this.#everybody = everybody;
    this.#network = network;
    this.#factors = factors;
    this.#widenings = widenings;
    this.#heavyFactors = heavyFactors;
    this.#work = new Workspace(1, network.firstLayer.width);
  }

  static of(artifact: Artifact): Predictor {
    return new Predictor({
      gaussians: gaussiansOf(artifact, 'base'),
      everybody: gaussiansOf(artifact, 'everybody'),
      network: new Network(artifact.tensors),
      factors: tensorOf(artifact, 'interval/factors').values,
      widenings: tensorOf(artifact, wideningTensor).values,
      heavyFactors: tensorOf(artifact, heavyTensor).values,
    });
  }

  /** The Gaussians that predict. */
  get gaussians(): Readonly<Record<Gender, Gaussian>> {
    return this.#gaussians;
  }

  /** The plan for these known fields (in ascending order); kept for the next request with the same. */
  plan(gender: Gender, known: readonly number[], population: AnyPopulation, errors: Errors = noErrors): PredictionPlan {
    const latest = this.#latest;
    const isLatest =
      latest?.plan.gender === gender && latest.population === population && latest.plan.errors === errors;
    if (isLatest && areEqual(latest.known, known)) return latest.plan;
    const isAdapted = typeof population === 'object';
    if (isAdapted) this.#forgetting.kept();
    const name = isAdapted ? population.id : population;
    const plan = (isAdapted ? this.#adaptedPlans : this.#plans).getOrMake(
      `${gender} ${name} ${known.join()} ${[...errors].join()}`,
      () => {
        const gaussian = this.#gaussianOf(gender, population);
        const everybody = this.#everybodyOf(gender, population);
        const all = withAssumedErrors(errors, known);
        const plan = makePlan(gaussian, known, true, all);
        const judge = makeWhitener(everybody, known, all);
        const beside = untaughtBeside(known);
        const straight = [...plan.straight, ...beside];
        const untaught = new Set([...errors.keys(), ...beside]);
        const firstLayer = new PlannedFirstLayer(this.#network.firstLayer, gender, plan);
        const halfWidth = this.#halfWidths(gender, plan, population);
        const growth = growthOf(this.#heavyFactors, plan);
        const judged = { everybody, judge };
        return { ...plan, ...judged, gender, gaussian, halfWidth, errors, growth, firstLayer, straight, untaught };
      },
    );
    this.#latest = { population, known, plan };
    return plan;
  }

  /** Clears the input and the answers of the last call: no data of a person stays. */
  forget(): void {
    this.#work.clear(this.#rows);
  }

  /** The intervals with these fields known, and with further ones: the Gaussian's part, exactly. */
  outlook(gender: Gender, known: readonly number[], population: AnyPopulation, errors: Errors = noErrors): Outlook {
    const gaussian = this.#gaussianOf(gender, population);
    const widths = (all: Int32Array): Float64Array => this.#halfWidths(gender, { known: all }, population);
    return new Outlook(gaussian, known, widths, withAssumedErrors(errors, known));
  }

  #halfWidths(gender: Gender, plan: Pick<Plan, 'known'>, population: AnyPopulation): Float64Array {
    const half = halfWidths(this.#factors, plan);
    if (typeof population === 'string') return widened(half, population, this.#widenings, plan);
    return widened(half, 'unspecified', leftWidenings(this.#widenings, plan, population.genders[gender]), plan);
  }

  #gaussianOf(gender: Gender, population: AnyPopulation): Gaussian {
    const own = typeof population === 'string' ? undefined : population.genders[gender];
    return own?.gaussian ?? this.#gaussians[gender];
  }

  /** The Gaussian that judges the input moves along with the one that predicts. */
  #everybodyOf(gender: Gender, population: AnyPopulation): Gaussian {
    const everybody = this.#everybody[gender];
    const moved = this.#gaussianOf(gender, population).mean;
    const { mean } = this.#gaussians[gender];
    return moved === mean ? everybody : { ...everybody, mean: everybody.mean.map((m, u) => m + moved[u]! - mean[u]!) };
  }

  /** Frees the network's tensors. */
  dispose(): void {
    this.#network.dispose();
  }

  /**
   * All fields of several people, in one pass of the network. The next call uses the arrays again, and `forget` clears
   * them.
   *
   * @param plans the plan of each person's known fields
   * @param values metric values, [rows, N], read at the fields that the row's plan knows
   */
  predict(plans: readonly PredictionPlan[], values: Float64Array): Predictions {
    const rows = plans.length;
    this.#rows = rows;
    const { width } = this.#network.firstLayer;
    if (this.#work.rows < rows) this.#work = new Workspace(rows, width);
    this.#work.expected.fill(0, 0, rows * N);
    if (rows === 0) return this.#work;
    for (let row = 0; row < rows; row++) this.#expect(plans[row]!, values, row);
    const bent = piecesIn(this.#work.parts, rows);
    const raw = this.#network.run(this.#work.hidden.subarray(0, rows * width), rows, bent);
    for (let row = 0; row < rows; row++) this.#correct(plans[row]!, raw, bent, row);
    return this.#work;
  }

  /** Computes the Gaussian's expectation without the weight, the weight's surprise, and the network's first layer. */
  #expect(plan: PredictionPlan, values: Float64Array, row: number): void {
    const { mean, sd } = plan.gaussian;
    const { hidden, z, y, expected, parts, distance } = this.#work;
    const k = plan.known.length;
    const first = row * N;
    for (const field of plan.known) z[field] = (Math.log(values[first + field]!) - mean[field]!) / sd[field]!;
    distance[row] = this.#distance(plan, values, first);
    whitenKnown(plan, z, y);
    if (plan.weightKnown) pieces(y[k - 1]!, parts, row * pieceCount);
    else parts.fill(0, row * pieceCount, (row + 1) * pieceCount);
    const before = plan.weightKnown ? k - 1 : k;
    for (let i = 0; i < before; i++) {
      const yi = y[i]!;
      for (let u = 0; u < N; u++) expected[first + u]! += yi * plan.gain[i * N + u]!;
    }
    plan.firstLayer.write(z, expected, first, hidden, row * this.#network.firstLayer.width);
  }

  /**
   * Adds the network's shift and bent weight, and turns scores into metric values and intervals.
   *
   * @param raw the network's outputs for the pieces of `bent`
   */
  #correct(plan: PredictionPlan, raw: Float32Array, bent: PieceRange, row: number): void {
    const { mean, sd } = plan.gaussian;
    const { expected, parts, score, value, low, high } = this.#work;
    const gate = shiftGate(plan, age);
    const last = (plan.known.length - 1) * N;
    const shift = row * (2 + bent.to - bent.from) * N;
    const spread = shift + N;
    for (let u = 0; u < N; u++) score[u] = expected[row * N + u]! + gate * plan.sd[u]! * raw[shift + u]!;
    for (let piece = bent.from; piece < bent.to; piece++) {
      const part = parts[row * pieceCount + piece]!;
      if (part === 0) continue;
      const slope = spread + (1 + piece - bent.from) * N;
      for (let u = 0; u < N; u++) score[u]! += part * softplus(raw[slope + u]! + slopeOne) * plan.gain[last + u]!;
    }
    for (const u of plan.straight) {
      score[u] = expected[row * N + u]!;
      for (let piece = bent.from; piece < bent.to; piece++) {
        score[u] += parts[row * pieceCount + piece]! * plan.gain[last + u]!;
      }
    }
    for (let u = 0; u < N; u++) value[row * N + u] = Math.exp(mean[u]! + sd[u]! * score[u]!);
    const heavy = heaviness(bmiAt(value, row * N));
    const spreadOf = (u: number): number => (plan.untaught.has(u) ? 1 : Math.exp(raw[spread + u]!));
    for (let u = 0; u < N; u++) {
      const at = row * N + u;
      const half = sd[u]! * plan.halfWidth[u]! * (1 + heavy * plan.growth[u]!) * plan.sd[u]! * spreadOf(u);
      const factor = Math.exp(withOwnError(half, u));
      const middle = value[at]!;
      value[at] = bounded(middle, u);
      low[at] = bounded(middle / factor, u);
      high[at] = bounded(middle * factor, u);
    }
  }

  /**
   * Known fields that do not fit the others, with the others' suggested metric value.
   *
   * @param values those of `predict`
   * @param distance the squared Mahalanobis distance that `predict` found for row `row`
   */
  misfits(plan: PredictionPlan, values: Float64Array, row: number, distance: number): MetricMisfit[] {
    const contradict = distance > believable(plan.known.length) && plan.known.length > 1;
    if (!contradict && distance <= ordinary) return [];
    const { mean, sd } = plan.everybody;
    const z = new Float64Array(N);
    for (const field of plan.known) z[field] = (Math.log(values[row * N + field]!) - mean[field]!) / sd[field]!;
    const found = contradict ? contradictions(plan.judge, z, distance) : rarities(plan.judge, z);
    return found.map(({ field, expected, sd: left }) => ({
      field,
      contradicts: contradict,
      expected: Math.exp(mean[field]! + sd[field]! * expected),
      spread: sd[field]! * left,
    }));
  }

  /** A field among people of a gender: mean and standard deviation of the logarithm of the metric value. */
  population(gender: Gender, field: number): { readonly mean: number; readonly sd: number } {
    const { mean, sd } = this.#everybody[gender];
    return { mean: mean[field]!, sd: sd[field]! };
  }

  /** Squared Mahalanobis distance of the known values that start at `first`. */
  #distance({ everybody, judge }: PredictionPlan, values: Float64Array, first: number): number {
    const { mean, sd } = everybody;
    const { judged, y } = this.#work;
    for (const field of judge.known) judged[field] = (Math.log(values[first + field]!) - mean[field]!) / sd[field]!;
    whitenKnown(judge, judged, y);
    let sum = 0;
    for (let i = 0; i < judge.known.length; i++) sum += y[i]! ** 2;
    return sum;
  }
}

function areEqual(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Times one inference on every backend that loads here and sets the fastest. */
export function fastestBackend(artifact: Artifact): Promise<ChosenBackend> {
  return chooseBackend(() => {
    const network = new Network(artifact.tensors);
    const hidden = new Float32Array(network.firstLayer.width);
    return { run: () => network.run(hidden, 1, { from: 0, to: pieceCount }), dispose: () => network.dispose() };
  });
}

function tensorOf({ tensors }: Artifact, name: string): Tensor {
  const tensor = tensors.get(name);
  if (!tensor) throw new Error(`the body model has no tensor ${name}`);
  return tensor;
}

/** The Gaussians of a role in an artifact. */
export function gaussiansOf(artifact: Artifact, role: GaussianRole): Record<Gender, Gaussian> {
  const read = (name: string): Float64Array => Float64Array.from(tensorOf(artifact, `${role}/${name}`).values);
  const of = (gender: Gender): Gaussian => ({
    mean: read(`${gender}/mean`),
    sd: read(`${gender}/sd`),
    correlation: read(`${gender}/correlation`),
  });
  return { female: of('female'), male: of('male') };
}
