/** BodyService: known measurements in, all 69 out. Nothing of a person is logged or kept. */

import {
  type Body,
  Gender,
  InferManyMeasurementsRequestSchema,
  type InferMeasurementsRequest,
  InferMeasurementsRequestSchema,
  MeasurementSource,
  UnitSystem,
} from '../../gen/selvage/body/v1/body_pb.js';
import type { BodyModel, CompletedBody } from '../body/complete.js';
import { ACCEPTED_NAMES } from '../body/fields.js';
import type { BodyRequest } from '../body/request.js';
import { ServiceError } from '../errors.js';
import type { BodyOperations } from './services.js';
import { requireValid } from './validate.js';

export function bodyOperations(model: BodyModel): BodyOperations {
  return {
    async inferMeasurements(request) {
      requireValid(InferMeasurementsRequestSchema, request, { kind: 'invalid_measurement' });
      return answer(request, model.complete(knownMeasurements(request)));
    },

    async inferManyMeasurements(request) {
      requireValid(InferManyMeasurementsRequestSchema, request);
      const people = request.people.map((person) => {
        try {
          requireValid(InferMeasurementsRequestSchema, person, { kind: 'invalid_measurement' });
          const measurements = answer(person, model.complete(knownMeasurements(person)));
          return { outcome: { case: 'measurements' as const, value: measurements } };
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          return { outcome: { case: 'error' as const, value: error.message } };
        }
      });
      return { people };
    },
  };
}

/** The domain's input from the named fields of a request or of the `body` of a larger one. */
export function knownMeasurements(body: InferMeasurementsRequest | Body): BodyRequest {
  const measurements: Record<string, number> = {};
  for (const name of ACCEPTED_NAMES) {
    const value = body[name as keyof typeof body] as number | undefined;
    if (value !== undefined) measurements[name] = value;
  }
  return {
    gender: body.gender === Gender.FEMALE ? 'female' : 'male',
    unit: body.unit === UnitSystem.IMPERIAL ? 'imperial' : 'metric',
    measurements,
  };
}

function answer(request: InferMeasurementsRequest, completion: CompletedBody) {
  const fields: Record<
    string,
    { value?: number; unit: string; source: MeasurementSource; low?: number; high?: number }
  > = {};
  for (const [name, field] of Object.entries(completion.fields)) {
    fields[name] = {
      unit: field.unit,
      source: field.source === 'input' ? MeasurementSource.INPUT : MeasurementSource.PREDICTED,
      value: field.value ?? undefined,
      low: field.low ?? undefined,
      high: field.high ?? undefined,
    };
  }
  return {
    gender: request.gender,
    unit: request.unit,
    measurementKey: request.measurementKey,
    fields,
    warnings: [...completion.warnings],
  };
}
