/** What the model has to say about its input: implausible values, unit mix-ups, measurements that contradict each other. */
import { FIELDS, type Field } from './fields.js';
import type { Supplied } from './request.js';
import { CM_PER_INCH, KG_PER_POUND, roundTo, scaleOf, type UnitSystem } from './units.js';

export interface Warning {
  /** Stable snake case: `implausible`, `unit_mix_up`, `contradiction`. */
  readonly code: string;
  /** Name of the measurement as it was sent. */
  readonly path: string;
  readonly message: string;
}

/** Whether the value lies in the plausible range of an adult. */
export function isPlausible({ index, metric }: Supplied): boolean {
  const { min, max } = FIELDS[index]!;
  return metric >= min && metric <= max;
}

/** Units that values are often sent in by mistake, with their metric size. */
const slips: Record<'size' | 'mass', readonly { readonly unit: string; readonly metric: number }[]> = {
  size: [
    { unit: 'inches', metric: CM_PER_INCH },
    { unit: 'centimetres', metric: 1 },
    { unit: 'feet', metric: 12 * CM_PER_INCH },
    { unit: 'metres', metric: 100 },
    { unit: 'millimetres', metric: 0.1 },
  ],
  mass: [
    { unit: 'pounds', metric: KG_PER_POUND },
    { unit: 'kilograms', metric: 1 },
    { unit: 'stone', metric: 14 * KG_PER_POUND },
    { unit: 'grams', metric: 0.001 },
  ],
};

interface Slip {
  readonly unit: string;
  /** The value in cm or kg, if it was meant in `unit`. */
  readonly metric: number;
}

/** The other units in which the number that was sent would be a plausible value. */
function plausibleSlips({ index, value, metric }: Supplied): Slip[] {
  const field = FIELDS[index]!;
  if (field.kind === 'age') return [];
  return slips[field.kind === 'mass' ? 'mass' : 'size']
    .map(({ unit, metric: size }) => ({ unit, metric: value * size }))
    .filter((slip) => Math.abs(slip.metric / metric - 1) > 0.01)
    .filter((slip) => slip.metric >= field.min && slip.metric <= field.max);
}

/** The unit in which a value that fits the others badly would fit them well. */
export function likelySlip(supplied: Supplied, expectedMetric: number): Slip | undefined {
  const misfit = (metric: number): number => Math.abs(Math.log(metric / expectedMetric));
  return plausibleSlips(supplied).find(({ metric }) => misfit(metric) < misfit(supplied.metric) / 3);
}

/** The warning for a value outside the plausible range, which the inference leaves out. */
export function implausible(supplied: Supplied, system: UnitSystem): Warning {
  const { index, name, value } = supplied;
  const field = FIELDS[index]!;
  const scale = scaleOf(field.kind, system);
  const range = `${rounded(field, field.min, system)} to ${rounded(field, field.max, system)} ${scale.unit}`;
  const left = `${name} is ${value} ${scale.unit}, outside the plausible range of ${range}; it was left out of the inference`;
  const [slip] = plausibleSlips(supplied);
  if (!slip) return { code: 'implausible', path: name, message: left };
  return { code: 'unit_mix_up', path: name, message: `${left}. ${meant(supplied, slip, system)}` };
}

/** The warning for a value that does not fit the others; `slip` a unit in which it would. */
export function contradiction(
  supplied: Supplied,
  expectedMetric: number,
  slip: Slip | undefined,
  system: UnitSystem,
): Warning {
  const { index, name, value } = supplied;
  const field = FIELDS[index]!;
  const { unit } = scaleOf(field.kind, system);
  const expected = `${rounded(field, expectedMetric, system)} ${unit}`;
  const message = `${name} is ${value} ${unit}, which does not fit the other measurements: they suggest about ${expected}`;
  if (!slip) return { code: 'contradiction', path: name, message };
  return { code: 'contradiction', path: name, message: `${message}. ${meant(supplied, slip, system)}` };
}

function meant({ index, value }: Supplied, slip: Slip, system: UnitSystem): string {
  const field = FIELDS[index]!;
  return `Was it in ${slip.unit}? ${value} ${slip.unit} is ${rounded(field, slip.metric, system)} ${scaleOf(field.kind, system).unit}`;
}

function rounded(field: Field, metric: number, system: UnitSystem): number {
  const scale = scaleOf(field.kind, system);
  return roundTo(scale, metric / scale.metric);
}
