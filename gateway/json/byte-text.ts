/**
 * ASCII text assembled in bytes from ready-made pieces. A string of a thousand pieces is a tree, which has to be flattened and
 * encoded before it is sent. For a small answer this takes longer than all other work.
 */
import { Forgetting } from '../../src/forgetting.js';
import { numberText } from './number-text.js';

const wordBytes = 8;

/** A text in words of eight bytes, so that a copy takes an eighth of the steps. Zeros fill up the last word. */
export interface Piece {
  readonly length: number;
  readonly words: Float64Array;
}

export function piece(text: string): Piece {
  const bytes = new Uint8Array(Math.ceil(text.length / wordBytes) * wordBytes);
  bytes.set(Buffer.from(text, 'latin1'));
  return { length: text.length, words: new Float64Array(bytes.buffer) };
}

const perUnit = 20;
const mostKept = 500 * perUnit;
/** Nearly all measurements are multiples of 0.05 up to 500. Their texts take one word, and are made when first written. */
const numberWords = new Float64Array(mostKept + 1);
const numberLengths = new Uint8Array(mostKept + 1);

/** Bytes of memory that texts share. Memory of its own for each text would cost as much as writing it. */
const stretch = 96 * 1024;

/**
 * A text of at most `capacity` bytes under construction. After each `take` the next text begins behind it. Written text is
 * dropped after some minutes.
 */
export class ByteText {
  readonly #capacity: number;
  #bytes!: Buffer;
  #view!: DataView;
  #start = 0;
  #end = 0;

  readonly #forgetting: Forgetting;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#forgetting = new Forgetting(() => this.#forget());
    this.#begin();
  }

  add({ words, length }: Piece): void {
    const view = this.#view;
    const at = this.#end;
    for (let i = 0; i < words.length; i++) view.setFloat64(at + i * wordBytes, words[i]!, true);
    this.#end = at + length;
  }

  /** A number in JSON; `null` for one that is not finite. */
  addNumber(value: number): void {
    const place = Math.round(value * perUnit);
    if (!(place >= 0 && place <= mostKept) || place / perUnit !== value) {
      this.add(piece(Number.isFinite(value) ? String(value) : 'null'));
      return;
    }
    if (numberLengths[place] === 0) {
      const { words, length } = piece(numberText(value));
      numberWords[place] = words[0]!;
      numberLengths[place] = length;
    }
    this.#view.setFloat64(this.#end, numberWords[place]!, true);
    this.#end += numberLengths[place]!;
  }

  /** The text, followed by `rest`, which may hold any characters. It is never written to again. */
  take(rest: string): Buffer {
    const end = this.#end + Buffer.byteLength(rest);
    const fits = end <= this.#bytes.length;
    if (fits) this.#bytes.write(rest, this.#end);
    const text = fits
      ? this.#bytes.subarray(this.#start, end)
      : Buffer.concat([this.#bytes.subarray(this.#start, this.#end), Buffer.from(rest)]);
    this.#start = this.#end = Math.min(end, this.#bytes.length);
    // A word may reach beyond the end of its text. The next text overwrites the excess.
    if (this.#start + this.#capacity + wordBytes > this.#bytes.length) this.#begin();
    else this.#forgetting.kept();
    return text;
  }

  #forget(): void {
    // An unfinished text is dropped with the next one.
    if (this.#start === this.#end) this.#begin();
    else this.#forgetting.kept();
  }

  #begin(): void {
    this.#start = this.#end = 0;
    this.#bytes = Buffer.allocUnsafeSlow(Math.max(stretch, this.#capacity + wordBytes));
    this.#view = new DataView(this.#bytes.buffer, this.#bytes.byteOffset, this.#bytes.byteLength);
    this.#start = this.#end = 0;
  }
}
