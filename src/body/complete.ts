/**
 * Completes a body: any known measurements in, all 69 out, each flagged as supplied or predicted, predictions with a
 * 90 % interval. The rules are those of the API; the numbers come from the model in `models/body`.
 */
import { type FieldProblem, ServiceError } from '../errors.js';
import { entriesWithoutPrediction, entriesWithPrediction, type FieldEntry } from './entries.js';
import { fieldIndex } from './fields.js';
import { MODEL_FOLDER, readArtifact } from './model/artifact.js';
import { N } from './model/conditional.js';
import { fastestBackend, type PredictionPlan, type Predictions, Predictor } from './model/predictor.js';
import type { ChosenBackend } from './model/tensorflow.js';
import { type BodyRequest, readMeasurements, type Supplied } from './request.js';
import { contradiction, implausible, isPlausible, likelySlip, type Warning } from './warnings.js';

export type { FieldEntry } from './entries.js';
export type { BodyRequest, Gender } from './request.js';
export type { UnitName, UnitSystem } from './units.js';
export type { Warning } from './warnings.js';

export interface CompletedBody {
  /** Every measurement in the order of the API, and last the deprecated alias. */
  readonly fields: Readonly<Record<string, FieldEntry>>;
  readonly warnings: readonly Warning[];
  /** Whether the request used the deprecated spelling. */
  readonly usedDeprecatedAlias: boolean;
}

/** A request that was read: what it sent, and which of that the model may use. */
interface Question {
  readonly request: BodyRequest;
  readonly supplied: readonly Supplied[];
  readonly usable: readonly Supplied[];
  readonly usedDeprecatedAlias: boolean;
}

const age = fieldIndex('age');
/**
 * People who are put through the network at once. More would share its overhead among more, but their answers, 10 kB
 * each, would outlive the young generation of the garbage collector: at 256 a person costs 38 us, at 64 23 us.
 */
const BLOCK = 64;

export class BodyModel {
  readonly #predictor: Predictor;
  /** The TensorFlow.js backend that was chosen, and what was measured, for the log. */
  readonly backend: ChosenBackend;

  constructor(predictor: Predictor, backend: ChosenBackend) {
    this.#predictor = predictor;
    this.backend = backend;
  }

  /** @throws ServiceError `invalid_measurement`, naming every measurement that is not a finite number above 0. */
  complete(request: BodyRequest): CompletedBody {
    return this.#answer([ask(request)])[0]!;
  }

  /**
   * Completes many bodies, in the order given; fastest when all know the same fields.
   *
   * @throws ServiceError `invalid_measurement` for everything that is wrong anywhere; the paths are `[3].height`.
   */
  completeMany(requests: readonly BodyRequest[]): CompletedBody[] {
    return this.#completeBlock(requests, 0);
  }

  /**
   * Completes bodies as they come, in little memory however many there are: the way for a stream or a file.
   *
   * @throws ServiceError as `completeMany`, when the block of the wrong one is reached.
   */
  *completeEach(requests: Iterable<BodyRequest>): Generator<CompletedBody> {
    let block: BodyRequest[] = [];
    let first = 0;
    for (const request of requests) {
      block.push(request);
      if (block.length < BLOCK) continue;
      yield* this.#completeBlock(block, first);
      first += block.length;
      block = [];
    }
    yield* this.#completeBlock(block, first);
  }

  /** @param first place of the first request, for the paths of problems */
  #completeBlock(requests: readonly BodyRequest[], first: number): CompletedBody[] {
    const questions = askAll(requests, first);
    const bodies = new Array<CompletedBody>(requests.length);
    for (const places of alike(questions)) {
      for (let start = 0; start < places.length; start += BLOCK) {
        const some = places.slice(start, start + BLOCK);
        const answers = this.#answer(some.map((place) => questions[place]!));
        some.forEach((place, i) => {
          bodies[place] = answers[i]!;
        });
      }
    }
    return bodies;
  }

  /** Answers questions that have gender and known fields in common. */
  #answer(questions: readonly Question[]): CompletedBody[] {
    const { request, usable } = questions[0]!;
    if (!usable.some(({ index }) => index !== age)) {
      return questions.map(({ request: { unit }, supplied, usedDeprecatedAlias }) => ({
        fields: entriesWithoutPrediction(unit, supplied),
        warnings: rangeWarnings(supplied, unit),
        usedDeprecatedAlias,
      }));
    }
    const plan = this.#predictor.plan(
      request.gender,
      usable.map(({ index }) => index),
    );
    const values = new Float64Array(questions.length * N);
    questions.forEach((question, row) => {
      for (const { index, metric } of question.usable) values[row * N + index] = metric;
    });
    const predictions = this.#predictor.predict(request.gender, plan, values, questions.length);
    return questions.map((question, row) => ({
      fields: entriesWithPrediction(question.request.unit, question.supplied, predictions, row),
      warnings: [
        ...rangeWarnings(question.supplied, question.request.unit),
        ...this.#contradictions(question, plan, values, predictions, row),
      ],
      usedDeprecatedAlias: question.usedDeprecatedAlias,
    }));
  }

  #contradictions(
    question: Question,
    plan: PredictionPlan,
    values: Float64Array,
    predictions: Predictions,
    row: number,
  ): Warning[] {
    const { gender, unit } = question.request;
    const own = values.subarray(row * N, row * N + N);
    return this.#predictor.misfits(gender, plan, own, predictions.distance[row]!).map(({ field, expectedMetric }) => {
      const one = question.usable.find(({ index }) => index === field)!;
      return contradiction(one, expectedMetric, likelySlip(one, expectedMetric), unit);
    });
  }
}

function ask(request: BodyRequest): Question {
  const { supplied, usedDeprecatedAlias } = readMeasurements(request);
  return { request, supplied, usable: supplied.filter(isPlausible), usedDeprecatedAlias };
}

/** Reads all requests, or throws with the problems of all. */
function askAll(requests: readonly BodyRequest[], first: number): Question[] {
  const problems: FieldProblem[] = [];
  const questions: Question[] = [];
  requests.forEach((request, i) => {
    try {
      questions.push(ask(request));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      problems.push(...error.problems.map((problem) => ({ ...problem, path: `[${first + i}].${problem.path}` })));
    }
  });
  if (problems.length > 0) throw ServiceError.ofProblems('invalid_measurement', problems);
  return questions;
}

function rangeWarnings(supplied: readonly Supplied[], unit: BodyRequest['unit']): Warning[] {
  return supplied.filter((one) => !isPlausible(one)).map((one) => implausible(one, unit));
}

/** Positions of the questions that have gender and usable fields in common. */
function alike(questions: readonly Question[]): number[][] {
  const groups = new Map<string, number[]>();
  questions.forEach(({ request, usable }, place) => {
    const key = `${request.gender} ${usable.map(({ index }) => index).join()}`;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  });
  return [...groups.values()];
}

/**
 * Loads the model that comes with the package, or the one in `folder`; chooses the fastest TensorFlow.js backend and
 * warms it up.
 */
export async function loadBodyModel(folder: string = MODEL_FOLDER): Promise<BodyModel> {
  const artifact = readArtifact(folder);
  const backend = await fastestBackend(artifact);
  return new BodyModel(Predictor.of(artifact), backend);
}
