/**
 * Completes many people, with the model in this process or by a service. Messages to a service have a size that gRPC accepts.
 */
import { create } from '@bufbuild/protobuf';
import {
  BodyService,
  Gender,
  InferMeasurementsRequestSchema,
  type InferMeasurementsResponse,
  UnitSystem,
} from '../../gen/selvage/body/v1/body_pb.js';
import { type BodyRequest, loadBodyModel } from '../body/complete.js';
import { Completion, rowCount, rowWidth } from '../body/completion.js';
import { measurementNames } from '../body/fields.js';
import { takenMessage } from '../services/body/taken.js';
import type { Client } from './client.js';
import { CommandError } from './exit.js';

/** People in one message. Each answer has some 5 kB, and a client takes 4 MB at once. */
const peopleAMessage = 500;

export async function* completeHere(people: Iterable<BodyRequest>): AsyncGenerator<Completion> {
  yield* (await loadBodyModel()).completeEach(people);
}

/** @param population its name at the service */
export async function* completeThere(
  client: Client,
  people: readonly BodyRequest[],
  population: string,
): AsyncGenerator<Completion> {
  let done = 0;
  for (let start = 0; start < people.length; start += peopleAMessage) {
    const some = people.slice(start, start + peopleAMessage).map((person) => personMessage(person, population));
    const answer = await client.unary(BodyService.method.inferManyMeasurements, { people: some });
    for (const { outcome } of answer.people) {
      if (outcome.case !== 'measurements') throw new CommandError(outcome.value ?? 'The service left a person out');
      yield completionOf(outcome.value, people[done++]!.unit);
    }
  }
}

function personMessage({ gender, unit, measurements, taken }: BodyRequest, population: string) {
  return create(InferMeasurementsRequestSchema, {
    gender: gender === 'female' ? Gender.FEMALE : Gender.MALE,
    unit: unit === 'imperial' ? UnitSystem.IMPERIAL : UnitSystem.METRIC,
    population,
    ...(taken && { taken: takenMessage(taken) }),
    ...measurements,
  });
}

/** As in a completion, only predictions have an interval. */
function completionOf({ fields, warnings }: InferMeasurementsResponse, unit: BodyRequest['unit']): Completion {
  const numbers = new Float64Array(rowCount * rowWidth);
  measurementNames.forEach((name, row) => {
    const { value, low, high } = fields[name]!;
    numbers.set([value ?? Number.NaN, low ?? Number.NaN, high ?? Number.NaN], row * rowWidth);
  });
  return new Completion(unit, numbers, warnings, false);
}
