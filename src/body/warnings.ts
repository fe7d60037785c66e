/** The model's warnings about its input: implausible values, unit mix-ups, measurements that contradict each other. */
import { bodyFields, type Field, fieldIndex } from './fields.js';
import type { Supplied } from './request.js';
import { cmPerInch, kgPerPound, roundTo, scaleOf, type UnitSystem } from './units.js';

const age = fieldIndex('age');
const height = fieldIndex('height');
const weight = fieldIndex('weight');

export interface Warning {
  /** Stable snake case: `implausible`, `unit_mix_up`, `contradiction`. */
  readonly code: string;
  /** Name of the measurement as sent. */
  readonly path: string;
  readonly message: string;
}

/** Whether the value lies in the plausible range of an adult. */
export function isPlausible({ index, metric }: Supplied): boolean {
  const { min, max } = bodyFields[index]!;
  return metric >= min && metric <= max;
}

/** Shortest and tallest person alive, cm. */
const heightOfAnybody = { min: 45, max: 272 } as const;

/** Whether the value is of a real person whom the model does not cover: a child, or somebody very short or very tall. */
export function isOfSomebodyElse(supplied: Supplied): boolean {
  if (isPlausible(supplied)) return false;
  const { index, metric } = supplied;
  if (index === age) return metric < bodyFields[age]!.min;
  return index === height && metric >= heightOfAnybody.min && metric <= heightOfAnybody.max;
}

/** The one warning of an answer without predictions, for a person whom the model does not cover. */
export function notCovered({ index, name, value }: Supplied, system: UnitSystem): Warning {
  const [years, tall, heavy] = [age, height, weight].map((of) => {
    const field = bodyFields[of]!;
    return rangeOf(field, system);
  });
  const { unit } = scaleOf(bodyFields[index]!.kind, system);
  const message = `${name} is ${value} ${unit}; the model covers adults of ${years}, ${tall} and ${heavy}, so it predicts nothing`;
  return { code: 'implausible', path: name, message };
}

/** Units that people often send by mistake, with their metric size. */
const slips: Record<'size' | 'mass', readonly { readonly unit: string; readonly metric: number }[]> = {
  size: [
    { unit: 'inches', metric: cmPerInch },
    { unit: 'centimetres', metric: 1 },
    { unit: 'feet', metric: 12 * cmPerInch },
    { unit: 'metres', metric: 100 },
    { unit: 'millimetres', metric: 0.1 },
  ],
  mass: [
    { unit: 'pounds', metric: kgPerPound },
    { unit: 'kilograms', metric: 1 },
    { unit: 'stone', metric: 14 * kgPerPound },
    { unit: 'grams', metric: 0.001 },
  ],
};

interface Slip {
  readonly unit: string;
  /** The value in cm or kg, if it was meant in `unit`. */
  readonly metric: number;
}

/** The values to compare with. */
export interface Comparison {
  /** The value that the other measurements suggest, in cm, kg or years; without others, that of people in general. */
  readonly expected: number;
  /** Mean and standard deviation of the logarithm among people in general. */
  readonly population: { readonly mean: number; readonly sd: number };
}

/** The usual range: all but one in eighty people. */
const usualDistance = 2.5;
/** A unit is suspected where its reading is off by less than this share of the sent value's distance. */
const closer = 0.5;

/** The other unit in which the sent number would be a usual value and fit the others much better. */
export function likelySlip({ index, value, metric }: Supplied, { expected, population }: Comparison): Slip | undefined {
  const field = bodyFields[index]!;
  if (field.kind === 'age') return undefined;
  const misfit = (size: number): number => Math.abs(Math.log(size / expected));
  return readings(field.kind === 'mass' ? 'mass' : 'size', value)
    .filter((slip) => Math.abs(Math.log(slip.metric) - population.mean) < usualDistance * population.sd)
    .filter((slip) => misfit(slip.metric) < closer * misfit(metric))
    .sort((a, b) => misfit(a.metric) - misfit(b.metric))[0];
}

/** The possible meanings of the number. */
function readings(kind: keyof typeof slips, value: number): Slip[] {
  const all = slips[kind].map(({ unit, metric }) => ({ unit, metric: value * metric }));
  const inches = inchesAfterPoint(value);
  if (kind === 'size' && inches !== undefined) {
    all.push({ unit: 'feet', metric: (12 * Math.floor(value) + inches) * cmPerInch });
  }
  return all;
}

/** The warning for a value outside the plausible range; the inference leaves it out. */
export function implausible(supplied: Supplied, slip: Slip | undefined, system: UnitSystem): Warning {
  const { index, name, value } = supplied;
  const field = bodyFields[index]!;
  const { unit } = scaleOf(field.kind, system);
  const range = rangeOf(field, system);
  const left = `${name} is ${value} ${unit}, outside the plausible range of an adult, ${range}; it was left out of the inference`;
  if (!slip) return { code: 'implausible', path: name, message: left };
  return { code: 'unit_mix_up', path: name, message: `${left}. ${meant(supplied, slip, system)}` };
}

/** The warning for a value that contradicts the others; in the unit `slip` it would not. */
export function contradiction(
  supplied: Supplied,
  expected: number,
  slip: Slip | undefined,
  system: UnitSystem,
): Warning {
  const { index, name, value } = supplied;
  const field = bodyFields[index]!;
  const { unit } = scaleOf(field.kind, system);
  const about = `${rounded(field, expected, system)} ${unit}`;
  const message = `${name} is ${value} ${unit}, which does not fit the other measurements: they suggest about ${about}`;
  if (!slip) return { code: 'contradiction', path: name, message };
  return { code: 'contradiction', path: name, message: `${message}. ${meant(supplied, slip, system)}` };
}

/** The warning for a rare value that would be an ordinary one in another unit. */
export function rare(supplied: Supplied, expected: number, slip: Slip, system: UnitSystem): Warning {
  const { index, name, value } = supplied;
  const field = bodyFields[index]!;
  const { unit } = scaleOf(field.kind, system);
  const about = `${rounded(field, expected, system)} ${unit}`;
  const message = `${name} is ${value} ${unit}, which is rare; usual would be about ${about}. ${meant(supplied, slip, system)}`;
  return { code: 'unit_mix_up', path: name, message };
}

function meant({ index, value }: Supplied, slip: Slip, system: UnitSystem): string {
  const field = bodyFields[index]!;
  const { unit } = scaleOf(field.kind, system);
  const shown = (metric: number): string => `${rounded(field, metric, system)} ${unit}`;
  const inches = inchesAfterPoint(value);
  if (slip.unit !== 'feet' || inches === undefined) {
    return `Was it in ${slip.unit}? ${value} ${slip.unit} is ${shown(slip.metric)}`;
  }
  const feet = Math.floor(value);
  const inInches = (12 * feet + inches) * cmPerInch;
  return `Was it in feet? ${value} feet is ${shown(12 * value * cmPerInch)}; ${feet} feet ${inches} inches is ${shown(inInches)}`;
}

/** The inches of people who write 5.9 or 5.11 for five feet nine or eleven. */
function inchesAfterPoint(feet: number): number | undefined {
  const digits = /^[4-7]\.(\d{1,2})$/.exec(String(feet))?.[1];
  return digits !== undefined && Number(digits) < 12 ? Number(digits) : undefined;
}

function rounded(field: Field, metric: number, system: UnitSystem): number {
  const scale = scaleOf(field.kind, system);
  return roundTo(scale, metric / scale.metric);
}

/** The plausible range, its limits rounded into it, so that no value outside looks allowed. */
function rangeOf(field: Field, system: UnitSystem): string {
  const { unit, metric, perUnit } = scaleOf(field.kind, system);
  // 12.7 cm can come out a hair beside 5 in
  const steps = (limit: number): number => Math.round((limit / metric) * perUnit * 1e6) / 1e6;
  return `${Math.ceil(steps(field.min)) / perUnit} to ${Math.floor(steps(field.max)) / perUnit} ${unit}`;
}
