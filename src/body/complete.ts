/**
 * Completes a body: any known measurements in, all 69 out, each flagged as supplied or predicted, predictions with a 90
 * % interval. The API sets the rules; the model in `models/body` gives the numbers.
 */
import { type FieldProblem, ServiceError } from '../errors.js';
import { type Adapted, adaptTo } from './adapting/adapt.js';
import { Completion, rowCount, rowWidth } from './completion.js';
import { fillWithoutPrediction, fillWithPrediction } from './entries.js';
import { fieldIndex } from './fields.js';
import { type Artifact, modelFolder, readArtifact } from './model/artifact.js';
import { N } from './model/conditional.js';
import { defaultPopulation } from './model/populations.js';
import { fastestBackend, type PredictionPlan, Predictor } from './model/predictor.js';
import type { ChosenBackend } from './model/tensorflow.js';
import type { Predictions } from './model/workspace.js';
import { type NextBest, nextBest } from './next-best.js';
import { type BodyRequest, readMeasurements, type Supplied } from './request.js';
import { errorsOf, underDefinitions } from './taken.js';
import {
  contradiction,
  implausible,
  isOfSomebodyElse,
  isPlausible,
  likelySlip,
  notCovered,
  rare,
  type Warning,
} from './warnings.js';

export type { Adapted } from './adapting/adapt.js';
export type { CompletedBody, Completion, FieldEntry } from './completion.js';
export { type AdaptedPopulation, adaptedText, readAdapted } from './model/adapted-population.js';
export { defaultPopulation, type Population, populations } from './model/populations.js';
export type { BodyRequest, Gender } from './request.js';
export type { UnitName, UnitSystem } from './units.js';
export type { Warning } from './warnings.js';
export { type Taken, waysToTake } from './ways-to-take.js';

/** The outcome of one request among many: its body, or its problems. */
export type Attempt = Completion | ServiceError;

/** A request after reading: its measurements, and those of them that the model may use. */
interface Question {
  readonly request: BodyRequest;
  readonly supplied: readonly Supplied[];
  readonly usable: readonly Supplied[];
  readonly usedDeprecatedAlias: boolean;
}

const age = fieldIndex('age');
/** Numbers of one completion. */
const numbersPerCompletion = rowCount * rowWidth;
/**
 * People in one pass of the network. More people would share its overhead among more. But their answers, 10 kB each,
 * would outlive the young generation of the garbage collector: at 256 a person costs 38 us, at 64 23 us.
 */
const blockSize = 64;

export class BodyModel {
  readonly #predictor: Predictor;
  /** Metric values of a block, [blockSize, N]; only the fields that the plans know are read. */
  readonly #values = new Float64Array(blockSize * N);
  /** The chosen TensorFlow.js backend, and the measured times, for the log. */
  readonly backend: ChosenBackend;

  constructor(predictor: Predictor, backend: ChosenBackend) {
    this.#predictor = predictor;
    this.backend = backend;
  }

  /** The measurements to take next; see `nextBest`. */
  nextBest(request: BodyRequest, wanted?: readonly string[]): NextBest {
    return nextBest(this.#predictor, request, wanted);
  }

  /**
   * Adapts the model to the people of a population. It keeps sums of them and no row.
   *
   * @param pause called every millisecond or so, so that others get their turn
   * @throws ServiceError `invalid` for wrong measurements, with paths as `people[3].height`, or where the people are too few
   */
  adapt(people: readonly BodyRequest[], pause?: () => Promise<void>): Promise<Adapted> {
    return adaptTo(people, { gaussians: this.#predictor.gaussians, ...(pause && { pause }) });
  }

  /** @throws ServiceError `invalid_measurement`, naming every measurement that is not a finite number above 0. */
  complete(request: BodyRequest): Completion {
    return this.#answer([ask(request)])[0]!;
  }

  /**
   * Completes many bodies, in the order given; fastest when they know the same few sets of fields.
   *
   * @throws ServiceError `invalid_measurement` for every problem of every request; the paths are `[3].height`.
   */
  completeMany(requests: readonly BodyRequest[]): Completion[] {
    return bodiesOf(this.attemptMany(requests), 0);
  }

  /**
   * Completes bodies as they come, in little memory for any number of them: the way for a stream or a file.
   *
   * @throws ServiceError as `completeMany`, on reaching the block of the wrong request.
   */
  *completeEach(requests: Iterable<BodyRequest>): Generator<Completion> {
    let first = 0;
    for (const block of blocksOf(requests)) {
      yield* bodiesOf(this.attemptMany(block), first);
      first += block.length;
    }
  }

  /** Like `completeMany`, but one wrong request does not fail the others. */
  attemptMany(requests: readonly BodyRequest[]): Attempt[] {
    const attempts: Attempt[] = [];
    for (const block of blocksOf(requests)) {
      const asked = block.map(attempt);
      const bodies = this.#answer(asked.filter((one): one is Question => !(one instanceof ServiceError)));
      let next = 0;
      for (const one of asked) attempts.push(one instanceof ServiceError ? one : bodies[next++]!);
    }
    return attempts;
  }

  #answer(questions: readonly Question[]): Completion[] {
    const plans = questions.map(({ request: { gender, population = defaultPopulation }, usable }, i) =>
      usable.some(({ index }) => index !== age) && !this.#uncovered(questions[i]!)
        ? this.#predictor.plan(
            gender,
            usable.map(({ index }) => index),
            population,
            errorsOf(usable),
          )
        : undefined,
    );
    const answered = questions.filter((_, i) => plans[i]);
    answered.forEach(({ usable }, row) => {
      for (const { index, metric } of usable) this.#values[row * N + index] = metric;
    });
    try {
      return this.#read(questions, plans);
    } finally {
      // The arrays stay, but no data of a person does.
      this.#values.fill(0, 0, answered.length * N);
      this.#predictor.forget();
    }
  }

  #read(questions: readonly Question[], plans: readonly (PredictionPlan | undefined)[]): Completion[] {
    const predictions = this.#predictor.predict(
      plans.filter((plan) => plan !== undefined),
      this.#values,
    );
    // All answers share one array: the garbage collector slows with the number of arrays.
    const numbers = new Float64Array(questions.length * numbersPerCompletion);
    let row = 0;
    return questions.map((question, i) => {
      const plan = plans[i];
      const own = numbers.subarray(i * numbersPerCompletion, (i + 1) * numbersPerCompletion);
      return plan ? this.#predicted(question, plan, predictions, row++, own) : this.#unpredicted(question, own);
    });
  }

  /** The answer where no known value tells anything about sizes. */
  #unpredicted(question: Question, numbers: Float64Array): Completion {
    const { request, supplied, usedDeprecatedAlias } = question;
    const expected = (field: number): number => Math.exp(this.#predictor.population(request.gender, field).mean);
    const uncovered = this.#uncovered(question);
    const warnings = uncovered ? [notCovered(uncovered, request.unit)] : this.#rangeWarnings(question, expected);
    fillWithoutPrediction(numbers, supplied);
    return new Completion(request.unit, numbers, warnings, usedDeprecatedAlias);
  }

  #predicted(
    question: Question,
    plan: PredictionPlan,
    predictions: Predictions,
    row: number,
    numbers: Float64Array,
  ): Completion {
    const { request, supplied, usedDeprecatedAlias } = question;
    const warnings = [
      ...this.#rangeWarnings(question, (field) => predictions.value[row * N + field]!),
      ...this.#misfitWarnings(question, plan, row, predictions.distance[row]!),
    ];
    fillWithPrediction(numbers, request.unit, supplied, predictions, row);
    return new Completion(request.unit, numbers, warnings, usedDeprecatedAlias);
  }

  /** The height or age that tells that the model does not cover the person, unless it was meant in another unit. */
  #uncovered({ request: { gender }, supplied }: Question): Supplied | undefined {
    return supplied.find((one) => {
      if (!isOfSomebodyElse(one)) return false;
      const population = this.#predictor.population(gender, one.index);
      return !likelySlip(one, { expected: Math.exp(population.mean), population });
    });
  }

  /** For omitted values. `expected` is the metric value that the rest suggests. */
  #rangeWarnings({ request, supplied }: Question, expected: (field: number) => number): Warning[] {
    return supplied
      .filter((one) => !isPlausible(one))
      .map((one) => {
        const population = this.#predictor.population(request.gender, one.index);
        // Where the rest is in the wrong unit as well, its suggestion says nothing.
        const slip =
          likelySlip(one, { expected: expected(one.index), population }) ??
          likelySlip(one, { expected: Math.exp(population.mean), population });
        return implausible(one, slip, request.unit);
      });
  }

  /** For used values that do not fit. */
  #misfitWarnings(
    { request: { gender, unit }, usable }: Question,
    plan: PredictionPlan,
    row: number,
    distance: number,
  ): Warning[] {
    return this.#predictor
      .misfits(plan, this.#values, row, distance)
      .flatMap(({ field, contradicts, expected, spread }) => {
        const one = usable.find(({ index }) => index === field)!;
        const slip = likelySlip(one, { expected, population: this.#predictor.population(gender, field) });
        if (contradicts) return contradiction(one, expected, slip, unit);
        // A rare value is not a mistake, unless another unit makes an ordinary value of it.
        const isOrdinary = slip !== undefined && Math.abs(Math.log(slip.metric / expected)) < spread;
        return isOrdinary ? rare(one, expected, slip, unit) : [];
      });
  }
}

function ask(request: BodyRequest): Question {
  const { supplied: sent, usedDeprecatedAlias } = readMeasurements(request);
  const supplied = underDefinitions(sent, request.taken, request.gender);
  return { request, supplied, usable: supplied.filter(isPlausible), usedDeprecatedAlias };
}

/** The reading of a request, or its problems. */
function attempt(request: BodyRequest): Question | ServiceError {
  try {
    return ask(request);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** Why a request can have no answer; none where it can. */
export function problemsOf(request: BodyRequest): readonly FieldProblem[] {
  const one = attempt(request);
  return one instanceof ServiceError ? one.problems : [];
}

/** The bodies, or the problems of all failed requests; `first` is the place of the first request, for the paths. */
function bodiesOf(attempts: readonly Attempt[], first: number): Completion[] {
  const problems: FieldProblem[] = [];
  const bodies: Completion[] = [];
  attempts.forEach((one, i) => {
    if (!(one instanceof ServiceError)) bodies.push(one);
    else problems.push(...one.problems.map((problem) => ({ ...problem, path: `[${first + i}].${problem.path}` })));
  });
  if (problems.length > 0) throw ServiceError.ofProblems('invalid_measurement', problems);
  return bodies;
}

function* blocksOf<T>(items: Iterable<T>): Generator<T[]> {
  let block: T[] = [];
  for (const item of items) {
    block.push(item);
    if (block.length < blockSize) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

/** Loads the packaged model, or the one in `folder`; chooses the fastest TensorFlow.js backend and warms it up. */
export async function loadBodyModel(
  folder: string = modelFolder,
  choose: (artifact: Artifact) => Promise<ChosenBackend> = fastestBackend,
): Promise<BodyModel> {
  const artifact = readArtifact(folder);
  const backend = await choose(artifact);
  return new BodyModel(Predictor.of(artifact), backend);
}
