/**
 * Makes a completed body agree with itself. Synonyms become equal, arcs add up to their girth to the rounding, and the
 * usual orders hold wherever the supplied values keep them. Every rule moves predicted values only. A value that grew
 * before a rule still grows after it.
 */
import { bodyFields, fieldIndex, orderedPairs, sumsOfArcs, synonymPairs } from './fields.js';
import { roundTo, type Scale, scaleOf, type UnitSystem } from './units.js';

const allSynonyms = synonymPairs.map(([a, b]) => [fieldIndex(a), fieldIndex(b)] as const);
const allSums = sumsOfArcs.map(
  ([whole, front, back]) => [fieldIndex(whole), fieldIndex(front), fieldIndex(back)] as const,
);
const waistHeight = fieldIndex('waistHeight');
const crotchHeight = fieldIndex('crotchHeight');
const rise = fieldIndex('riseLengthFront');
const highHip = fieldIndex('highHipGirth');
const bustSpan = fieldIndex('bustSpan');
const bustArcFront = fieldIndex('bustArcFront');

/** Orders sorted so that a pair comes after every pair that bounds its smaller member from below. */
const allOrders = sortedUpwards(
  orderedPairs.map(([a, b]) => [fieldIndex(a), fieldIndex(b)] as const).filter(([a]) => a !== bustSpan),
);

const scalesIn = (system: UnitSystem, finer: number): readonly Scale[] =>
  bodyFields.map(({ kind }) => {
    const scale = scaleOf(kind, system);
    return { ...scale, perUnit: scale.perUnit * finer };
  });

/** The roundings of each field: that of an answer, and one so fine that the rules alone move a value. */
const roundings = {
  answer: { metric: scalesIn('metric', 1), imperial: scalesIn('imperial', 1) },
  none: { metric: scalesIn('metric', 1000), imperial: scalesIn('imperial', 1000) },
};

/** A part of a girth is at least this share of the other part, so that no arc is ever negative. */
const leastShare = 0.25;

/** No rise is smaller, in either unit. */
const leastRise = 1;

/** The state of a value: not supplied, supplied and believable, or so far off that nothing follows from it. */
export const predictedField = 0;
export const givenField = 1;
export const implausibleField = 2;

/**
 * Rounds `values` (in the units of `system`, [N]) and makes them consistent in place. `given` ([N]) tells for each
 * field whether it was supplied. Supplied values stay exactly as they are, and no rule applies that touches an
 * implausible one. `rounding` is that of the answer, or next to none.
 */
export function makeConsistent(
  values: Float64Array,
  given: Uint8Array,
  system: UnitSystem,
  rounding: keyof typeof roundings = 'answer',
): void {
  const scale = roundings[rounding][system];
  const { synonyms, sums, orders, downwards } = rulesFor(given);
  for (const pair of synonyms) joinSynonyms(values, given, ...pair);
  for (let i = 0; i < values.length; i++) if (!given[i]) values[i] = roundTo(scale[i]!, values[i]!);
  // Once more: the synonym of a supplied value is that exact value, not its rounding.
  for (const pair of synonyms) joinSynonyms(values, given, ...pair);
  for (const [whole, front, back] of sums) {
    if (given[front] && given[back] && !given[whole]) {
      values[whole] = roundTo(scale[whole]!, values[front]! + values[back]!);
    } else if (!given[whole] && (given[front] || given[back])) {
      makeRoom(values, scale[whole]!, whole, given[front] ? front : back);
    }
  }
  joinRise(values, given, scale[rise]!);
  const fixed = (i: number): boolean =>
    given[i] !== predictedField || sums.some(([whole, front, back]) => whole === i && given[front] && given[back]);
  for (const [small, large] of orders) {
    // The hip is measured on people, the high hip read off 3D bodies: a predicted high hip gives way.
    if (small === highHip && !fixed(highHip)) continue;
    if (!fixed(large) && isAtLeast(scale[large]!, values[small]!, values[large]!))
      values[large] = above(scale[large]!, values[small]!);
  }
  for (const [small, large] of downwards) {
    if (!fixed(small) && isAtLeast(scale[small]!, values[small]!, values[large]!))
      values[small] = below(scale[small]!, values[large]!);
  }
  for (const sum of sums) splitGirth(values, given, scale[sum[0]]!, sum);
  const isSpanTooWide = isAtLeast(scale[bustSpan]!, values[bustSpan]!, values[bustArcFront]!);
  if (!given[bustSpan] && given[bustArcFront] !== implausibleField && isSpanTooWide) {
    values[bustSpan] = below(scale[bustSpan]!, values[bustArcFront]!);
  }
}

const allRules = { synonyms: allSynonyms, sums: allSums, orders: allOrders, downwards: allOrders.toReversed() };

/** The rules without implausible values. */
function rulesFor(given: Uint8Array): typeof allRules {
  if (!given.includes(implausibleField)) return allRules;
  const sound = (fields: readonly number[]): boolean => fields.every((field) => given[field] !== implausibleField);
  return {
    synonyms: allSynonyms.filter(sound),
    sums: allSums.filter(sound),
    orders: allOrders.filter(sound),
    downwards: allRules.downwards.filter(sound),
  };
}

function joinSynonyms(values: Float64Array, given: Uint8Array, a: number, b: number): void {
  if (given[a] && !given[b]) values[b] = values[a]!;
  else if (given[b] && !given[a]) values[a] = values[b]!;
  else if (!given[a]) values[a] = values[b] = (values[a]! + values[b]!) / 2;
}

/** In steps of a scale: how far floating-point rounding may put a supplied value off the scale. */
const slack = 1e-6;
const isAtLeast = (scale: Scale, value: number, other: number): boolean => value >= other - slack / scale.perUnit;
/** Next step of the scale above `value`. */
const above = (scale: Scale, value: number): number => (Math.floor(value * scale.perUnit + slack) + 1) / scale.perUnit;
/** Next step of the scale below `value`. */
const below = (scale: Scale, value: number): number => (Math.ceil(value * scale.perUnit - slack) - 1) / scale.perUnit;

function splitGirth(
  values: Float64Array,
  given: Uint8Array,
  scale: Scale,
  [whole, front, back]: readonly [number, number, number],
): void {
  if (given[front] && given[back]) return;
  if (!given[front] && !given[back]) {
    const share = values[front]! / (values[front]! + values[back]!);
    let part = roundTo(scale, values[whole]! * share);
    if (front === bustArcFront && given[bustSpan] === givenField && isAtLeast(scale, values[bustSpan]!, part)) {
      const floor = above(scale, values[bustSpan]!);
      if (floor < values[whole]!) part = floor;
    }
    values[front] = part;
    values[back] = roundTo(scale, values[whole]! - part);
    return;
  }
  const [known, other] = given[front] ? [front, back] : [back, front];
  if (!given[whole]) makeRoom(values, scale, whole, known);
  // Where the given part leaves no room in the given girth, the inputs contradict each other: keep the prediction.
  const rest = roundTo(scale, values[whole]! - values[known]!);
  if (rest > 0) values[other] = rest;
}

/** Makes a predicted girth large enough for its supplied arc and the least that the other one may be. */
function makeRoom(values: Float64Array, scale: Scale, whole: number, arc: number): void {
  values[whole] = Math.max(values[whole]!, roundTo(scale, values[arc]! * (1 + leastShare)));
}

/**
 * Makes the waist as high as crotch and rise together. A supplied waist height moves the rise, or the crotch if the rise
 * is supplied, too. Supplied heights without room for a rise contradict each other and leave the prediction.
 */
function joinRise(values: Float64Array, given: Uint8Array, scale: Scale): void {
  if ([waistHeight, crotchHeight, rise].some((field) => given[field] === implausibleField)) return;
  const [waist, crotch, between] = [values[waistHeight]!, values[crotchHeight]!, values[rise]!];
  if (!given[waistHeight]) values[waistHeight] = roundTo(scale, crotch + between);
  else if (!given[rise] && waist - crotch > leastRise) values[rise] = roundTo(scale, waist - crotch);
  else if (!given[crotchHeight] && waist > between) values[crotchHeight] = roundTo(scale, waist - between);
}

function sortedUpwards(pairs: (readonly [number, number])[]): (readonly [number, number])[] {
  const depth = (field: number): number =>
    Math.max(0, ...pairs.filter(([, large]) => large === field).map(([small]) => depth(small) + 1));
  return pairs.sort((p, q) => depth(p[0]) - depth(q[0]) || depth(p[1]) - depth(q[1]));
}
