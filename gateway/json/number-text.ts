/** The texts of measurements. Each is made once, since writing a double takes longer than finding its text. */

const perUnit = 20;
const mostKept = 500 * perUnit;
/** Texts of the multiples of 0.05 up to 500, which cover nearly all predictions, made when first written. */
const texts = new Array<string | undefined>(mostKept + 1).fill(undefined);

/** A finite number in JSON. */
export function numberText(value: number): string {
  const place = Math.round(value * perUnit);
  if (!(place >= 0 && place <= mostKept) || place / perUnit !== value) return String(value);
  const known = texts[place];
  if (known !== undefined) return known;
  const text = String(value);
  texts[place] = text;
  return text;
}
