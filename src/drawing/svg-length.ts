/** Lengths of SVG: numbers with or without a unit, and shares of the viewport. */

/** A pixel of CSS: the unit of a number without a unit. */
export const pixelMm = 25.4 / 96;

const unitsMm: Readonly<Record<string, number>> = {
  '': pixelMm,
  px: pixelMm,
  mm: 1,
  cm: 10,
  q: 0.25,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
};

const pattern = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z]*|%)\s*$/i;

export interface SvgLength {
  readonly mm: number;
  /** Whether a ruler has the unit. */
  readonly real: boolean;
}

/** Null: not a length, or one that depends on something else. */
export function lengthOf(text: string): SvgLength | null {
  const [, value, unit] = pattern.exec(text) ?? [];
  const name = unit?.toLowerCase() ?? '-';
  const factor = unitsMm[name];
  return value === undefined || factor === undefined
    ? null
    : { mm: Number(value) * factor, real: name !== '' && name !== 'px' };
}

/**
 * A length in user units.
 *
 * @param whole user units in 100 %
 * @returns null where the text is not a length
 */
export function userLength(text: string, whole: number): number | null {
  const [, value, unit] = pattern.exec(text) ?? [];
  if (unit === '%') return (Number(value) / 100) * whole;
  const length = lengthOf(text);
  return length === null ? null : length.mm / pixelMm;
}

export const numbersOf = (text: string): number[] =>
  (text.match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? []).map(Number);
