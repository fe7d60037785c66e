/**
 * How far populations differ, and by how much an interval must grow to hold for one that no survey measured.
 *
 * `us` is the people of the surveys. `unspecified` is anybody: the population of the person counts as a draw. Its level lies
 * away from that of the surveys by a share of the spread within one population. The values are the same.
 */
import { bodyFields, type Field } from '../fields.js';
import type { AdaptedGender } from './adapted-population.js';
import { N, type Plan } from './conditional.js';
import { betweenBins, lastReached, valueBetween } from './intervals.js';

export const populations = ['us', 'unspecified'] as const;
export type Population = (typeof populations)[number];
/** The population of a request that names none. */
export const defaultPopulation: Population = 'unspecified';

export const isPopulation = (name: string): name is Population => (populations as readonly string[]).includes(name);

/** Least number of known fields of each bin of the widenings. */
const sizes = [1, 2, 3, 4, 6, 10, 17, 33] as const;
/** The number of known fields for which the fit asks in each bin: there its widenings hold. */
const fittedAt = [1, 2, 3, 4, 7, 12, 20, 40] as const;
export const wideningBins = sizes.length;

/** The bin of a number of known fields. */
export const wideningBinOf = (known: number): number => lastReached(sizes, known);

/** The parts of a body by how much populations of the same height and weight differ in them. */
type Tissue = 'arm' | 'flesh' | 'frame';

const arms: ReadonlySet<string> = new Set(['bicepGirth', 'armUpperGirth']);
const flesh: ReadonlySet<string> = new Set([
  'weight',
  'chestGirth',
  'waistGirth',
  'hipGirth',
  'highHipGirth',
  'thighGirth',
  'midThighGirth',
  'calfGirth',
]);

const tissueOf = ({ name, kind }: Field): Tissue => {
  if (arms.has(name)) return 'arm';
  return flesh.has(name) || (kind === 'arc' && !name.startsWith('neck')) ? 'flesh' : 'frame';
};

/** Whether a field of which too little was measured may go by the other: by index. */
export function areAlike(u: number, v: number): boolean {
  const [a, b] = [bodyFields[u]!, bodyFields[v]!];
  return tissueOf(a) === tissueOf(b) && (a.kind === 'length') === (b.kind === 'length');
}

/**
 * Standard deviation of a population's level, as a multiple of the deviation that the known fields leave within one
 * population: with up to three known fields, and with more. Sport and descent move the flesh at a given height and weight,
 * above all the upper arm. Surveys take its girth in different ways as well. The evidence is in
 * docs/decisions/0017-populations.md.
 */
const spreadOfLevels: Readonly<Record<Tissue, readonly [few: number, more: number]>> = {
  arm: [1, 1],
  flesh: [0.6, 0.7],
  frame: [0.35, 0.35],
};
const fewFields = 3;
/** Populations that the surveys stand for: the level that they share is known no better than from so many draws. */
const populationsAtHand = 4;

/** The spread of a field's level when so many fields are known. */
export function spreadOfLevel(field: Field, known: number): number {
  const [few, more] = spreadOfLevels[tissueOf(field)];
  return known > fewFields ? more : few;
}

/** The least widening of a field when at least `known` fields are known: that of a Gaussian person of a Gaussian population. */
export function leastWidening(field: Field, known: number): number {
  return Math.sqrt(1 + spreadOfLevel(field, known) ** 2 * (1 + 1 / populationsAtHand));
}

/** The least widenings of every bin, [wideningBins, N]. */
export const leastWidenings: Float32Array = Float32Array.from({ length: wideningBins * N }, (_, i) =>
  leastWidening(bodyFields[i % N]!, sizes[Math.floor(i / N)]!),
);

/**
 * Half widths for a population, [N], from those for the people of the surveys.
 *
 * @param widenings [wideningBins, N]
 */
export function widened(
  half: Float64Array,
  population: Population,
  widenings: Float32Array,
  { known }: Pick<Plan, 'known'>,
): Float64Array {
  if (population === 'us') return half;
  const between = betweenBins(fittedAt, known.length);
  return half.map((own, u) => own * valueBetween(widenings, between, u));
}

/**
 * The widenings that a population needs after the model was adapted to some of its people, [wideningBins, N]. Each person
 * makes the population's level better known, up to the fewest people with any of the fields that take part.
 *
 * @param widenings those of a population that nobody measured, [wideningBins, N]
 */
export function leftWidenings(
  widenings: Float32Array,
  { known }: Pick<Plan, 'known'>,
  adapted: AdaptedGender | undefined,
): Float32Array {
  if (!adapted) return widenings;
  const { measured } = adapted;
  const ofKnown = known.reduce((least, field) => Math.min(least, measured[field]!), Infinity);
  return widenings.map((widening, i) => {
    const excess = widening ** 2 - 1;
    const people = Math.min(ofKnown, measured[i % N]!);
    return Math.sqrt(1 + excess / (1 + (people * excess) / (1 + 1 / populationsAtHand)));
  });
}
