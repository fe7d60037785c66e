/** The JSON of body measurements: request and answer of /bodydbl, and `body` in the requests of patterns and markers. */
import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import {
  type ArmState,
  ArmStateSchema,
  BodySchema,
  BodyWarningSchema,
  CreatePopulationRequestSchema,
  CreatePopulationResponseSchema,
  type Gender,
  GenderSchema,
  InferMeasurementsRequestSchema,
  InferMeasurementsResponseSchema,
  ListPopulationsResponseSchema,
  type Measurement,
  MeasurementSchema,
  MeasurementSource,
  MeasurementSourceSchema,
  type NeckLevel,
  NeckLevelSchema,
  PopulationGenderSchema,
  PopulationSchema,
  ProposedMeasurementSchema,
  ProposeMeasurementsRequestSchema,
  ProposeMeasurementsResponseSchema,
  TakenSchema,
  type UnitSystem,
  UnitSystemSchema,
  UsedByPatternSchema,
  type WaistLevel,
  WaistLevelSchema,
} from '../../gen/selvage/body/v1/body_pb.js';
import {
  type Codec,
  choice,
  dictionary,
  integer,
  list,
  type MessageFields,
  message,
  number,
  orNull,
  perhapsNull,
  required,
  text,
  time,
  uuid,
} from './codec.js';

const gender = choice<Gender>(GenderSchema);
const unit = choice<UnitSystem>(UnitSystemSchema);

/** The first field number of a measurement. All later fields are measurements, too. */
const firstMeasurement = 10;

/** A number for each measurement, including the deprecated alias. */
function measurements<D extends DescMessage>(
  schema: D,
): Omit<MessageFields<MessageShape<D>>, 'gender' | 'unit' | 'measurementKey' | 'population' | 'taken'> {
  const names = schema.fields.filter((field) => field.number >= firstMeasurement).map((field) => field.localName);
  // The names are those of the schema, which types cannot express.
  return Object.fromEntries(names.map((name) => [name, number])) as MessageFields<MessageShape<D>>;
}

const taken = message(TakenSchema, {
  waistGirth: choice<WaistLevel>(WaistLevelSchema),
  neckGirth: choice<NeckLevel>(NeckLevelSchema),
  bicepGirth: choice<ArmState>(ArmStateSchema),
});

export const inferMeasurementsRequest = message(InferMeasurementsRequestSchema, {
  gender: required(gender),
  unit: required(unit),
  measurementKey: number,
  population: text,
  taken,
  ...measurements(InferMeasurementsRequestSchema),
} as MessageFields<MessageShape<typeof InferMeasurementsRequestSchema>>);

export const body = message(BodySchema, {
  gender: required(gender),
  unit: required(unit),
  population: text,
  taken,
  ...measurements(BodySchema),
} as MessageFields<MessageShape<typeof BodySchema>>);

export const proposeMeasurementsRequest = message(ProposeMeasurementsRequestSchema, {
  body: required(body),
  population: text,
  wanted: list(text, 100),
  pattern: message(UsedByPatternSchema, { patternId: required(uuid), versionId: uuid, versionNumber: integer }),
});

export const proposeMeasurementsResponse = message(ProposeMeasurementsResponseSchema, {
  halfWidth: number,
  proposals: list(message(ProposedMeasurementSchema, { name: text, halfWidth: number })),
  patternVersionId: text,
  patternVersionNumber: integer,
});

const measurementFields = message(MeasurementSchema, {
  value: orNull(number),
  unit: text,
  source: choice<MeasurementSource>(MeasurementSourceSchema),
  low: perhapsNull(number),
  high: perhapsNull(number),
});

/** A predicted entry always has an interval, of nulls if nothing could be inferred. */
const measurement: Codec<Measurement> = {
  ...measurementFields,
  encode(value) {
    const entry = measurementFields.encode(value);
    if (value.source === MeasurementSource.PREDICTED) {
      entry.low ??= null;
      entry.high ??= null;
    }
    return entry;
  },
};

const warnings = list(message(BodyWarningSchema, { code: text, path: text, message: text }));

export const inferMeasurementsResponse = message(InferMeasurementsResponseSchema, {
  gender,
  unit,
  measurementKey: number,
  fields: dictionary(measurement),
  warnings,
});

export const createPopulationRequest = message(CreatePopulationRequestSchema, {
  name: required(text),
  people: required(list(body, 300)),
});

const population = message(PopulationSchema, {
  populationId: text,
  name: text,
  createTime: required(time),
  genders: list(message(PopulationGenderSchema, { gender, people: integer, measured: dictionary(integer) })),
});

export const createPopulationResponse = message(CreatePopulationResponseSchema, {
  population: required(population),
  warnings,
});

export const listPopulationsResponse = message(ListPopulationsResponseSchema, { populations: list(population) });
