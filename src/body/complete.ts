/**
 * Completes a body: any known measurements in, all 69 out, each flagged as supplied or predicted, predictions with a
 * 90 % interval. The rules are those of the API; the numbers come from the model in `models/body`.
 */
import { type FieldProblem, ServiceError } from '../errors.js';
import { entriesWithoutPrediction, entriesWithPrediction, type FieldEntry } from './entries.js';
import { fieldIndex } from './fields.js';
import { type Artifact, MODEL_FOLDER, readArtifact } from './model/artifact.js';
import { N } from './model/conditional.js';
import { fastestBackend, type PredictionPlan, Predictor } from './model/predictor.js';
import type { ChosenBackend } from './model/tensorflow.js';
import { type BodyRequest, readMeasurements, type Supplied } from './request.js';
import { contradiction, implausible, isPlausible, likelySlip, rare, type Warning } from './warnings.js';

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

/** What became of one request among many: its body, or what is wrong with it. */
export type Attempt = CompletedBody | ServiceError;

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
    return bodiesOf(this.attemptMany(requests), 0);
  }

  /**
   * Completes bodies as they come, in little memory however many there are: the way for a stream or a file.
   *
   * @throws ServiceError as `completeMany`, when the block of the wrong one is reached.
   */
  *completeEach(requests: Iterable<BodyRequest>): Generator<CompletedBody> {
    let first = 0;
    for (const block of blocksOf(requests)) {
      yield* bodiesOf(this.attemptMany(block), first);
      first += block.length;
    }
  }

  /** As `completeMany`, where one wrong request does not fail the others. */
  attemptMany(requests: readonly BodyRequest[]): Attempt[] {
    const attempts = new Array<Attempt>(requests.length);
    const questions = new Map<number, Question>();
    requests.forEach((request, place) => {
      const question = attempt(request);
      if (question instanceof ServiceError) attempts[place] = question;
      else questions.set(place, question);
    });
    for (const places of alike(questions)) {
      for (const some of blocksOf(places)) {
        const answers = this.#answer(some.map((place) => questions.get(place)!));
        some.forEach((place, i) => {
          attempts[place] = answers[i]!;
        });
      }
    }
    return attempts;
  }

  /** Answers questions that have gender and known fields in common. */
  #answer(questions: readonly Question[]): CompletedBody[] {
    const { request, usable } = questions[0]!;
    const { gender } = request;
    if (!usable.some(({ index }) => index !== age)) {
      return questions.map((question) => ({
        fields: entriesWithoutPrediction(question.request.unit, question.supplied),
        warnings: this.#rangeWarnings(question, (field) => Math.exp(this.#predictor.population(gender, field).mean)),
        usedDeprecatedAlias: question.usedDeprecatedAlias,
      }));
    }
    const plan = this.#predictor.plan(
      gender,
      usable.map(({ index }) => index),
    );
    const values = new Float64Array(questions.length * N);
    questions.forEach((question, row) => {
      for (const { index, metric } of question.usable) values[row * N + index] = metric;
    });
    const predictions = this.#predictor.predict(gender, plan, values, questions.length);
    return questions.map((question, row) => ({
      fields: entriesWithPrediction(question.request.unit, question.supplied, predictions, row),
      warnings: [
        ...this.#rangeWarnings(question, (field) => predictions.value[row * N + field]!),
        ...this.#misfitWarnings(question, plan, values.subarray(row * N, row * N + N), predictions.distance[row]!),
      ],
      usedDeprecatedAlias: question.usedDeprecatedAlias,
    }));
  }

  /** For what was left out. `expected` is the metric value that the rest suggests. */
  #rangeWarnings({ request, supplied }: Question, expected: (field: number) => number): Warning[] {
    return supplied
      .filter((one) => !isPlausible(one))
      .map((one) => {
        const population = this.#predictor.population(request.gender, one.index);
        // Where the rest is in the wrong unit as well, what it suggests says nothing.
        const slip =
          likelySlip(one, { expected: expected(one.index), population }) ??
          likelySlip(one, { expected: Math.exp(population.mean), population });
        return implausible(one, slip, request.unit);
      });
  }

  /** For what was used and does not fit. */
  #misfitWarnings(
    { request: { gender, unit }, usable }: Question,
    plan: PredictionPlan,
    values: Float64Array,
    distance: number,
  ): Warning[] {
    return this.#predictor
      .misfits(gender, plan, values, distance)
      .flatMap(({ field, contradicts, expected, spread }) => {
        const one = usable.find(({ index }) => index === field)!;
        const slip = likelySlip(one, { expected, population: this.#predictor.population(gender, field) });
        if (contradicts) return contradiction(one, expected, slip, unit);
        // A rare value is no mistake, unless another unit makes an ordinary one of it.
        const isOrdinary = slip !== undefined && Math.abs(Math.log(slip.metric / expected)) < spread;
        return isOrdinary ? rare(one, expected, slip, unit) : [];
      });
  }
}

function ask(request: BodyRequest): Question {
  const { supplied, usedDeprecatedAlias } = readMeasurements(request);
  return { request, supplied, usable: supplied.filter(isPlausible), usedDeprecatedAlias };
}

/** What the request asks, or what is wrong with it. */
function attempt(request: BodyRequest): Question | ServiceError {
  try {
    return ask(request);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The bodies, or the problems of all that have none; `first` is the place of the first one, for the paths. */
function bodiesOf(attempts: readonly Attempt[], first: number): CompletedBody[] {
  const problems: FieldProblem[] = [];
  const bodies: CompletedBody[] = [];
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
    if (block.length < BLOCK) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

/** Places of the questions that have gender and usable fields in common. */
function alike(questions: ReadonlyMap<number, Question>): Iterable<number[]> {
  const groups = new Map<string, number[]>();
  for (const [place, { request, usable }] of questions) {
    const key = `${request.gender} ${usable.map(({ index }) => index).join()}`;
    const group = groups.get(key);
    if (group) group.push(place);
    else groups.set(key, [place]);
  }
  return groups.values();
}

/**
 * Loads the model that comes with the package, or the one in `folder`; chooses the fastest TensorFlow.js backend and
 * warms it up.
 */
export async function loadBodyModel(
  folder: string = MODEL_FOLDER,
  choose: (artifact: Artifact) => Promise<ChosenBackend> = fastestBackend,
): Promise<BodyModel> {
  const artifact = readArtifact(folder);
  const backend = await choose(artifact);
  return new BodyModel(Predictor.of(artifact), backend);
}
