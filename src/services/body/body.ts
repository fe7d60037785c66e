/** BodyService: takes known measurements and returns all 69. It logs and keeps nothing of a person. */

import { setImmediate } from 'node:timers/promises';
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type Body,
  Gender,
  InferManyMeasurementsRequestSchema,
  type InferMeasurementsRequest,
  InferMeasurementsRequestSchema,
  type InferredPersonSchema,
  type MeasurementSchema,
  MeasurementSource,
  UnitSystem,
} from '../../../gen/selvage/body/v1/body_pb.js';
import { type Account, builtInPopulations, type PopulationSource } from '../../body/adapting/own-populations.js';
import type { BodyModel, Completion } from '../../body/complete.js';
import { rowWidth } from '../../body/completion.js';
import { acceptedNames } from '../../body/fields.js';
import { isPopulation } from '../../body/model/populations.js';
import type { BodyModelSource } from '../../body/model-source.js';
import type { BodyRequest } from '../../body/request.js';
import { Batch } from '../../concurrency/batch.js';
import { ServiceError } from '../../errors.js';
import type { BodyOperations } from '../services.js';
import { requireValid } from '../validate.js';
import { takenOf } from './taken.js';

/** Number of people completed before other calls get their turn: some 10 ms. */
const turn = 256;
/** Different names of populations in one call: more than an account can have. */
const mostNames = 100;
const tooManyNames = `population: the people of a call name more than ${mostNames} populations`;

export function bodyOperations(
  bodyModel: BodyModelSource,
  populations: PopulationSource = builtInPopulations,
): Pick<BodyOperations, 'inferMeasurements' | 'inferManyMeasurements'> {
  let batch: Batch<BodyRequest, Completion> | undefined;
  const complete = async (known: BodyRequest): Promise<Completion> => {
    const model = await bodyModel();
    batch ??= new Batch<BodyRequest, Completion>((requests) => model.attemptMany(requests));
    return batch.ask(known);
  };
  return {
    async inferMeasurements(request, { caller }) {
      requirePerson(request);
      const known = knownMeasurements(request);
      const { population } = request;
      if (population === undefined) return answer(request, await complete(known));
      const named = isPopulation(population) ? population : await populations.named(population, caller);
      return answer(request, await complete({ ...known, population: named }));
    },

    async inferManyMeasurements(request, call) {
      requireValid(InferManyMeasurementsRequestSchema, request);
      const people: InferredPerson[] = [];
      const named = await populationsOf(request.people, populations, call.caller);
      const model = await bodyModel();
      for (let start = 0; start < request.people.length; start += turn) {
        if (start > 0) await setImmediate();
        call.signal.throwIfAborted();
        people.push(...inferAll(model, request.people.slice(start, start + turn), named));
      }
      return { people };
    },
  };
}

type InferredPerson = MessageInitShape<typeof InferredPersonSchema>;

/** Populations by name, or why a name is none. */
type NamedPopulations = ReadonlyMap<string, NonNullable<BodyRequest['population']> | ServiceError>;

/** Each population that people name, found once. */
async function populationsOf(
  people: readonly InferMeasurementsRequest[],
  source: PopulationSource,
  account: Account,
): Promise<NamedPopulations> {
  const found = new Map<string, NonNullable<BodyRequest['population']> | ServiceError>();
  for (const person of people) {
    const { population } = person;
    if (population === undefined || found.has(population) || refusal(person)) continue;
    // an account has few populations: a wrong name that differs from row to row is looked up only so often
    if (found.size >= mostNames) break;
    try {
      found.set(population, await source.named(population, account));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
      found.set(population, error);
    }
  }
  return found;
}

function inferAll(
  model: BodyModel,
  people: readonly InferMeasurementsRequest[],
  named: NamedPopulations,
): InferredPerson[] {
  const asked = people.map((person) => refusal(person) ?? questionOf(person, named));
  const refused = asked.map((one) => (one instanceof ServiceError ? one : undefined));
  const attempts = model.attemptMany(asked.filter((one): one is BodyRequest => !(one instanceof ServiceError)));
  let next = 0;
  return people.map((person, i) => {
    const one = refused[i] ?? attempts[next++]!;
    return one instanceof ServiceError
      ? { outcome: { case: 'error', value: one.message } }
      : { outcome: { case: 'measurements', value: answer(person, one) } };
  });
}

function refusal(person: InferMeasurementsRequest): ServiceError | undefined {
  try {
    requirePerson(person);
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/**
 * Checks the few rules for one person here, since the validator takes as long as the inference. If a check fails, the validator
 * words the problems.
 */
function requirePerson(person: InferMeasurementsRequest): void {
  const { gender, unit, measurementKey, population } = person;
  const isValid =
    (gender === Gender.FEMALE || gender === Gender.MALE) &&
    (unit === UnitSystem.METRIC || unit === UnitSystem.IMPERIAL) &&
    (measurementKey === undefined || Number.isFinite(measurementKey)) &&
    (population === undefined || isPopulation(population) || populationName.test(population)) &&
    person.taken === undefined &&
    areMeasurements(person);
  if (!isValid) requireValid(InferMeasurementsRequestSchema, person, { kind: 'invalid_measurement' });
}

/** Whether every value sent under the name of a measurement can be a measurement. */
function areMeasurements(person: InferMeasurementsRequest): boolean {
  for (const name of Object.keys(person)) {
    const value = person[name as keyof typeof person];
    if (typeof value === 'number' && !(value > 0 && value < Infinity) && accepted.has(name)) return false;
  }
  return true;
}

const accepted: ReadonlySet<string> = new Set(acceptedNames);

/** The form of the names of populations, as in the protocol. */
const populationName = /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,63}$/u;

/** The domain's input from a request that keeps the rules, or why it names no population. */
function questionOf(person: InferMeasurementsRequest, named: NamedPopulations): BodyRequest | ServiceError {
  const { population } = person;
  const known = knownMeasurements(person);
  if (population === undefined) return known;
  const found = named.get(population) ?? new ServiceError('invalid', tooManyNames);
  return found instanceof ServiceError ? found : { ...known, population: found };
}

/** The domain's input, from the named fields of a request or of the `body` of a larger one. */
export function knownMeasurements(body: InferMeasurementsRequest | Body): BodyRequest {
  const measurements: Record<string, number> = {};
  // A message holds only the sent fields as its own properties: a few of the seventy names.
  for (const name of Object.keys(body)) {
    const value = body[name as keyof typeof body];
    if (typeof value === 'number' && accepted.has(name)) measurements[name] = value;
  }
  return {
    gender: body.gender === Gender.FEMALE ? 'female' : 'male',
    unit: body.unit === UnitSystem.IMPERIAL ? 'imperial' : 'metric',
    measurements,
    ...(body.taken && { taken: takenOf(body.taken) }),
  };
}

/**
 * `knownMeasurements`, with the population that the body names.
 *
 * @throws ServiceError `invalid` for an unknown population, with the path `population`
 */
export async function requestOf(body: Body, source: PopulationSource, account: Account): Promise<BodyRequest> {
  const known = knownMeasurements(body);
  const { population } = body;
  return population === undefined ? known : { ...known, population: await source.named(population, account) };
}

function answer({ gender, unit, measurementKey }: InferMeasurementsRequest, completion: Completion) {
  const { warnings } = completion;
  return { gender, unit, measurementKey, fields: measurementsOf(completion), warnings: [...warnings] };
}

type MeasurementInit = MessageInitShape<typeof MeasurementSchema>;

/** One object with every name, which each answer copies. Adding seventy names to an empty object takes three times as long. */
const noEntries: Readonly<Record<string, MeasurementInit>> = Object.fromEntries(
  acceptedNames.map((name) => [name, {}]),
);

/** Built straight from the rows of numbers, without the domain's own objects in between. */
function measurementsOf({ layout: { names, units }, numbers }: Completion): Record<string, MeasurementInit> {
  const entries = { ...noEntries };
  for (let row = 0; row < names.length; row++) {
    const unit = units[row]!;
    const value = present(numbers[rowWidth * row]!);
    const low = present(numbers[rowWidth * row + 1]!);
    const high = present(numbers[rowWidth * row + 2]!);
    const isInput = value !== undefined && low === undefined;
    const source = isInput ? MeasurementSource.INPUT : MeasurementSource.PREDICTED;
    entries[names[row]!] = { unit, source, value, low, high };
  }
  return entries;
}

const present = (value: number): number | undefined => (Number.isNaN(value) ? undefined : value);
