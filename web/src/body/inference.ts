/** Asks the service for all measurements of the selected person at every change. */
import { effect, signal } from '@preact/signals';
import {
  Gender,
  type InferMeasurementsResponse,
  MeasurementSource,
  UnitSystem,
} from '../../../gen/selvage/body/v1/body_pb.js';
import { bodyService } from '../service/clients.js';
import { key, organization } from '../service/key.js';
import { latest } from '../service/latest.js';
import { type Trouble, troubleOf } from '../service/trouble.js';
import { measurementOf } from './measurements.js';
import { measured, type Person, person } from './people.js';

export interface Inferred {
  readonly value: number;
  readonly unit: string;
  readonly measured: boolean;
  /** Ends of the 90 % interval of a predicted value. */
  readonly low: number | null;
  readonly high: number | null;
}

export const inferred = signal<ReadonlyMap<string, Inferred>>(new Map());
/** Sentences, each by its measurement. */
export const warnings = signal<ReadonlyMap<string, string>>(new Map());
export const inferenceTrouble = signal<Trouble | null>(null);

const typingPauseMs = 120;

/** The person as a message. */
export function bodyOf(of: Person) {
  return {
    gender: of.gender === 'female' ? Gender.FEMALE : Gender.MALE,
    unit: of.units === 'metric' ? UnitSystem.METRIC : UnitSystem.IMPERIAL,
    ...(of.population !== undefined && { population: of.population }),
    ...measured(of),
  };
}

/** The measurements to take next, the best first. */
export const proposals = signal<readonly string[]>([]);

const propose = latest(typingPauseMs, async (of: Person, signal) => {
  try {
    const answer = await bodyService.proposeMeasurements({ body: bodyOf(of) }, { signal });
    proposals.value = answer.proposals.map(({ name }) => name);
  } catch (error) {
    // The inference of the same person tells of the trouble.
    if (troubleOf(error)) proposals.value = [];
  }
});

const infer = latest(typingPauseMs, async (of: Person, signal) => {
  try {
    take(await bodyService.inferMeasurements(bodyOf(of), { signal }));
    inferenceTrouble.value = null;
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble) inferenceTrouble.value = trouble;
  }
});

function take({ fields, warnings: notices }: InferMeasurementsResponse): void {
  const values = new Map<string, Inferred>();
  for (const [name, { value, unit, source, low, high }] of Object.entries(fields)) {
    // The answer holds the former spelling of a name, too.
    if (value === undefined || !measurementOf(name)) continue;
    const isMeasured = source === MeasurementSource.INPUT;
    values.set(name, { value, unit, measured: isMeasured, low: low ?? null, high: high ?? null });
  }
  inferred.value = values;
  warnings.value = new Map(notices.map(({ path, message }) => [path, message]));
}

effect(() => {
  const of = person.value;
  // Another account may have access where the one before had none.
  void organization.value;
  if (!key.value) return;
  infer(of);
  propose(of);
});
