/** The accepted numbers of a field, as its problem tells them. */

/** More than this is no limit to a person. */
const mostTold = 1e6;

export function rangeText([least, most]: readonly [least: number, most: number], whole = false): string {
  const numbers = most > mostTold ? `${least} or more` : `${least} to ${most.toLocaleString('en')}`;
  return whole ? `a whole number, ${numbers}` : numbers;
}
