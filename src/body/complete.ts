/**
 * Completes a body: any known measurements in, all 69 out, each flagged as supplied or predicted, predictions with a
 * 90 % interval. The rules are those of the API; the numbers come from the model in `models/body`.
 */
import { GIVEN, IMPLAUSIBLE, makeConsistent } from './consistency.js';
import { DEPRECATED_ALIAS, FIELDS, fieldIndex, MEASUREMENT_NAMES } from './fields.js';
import { MODEL_FOLDER, readArtifact } from './model/artifact.js';
import { N } from './model/conditional.js';
import { type Prediction, Predictor } from './model/predictor.js';
import { type BodyRequest, readMeasurements, type Supplied } from './request.js';
import { roundTo, scaleOf, type UnitName, type UnitSystem } from './units.js';
import { contradiction, implausible, isPlausible, plausibleSlips, type Warning } from './warnings.js';

export interface FieldEntry {
  /** In `unit`; exactly as sent when supplied; null when nothing in the input bears on it. */
  readonly value: number | null;
  readonly unit: UnitName;
  readonly source: 'input' | 'predicted';
  /** Ends of the 90 % interval of a prediction, in `unit`; null where there is none. */
  readonly low: number | null;
  readonly high: number | null;
}

export interface CompletedBody {
  /** Every measurement in the order of the API, and last the deprecated alias. */
  readonly fields: Readonly<Record<string, FieldEntry>>;
  readonly warnings: readonly Warning[];
  /** Whether the request used the deprecated spelling. */
  readonly usedDeprecatedAlias: boolean;
}

const age = fieldIndex('age');
const aliased = fieldIndex(DEPRECATED_ALIAS.of);

export class BodyModel {
  readonly #predictor: Predictor;

  constructor(predictor: Predictor) {
    this.#predictor = predictor;
  }

  /** @throws ServiceError `invalid_measurement`, naming every measurement that is not a finite number above 0. */
  complete(request: BodyRequest): CompletedBody {
    const { supplied, usedDeprecatedAlias } = readMeasurements(request);
    const usable = supplied.filter(isPlausible);
    const warnings = supplied.filter((one) => !isPlausible(one)).map((one) => implausible(one, request.unit));
    if (!usable.some(({ index }) => index !== age)) {
      return { fields: entries(request.unit, supplied, undefined), warnings, usedDeprecatedAlias };
    }
    const values = new Float64Array(N);
    for (const { index, metric } of usable) values[index] = metric;
    const plan = this.#predictor.plan(
      request.gender,
      usable.map(({ index }) => index),
    );
    for (const misfit of this.#predictor.misfits(request.gender, plan, values)) {
      const one = usable.find(({ index }) => index === misfit.field)!;
      const slip = plausibleSlips(one).find(({ metric }) => Math.abs(Math.log(metric / misfit.expectedMetric)) < 0.15);
      warnings.push(contradiction(one, misfit.expectedMetric, slip, request.unit));
    }
    const prediction = this.#predictor.predict(request.gender, plan, values);
    return { fields: entries(request.unit, supplied, prediction), warnings, usedDeprecatedAlias };
  }

  /** Completes many bodies; the same as `complete` on each. */
  completeMany(requests: readonly BodyRequest[]): CompletedBody[] {
    return requests.map((request) => this.complete(request));
  }
}

/** The entries of all fields: what was supplied as sent, the rest as predicted and made consistent. */
function entries(
  system: UnitSystem,
  supplied: readonly Supplied[],
  prediction: Prediction | undefined,
): Record<string, FieldEntry> {
  const given = new Uint8Array(N);
  const values = new Float64Array(N);
  if (prediction) {
    for (let i = 0; i < N; i++) values[i] = prediction.value[i]! / scaleOf(FIELDS[i]!.kind, system).metric;
  }
  for (const one of supplied) {
    given[one.index] = isPlausible(one) ? GIVEN : IMPLAUSIBLE;
    values[one.index] = one.value;
  }
  if (prediction) makeConsistent(values, given, system);
  const fields: Record<string, FieldEntry> = {};
  for (let i = 0; i < N; i++) {
    const scale = scaleOf(FIELDS[i]!.kind, system);
    const { unit } = scale;
    const value = values[i]!;
    if (given[i]) {
      fields[MEASUREMENT_NAMES[i]!] = { value, unit, source: 'input', low: null, high: null };
    } else if (!prediction) {
      fields[MEASUREMENT_NAMES[i]!] = { value: null, unit, source: 'predicted', low: null, high: null };
    } else {
      // The interval follows the value when consistency moves it.
      const low = Math.min(value, roundTo(scale, (value * prediction.low[i]!) / prediction.value[i]!));
      const high = Math.max(value, roundTo(scale, (value * prediction.high[i]!) / prediction.value[i]!));
      fields[MEASUREMENT_NAMES[i]!] = { value, unit, source: 'predicted', low, high };
    }
  }
  fields[DEPRECATED_ALIAS.name] = fields[MEASUREMENT_NAMES[aliased]!]!;
  return fields;
}

/** Loads the model that comes with the package, or the one in `folder`. */
export async function loadBodyModel(folder: string = MODEL_FOLDER): Promise<BodyModel> {
  return new BodyModel(new Predictor(readArtifact(folder)));
}
