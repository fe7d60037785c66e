/** Numbers in decimal notation, as the interface takes them: no hexadecimal, octal or binary ones. */

/** The number that a text is as a whole, spaces around it aside; NaN for any other text. */
export function decimalOf(text: string): number {
  const plain = text.trim();
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN;
}
