/** The texts of the numbers that measurements are: made once, since writing a double takes longer than finding its text. */

const PER_UNIT = 20;
const MOST = 500 * PER_UNIT;
/** Texts of multiples of 0.05 up to 500, which nearly all predictions are, made when they are first written. */
const texts = new Array<string | undefined>(MOST + 1).fill(undefined);

/** A finite number as JSON has it. */
export function numberText(value: number): string {
  const place = Math.round(value * PER_UNIT);
  if (!(place >= 0 && place <= MOST) || place / PER_UNIT !== value) return String(value);
  const known = texts[place];
  if (known !== undefined) return known;
  const text = String(value);
  texts[place] = text;
  return text;
}
