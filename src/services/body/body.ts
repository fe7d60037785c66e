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
import type { BodyModel, Completion } from '../../body/complete.js';
import { rowWidth } from '../../body/completion.js';
import { acceptedNames } from '../../body/fields.js';
import { isPopulation } from '../../body/model/populations.js';
import type { BodyRequest } from '../../body/request.js';
import { Batch } from '../../concurrency/batch.js';
import { ServiceError } from '../../errors.js';
import type { BodyOperations } from '../services.js';
import { requireValid } from '../validate.js';

/** Number of people completed before other calls get their turn: some 10 ms. */
const turn = 256;

export function bodyOperations(model: BodyModel): Omit<BodyOperations, 'proposeMeasurements'> {
  const batch = new Batch<BodyRequest, Completion>((requests) => model.attemptMany(requests));
  return {
    async inferMeasurements(request) {
      requirePerson(request);
      return answer(request, await batch.ask(questionOf(request)));
    },

    async inferManyMeasurements(request, call) {
      requireValid(InferManyMeasurementsRequestSchema, request);
      const people: InferredPerson[] = [];
      for (let start = 0; start < request.people.length; start += turn) {
        if (start > 0) await setImmediate();
        call.signal.throwIfAborted();
        people.push(...inferAll(model, request.people.slice(start, start + turn)));
      }
      return { people };
    },
  };
}

type InferredPerson = MessageInitShape<typeof InferredPersonSchema>;

function inferAll(model: BodyModel, people: readonly InferMeasurementsRequest[]): InferredPerson[] {
  const refused = people.map(refusal);
  const attempts = model.attemptMany(people.filter((_, i) => !refused[i]).map(questionOf));
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
    (population === undefined || isPopulation(population)) &&
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

/** The domain's input from a request that keeps the rules. */
function questionOf(person: InferMeasurementsRequest): BodyRequest {
  const { population } = person;
  const known = knownMeasurements(person);
  return population !== undefined && isPopulation(population) ? { ...known, population } : known;
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
  };
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
