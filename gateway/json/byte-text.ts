/**
 * ASCII text that is put together in bytes, from pieces that are made beforehand. A string of a thousand pieces is a tree
 * that somebody has to flatten and to encode before it can be sent, which takes longer than all else about a small answer.
 */
import { numberText } from './number-text.js';

const WORD = 8;

/** A text in words of eight bytes, so that it is copied in an eighth of the steps; the last word is filled up with zeros. */
export interface Piece {
  readonly length: number;
  readonly words: Float64Array;
}

export function piece(text: string): Piece {
  const bytes = new Uint8Array(Math.ceil(text.length / WORD) * WORD);
  bytes.set(Buffer.from(text, 'latin1'));
  return { length: text.length, words: new Float64Array(bytes.buffer) };
}

const PER_UNIT = 20;
const MOST = 500 * PER_UNIT;
/** Multiples of 0.05 up to 500, which nearly all measurements are, have texts of one word; made when first written. */
const numberWords = new Float64Array(MOST + 1);
const numberLengths = new Uint8Array(MOST + 1);

/** A text that grows to `capacity` bytes at most, and is begun again whenever it has been taken. */
export class ByteText {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  #length = 0;

  constructor(capacity: number) {
    // A word may reach over the end of what it is to say; what comes next is written over that.
    this.#bytes = Buffer.alloc(capacity + WORD);
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
  }

  add({ words, length }: Piece): void {
    const view = this.#view;
    const at = this.#length;
    for (let i = 0; i < words.length; i++) view.setFloat64(at + i * WORD, words[i]!, true);
    this.#length = at + length;
  }

  /** A number as JSON has it: `null` for one that is not finite. */
  addNumber(value: number): void {
    const place = Math.round(value * PER_UNIT);
    if (!(place >= 0 && place <= MOST) || place / PER_UNIT !== value) {
      this.add(piece(Number.isFinite(value) ? String(value) : 'null'));
      return;
    }
    if (numberLengths[place] === 0) {
      const { words, length } = piece(numberText(value));
      numberWords[place] = words[0]!;
      numberLengths[place] = length;
    }
    this.#view.setFloat64(this.#length, numberWords[place]!, true);
    this.#length += numberLengths[place]!;
  }

  /** The text, with `rest` behind it, which may hold any characters. */
  take(rest: string): Buffer {
    const text = Buffer.allocUnsafe(this.#length + Buffer.byteLength(rest));
    this.#bytes.copy(text, 0, 0, this.#length);
    text.write(rest, this.#length);
    this.#length = 0;
    return text;
  }
}
