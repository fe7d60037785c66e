/**
 * Wider intervals for heavy people. Soldiers are hardly ever heavy, and the civilians who are have few fields measured, so
 * the model knows least about them.
 */
import { fieldIndex } from '../fields.js';
import { N, type Plan } from './conditional.js';
import { betweenFactors, valueBetween } from './intervals.js';

const height = fieldIndex('height');
const weight = fieldIndex('weight');

/** Between these BMIs the intervals grow to the width of heavy people. */
const growsFrom = 30;
/** BMI of the people that the widths are fitted to. */
export const heavyBmi = 35;

/** BMI from values in cm and kg at `first` + the field. */
export const bmiAt = (values: Float64Array, first: number): number =>
  values[first + weight]! / (values[first + height]! / 100) ** 2;

/** 0 for people who are not heavy, 1 for heavy ones, and a straight line between. */
export const heaviness = (bmi: number): number => Math.min(Math.max((bmi - growsFrom) / (heavyBmi - growsFrom), 0), 1);

/**
 * The growth of every half width from 0 to full heaviness, [N], for the fields that a plan knows.
 *
 * @param factors [binCount, N]
 */
export function growthOf(factors: Float32Array, { known }: Plan): Float64Array {
  const between = betweenFactors(known);
  return Float64Array.from({ length: N }, (_, u) => valueBetween(factors, between, u) - 1);
}
