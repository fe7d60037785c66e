/**
 * How far a sewn garment may be from its measurements, by their kind. The figures are those of a maker of shirts and jackets
 * (https://propercloth.com/reference/accepted-sewing-tolerances-for-proper-cloth-garments), widths doubled to girths, in mm.
 */

export interface Tolerance {
  /** Plus and minus, mm. */
  readonly mm: number;
  readonly kind: ToleranceKind;
  /** Whether the sizes lie so close that half their step is less than the tolerance of the kind. */
  readonly isHalfStep: boolean;
}

export type ToleranceKind = keyof typeof kinds;

const kinds = {
  'girth of the body': { mm: 13, words: /\b(chest|bust|waist|hips?|seat|hem)\b/ },
  'girth of a limb': { mm: 10, words: /\b(upper arm|bicep|thigh|knee|ankle|calf|armhole|wrist|sleeve hem|leg hem)\b/ },
  'collar or cuff': { mm: 6, words: /\b(neck|collar|cuff)\b/ },
  'sleeve or shoulder': { mm: 6, words: /\b(sleeve|shoulder|strap)\b/ },
  length: { mm: 10, words: /./ },
} as const;

/** The narrow names stand before the wide ones: the hem of a sleeve is no girth of the body. */
const order: readonly ToleranceKind[] = [
  'collar or cuff',
  'girth of a limb',
  'sleeve or shoulder',
  'girth of the body',
  'length',
];

/** Sizes that lie nearer to each other than this, mm, are not told apart by a tape. */
const leastStep = 1;

/**
 * The tolerance of a measurement, in halves of a millimetre. It is never more than half the least step between neighbouring
 * sizes, since a garment of one size could pass for the next. Steps below 1 mm do not count.
 *
 * @param name of the measurement
 * @param values in the sizes, the smallest size first, mm; null: a size without it
 */
export function toleranceOf(name: string, values: readonly (number | null)[]): Tolerance {
  const kind = order.find((each) => kinds[each].words.test(name.toLowerCase()))!;
  const { mm } = kinds[kind];
  const known = values.filter((value) => value !== null);
  const steps = known.slice(1).map((value, i) => Math.abs(value - known[i]!));
  // the difference of two values on the grid can lie a hair beside it
  const least = Math.min(...steps.map((step) => step + 1e-9).filter((step) => step >= leastStep));
  const half = Math.floor(least) / 2;
  return half < mm ? { mm: half, kind, isHalfStep: true } : { mm, kind, isHalfStep: false };
}

/**
 * The rule in one sentence, for the kinds in use.
 *
 * @param words a length with its unit
 */
export function toleranceSentence(used: readonly Tolerance[], words: (mm: number) => string): string {
  const listed = order.filter((kind) => used.some((one) => one.kind === kind));
  const rules = listed.map((kind) => `${kind} ${words(kinds[kind].mm)}`).join(', ');
  const half = used.some(({ isHalfStep }) => isHalfStep)
    ? ` Half the least step between two sizes, from ${words(leastStep)} on, is less for some, and then counts.`
    : '';
  return `Tolerance, plus and minus, by the kind of measurement: ${rules}.${half}`;
}
