/** Units at the edge of the body model: those of a request, and the rounding of an answer. Inside: cm, kg, years. */
import type { FieldKind } from './fields.js';

export type UnitSystem = 'metric' | 'imperial';
export type UnitName = 'cm' | 'kg' | 'in' | 'lb' | 'years';

/** Exact by definition. */
export const cmPerInch = 2.54;
/** Exact by definition. */
export const kgPerPound = 0.45359237;

/** The unit of one kind of measurement in one system. */
export interface Scale {
  readonly unit: UnitName;
  /** Metric value of one unit. */
  readonly metric: number;
  /**
   * Predictions are multiples of 1 / `perUnit` units: a division by it leaves the shortest decimals (16.7, not
   * 16.700000000000003).
   */
  readonly perUnit: number;
}

const scales: Record<UnitSystem, { size: Scale; mass: Scale; age: Scale }> = {
  metric: {
    size: { unit: 'cm', metric: 1, perUnit: 10 },
    mass: { unit: 'kg', metric: 1, perUnit: 10 },
    age: { unit: 'years', metric: 1, perUnit: 1 },
  },
  imperial: {
    size: { unit: 'in', metric: cmPerInch, perUnit: 20 },
    mass: { unit: 'lb', metric: kgPerPound, perUnit: 5 },
    age: { unit: 'years', metric: 1, perUnit: 1 },
  },
};

/** The unit and rounding step of a kind of measurement. */
export function scaleOf(kind: FieldKind, system: UnitSystem): Scale {
  const { size, mass, age } = scales[system];
  return kind === 'mass' ? mass : kind === 'age' ? age : size;
}

/** Nearest multiple of the scale's step, for a value in the scale's unit. */
export function roundTo(scale: Scale, value: number): number {
  return Math.round(value * scale.perUnit) / scale.perUnit;
}
