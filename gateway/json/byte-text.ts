/**
 * ASCII text that is put together in bytes, from pieces that are made beforehand. A string of a thousand pieces is a tree
 * that somebody has to flatten and to encode before it can be sent, which takes longer than all else about a small answer.
 */
import { Forgetting } from '../../src/forgetting.js';
import { numberText } from './number-text.js';

const wordBytes = 8;

/** A text in words of eight bytes, so that it is copied in an eighth of the steps; the last word is filled up with zeros. */
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
/** Multiples of 0.05 up to 500, which nearly all measurements are, have texts of one word; made when first written. */
const numberWords = new Float64Array(mostKept + 1);
const numberLengths = new Uint8Array(mostKept + 1);

/** Bytes of memory that texts share: memory of its own for each costs as much as writing it. */
const stretch = 96 * 1024;

/**
 * A text of `capacity` bytes at most, to which the rest comes; begun anew behind its end whenever it has been taken. What
 * was written is let go after some minutes.
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

  /** A number as JSON has it: `null` for one that is not finite. */
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

  /** The text, with `rest` behind it, which may hold any characters. It is never written to again. */
  take(rest: string): Buffer {
    const end = this.#end + Buffer.byteLength(rest);
    const fits = end <= this.#bytes.length;
    if (fits) this.#bytes.write(rest, this.#end);
    const text = fits
      ? this.#bytes.subarray(this.#start, end)
      : Buffer.concat([this.#bytes.subarray(this.#start, this.#end), Buffer.from(rest)]);
    this.#start = this.#end = Math.min(end, this.#bytes.length);
    // A word may reach over the end of what it is to say; what comes next is written over that.
    if (this.#start + this.#capacity + wordBytes > this.#bytes.length) this.#begin();
    else this.#forgetting.kept();
    return text;
  }

  #forget(): void {
    // One that is being written goes with the next.
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
