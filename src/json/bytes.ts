/** Reads and writes the bytes of a JSON text in UTF-8. */
import { isUtf8 } from 'node:buffer';

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** The value of a hexadecimal digit, -1 for any other byte. */
export function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return -1;
  if (isDigit(byte)) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x61 + 10 : -1;
}

/** Whether a byte of UTF-8 is the first of its character. */
export function beginsCharacter(byte: number): boolean {
  return (byte & 0xc0) !== 0x80;
}

/** Writes the bytes of a character at `at`; returns where the next one begins. */
export function writeCharacter(text: Uint8Array, at: number, codePoint: number): number {
  if (codePoint < 0x80) {
    text[at] = codePoint;
    return at + 1;
  }
  const further = codePoint < 0x800 ? 1 : codePoint < 0x10000 ? 2 : 3;
  text[at] = [0xc0, 0xe0, 0xf0][further - 1]! | (codePoint >> (6 * further));
  for (let i = 1; i <= further; i++) text[at + i] = 0x80 | ((codePoint >> (6 * (further - i))) & 0x3f);
  return at + further + 1;
}

/** The whole character that begins at byte `at`. */
export function characterAt(text: Buffer, at: number): string {
  return String.fromCodePoint(text.toString('utf8', at, at + 4).codePointAt(0) ?? 0xfffd);
}

/** Byte offset of the first sequence that is not UTF-8; halving finds the longest valid prefix. */
export function firstInvalidByte(text: Buffer): number {
  let valid = 0;
  let invalid = text.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    // A prefix may end within a sequence: step back to the start of one.
    let cut = middle;
    while (cut > valid && !beginsCharacter(text[cut]!)) cut -= 1;
    if (cut === valid) break;
    if (isUtf8(text.subarray(0, cut))) valid = cut;
    else invalid = cut;
  }
  return valid;
}
