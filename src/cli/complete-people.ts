/** Completes many people: by the model in this process, or by a service in messages of a size that gRPC takes. */
import { create } from '@bufbuild/protobuf';
import {
  BodyService,
  Gender,
  InferMeasurementsRequestSchema,
  type InferMeasurementsResponse,
  type Measurement,
  MeasurementSource,
  UnitSystem,
} from '../../gen/selvage/body/v1/body_pb.js';
import {
  type BodyRequest,
  type CompletedBody,
  type FieldEntry,
  loadBodyModel,
  type UnitName,
} from '../body/complete.js';
import type { Client } from './client.js';
import { CommandError } from './exit.js';

/** People a message: their answers have some 5 kB each, and a client takes 4 MB at once. */
const peopleAMessage = 500;

export async function* completeHere(people: Iterable<BodyRequest>): AsyncGenerator<CompletedBody> {
  yield* (await loadBodyModel()).completeEach(people);
}

export async function* completeThere(client: Client, people: readonly BodyRequest[]): AsyncGenerator<CompletedBody> {
  for (let start = 0; start < people.length; start += peopleAMessage) {
    const some = people.slice(start, start + peopleAMessage).map(personMessage);
    const answer = await client.unary(BodyService.method.inferManyMeasurements, { people: some });
    for (const { outcome } of answer.people) {
      if (outcome.case !== 'measurements') throw new CommandError(outcome.value ?? 'The service left a person out');
      yield completedBody(outcome.value);
    }
  }
}

function personMessage({ gender, unit, measurements }: BodyRequest) {
  return create(InferMeasurementsRequestSchema, {
    gender: gender === 'female' ? Gender.FEMALE : Gender.MALE,
    unit: unit === 'imperial' ? UnitSystem.IMPERIAL : UnitSystem.METRIC,
    ...measurements,
  });
}

function completedBody({ fields, warnings }: InferMeasurementsResponse): CompletedBody {
  const entries = Object.entries(fields).map(([name, entry]) => [name, fieldEntry(entry)] as const);
  return { fields: Object.fromEntries(entries), warnings, usedDeprecatedAlias: false };
}

const fieldEntry = ({ value, unit, source, low, high }: Measurement): FieldEntry => ({
  value: value ?? null,
  unit: unit as UnitName,
  source: source === MeasurementSource.INPUT ? 'input' : 'predicted',
  low: low ?? null,
  high: high ?? null,
});
