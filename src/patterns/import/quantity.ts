/**
 * Reads how often a piece of an apparel DXF is cut: `2`, or `1,1` for copies as drawn and mirrored ones. A pattern has one
 * number, and every second copy of a mirrored piece is mirrored. So a note tells other counts.
 */

export interface Quantity {
  readonly quantity: number;
  readonly mirrored: boolean;
  /** The number that the import takes in place of the file's, as the end of a sentence; null if it takes the file's. */
  readonly changed: string | null;
}

const most = 1000;
const count = /^(?:(?:left|right|l|r)\s*[:=]?\s*)?(\d+)(?:\.0*)?(?![\d.])/i;

export function quantityOf(text: string | undefined): Quantity {
  if (text === undefined || text === '') return { quantity: 1, mirrored: false, changed: null };
  const parts = text.split(/[,;]/).map((part) => count.exec(part.trim())?.[1]);
  const [plain, flipped = 0] = parts.map(Number) as [number, number?];
  if (parts.length > 2 || !Number.isInteger(plain + flipped) || plain + flipped === 0)
    return { quantity: 1, mirrored: false, changed: '1' };
  const quantity = Math.min(most, plain + flipped);
  const mirrored = plain > 0 && flipped > 0;
  const isKept = quantity === plain + flipped && (flipped === 0 || plain === flipped || plain === flipped + 1);
  const how = mirrored ? ', every second one mirrored' : ', as drawn';
  return { quantity, mirrored, changed: isKept ? null : `${quantity}${flipped > 0 ? how : ''}` };
}
