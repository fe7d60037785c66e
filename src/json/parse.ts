/**
 * A strict parser of JSON texts (RFC 8259) in UTF-8, in one pass and without recursion.
 *
 * It is stricter than `JSON.parse`. It refuses a byte order mark, invalid UTF-8, lone surrogates, duplicate keys and
 * the key `__proto__`. It also refuses deep nesting and more values than any valid request has. Each refusal has line
 * and column. Unlike `JSON.parse`, it can run in slices, so that a body of many MiB does not hold up the other
 * requests; and -0 is 0. A number beyond the doubles becomes infinity, for which JSON has no spelling: the reader names
 * its field.
 */
import { isUtf8 } from 'node:buffer';
import { beginsCharacter, characterAt, firstInvalidByte, hexDigit, isDigit, writeCharacter } from './bytes.js';
import type { ParsedJson } from './json.js';
import { longestKept, shortString } from './short-strings.js';

export class JsonSyntaxError extends Error {
  override readonly name = 'JsonSyntaxError';
  readonly code: string;
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;

  constructor(what: string, code: string, line: number, column: number) {
    super(`${what} at line ${line}, column ${column}`);
    this.code = code;
    this.line = line;
    this.column = column;
  }
}

export interface ParseLimits {
  /** Depth of arrays and objects within one another. */
  readonly maxDepth: number;
  /** Values of all kinds in the whole text. */
  readonly maxValues: number;
  /** Objects in the whole text; each costs a few hundred bytes. */
  readonly maxObjects: number;
  /** Keys of one object. */
  readonly maxKeys: number;
}

/**
 * A request within the limits of the API has some 300,000 values; one with a million vertices has three million. No
 * object has a thousand keys. One with millions would hold up everyone while its table grows.
 */
export const parseLimits: ParseLimits = { maxDepth: 32, maxValues: 5_000_000, maxObjects: 300_000, maxKeys: 100_000 };

/** The tokens that may come next; `first-…` also admits the end of the container just opened. */
type State = 'value' | 'first-element' | 'first-key' | 'key' | 'comma-or-end' | 'end';

type Container = ParsedJson[] | Map<string, ParsedJson>;

export class JsonParser {
  readonly #bytes: Uint8Array;
  readonly #text: Buffer;
  readonly #limits: ParseLimits;
  #at = 0;
  #state: State = 'value';
  #values = 0;
  #objects = 0;
  #root: ParsedJson = null;
  readonly #stack: Container[] = [];
  /** For each open container, its own key in its parent; for the innermost, the key whose value comes next. */
  readonly #keys: string[] = [];
  #key = '';

  constructor(text: Buffer, limits: ParseLimits = parseLimits) {
    this.#text = text;
    this.#bytes = text;
    this.#limits = limits;
    if (text[0] === 0xef && text[1] === 0xbb && text[2] === 0xbf) {
      throw new JsonSyntaxError('Byte order mark', 'byte_order_mark', 1, 1);
    }
    if (!isUtf8(text)) this.#fail('Invalid UTF-8', 'invalid_utf8', firstInvalidByte(text));
  }

  /** Reads about `bytes` bytes more. Returns true when the whole text has been read. */
  read(bytes: number): boolean {
    const until = this.#at + bytes;
    while (this.#state !== 'end') {
      if (this.#at >= until) return false;
      this.#step();
    }
    this.#skipSpace();
    if (this.#at < this.#bytes.length) this.#unexpected('the end of the text');
    return true;
  }

  /** The value of the text, once `read` has returned true. */
  get value(): ParsedJson {
    return this.#root;
  }

  #step(): void {
    this.#skipSpace();
    const byte = this.#bytes[this.#at];
    switch (this.#state) {
      case 'first-element':
        if (byte === 0x5d) this.#close();
        else this.#readValue(byte);
        break;
      case 'value':
        this.#readValue(byte);
        break;
      case 'first-key':
        if (byte === 0x7d) this.#close();
        else this.#readKey(byte);
        break;
      case 'key':
        this.#readKey(byte);
        break;
      default:
        this.#readCommaOrEnd(byte);
    }
  }

  #skipSpace(): void {
    const bytes = this.#bytes;
    let at = this.#at;
    for (;;) {
      const byte = bytes[at];
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) break;
      at += 1;
    }
    this.#at = at;
  }

  #readValue(byte: number | undefined): void {
    this.#values += 1;
    if (this.#values > this.#limits.maxValues) {
      this.#fail(`More than ${this.#limits.maxValues} values`, 'too_many_values');
    }
    switch (byte) {
      case 0x7b:
        this.#objects += 1;
        if (this.#objects > this.#limits.maxObjects) {
          this.#fail(`More than ${this.#limits.maxObjects} objects`, 'too_many_values');
        }
        this.#open(new Map<string, ParsedJson>(), 'first-key');
        break;
      case 0x5b:
        this.#open([], 'first-element');
        break;
      case 0x22:
        this.#add(this.#readString());
        break;
      case 0x74:
        this.#add(this.#literal('true', true));
        break;
      case 0x66:
        this.#add(this.#literal('false', false));
        break;
      case 0x6e:
        this.#add(this.#literal('null', null));
        break;
      default:
        this.#add(this.#readNumber(byte));
    }
  }

  #open(container: Container, next: State): void {
    if (this.#stack.length === this.#limits.maxDepth) {
      this.#fail(`Nesting deeper than ${this.#limits.maxDepth}`, 'too_deep');
    }
    this.#at += 1;
    this.#stack.push(container);
    this.#keys.push(this.#key);
    this.#state = next;
  }

  #close(): void {
    this.#at += 1;
    const closed = this.#stack.pop()!;
    this.#key = this.#keys.pop()!;
    this.#add(closed);
  }

  #add(value: ParsedJson): void {
    const container = this.#stack[this.#stack.length - 1];
    if (container === undefined) {
      this.#root = value;
      this.#state = 'end';
      return;
    }
    if (Array.isArray(container)) container.push(value);
    else container.set(this.#key, value);
    this.#state = 'comma-or-end';
  }

  #readCommaOrEnd(byte: number | undefined): void {
    const inArray = Array.isArray(this.#stack[this.#stack.length - 1]);
    if (byte === 0x2c) {
      this.#at += 1;
      this.#state = inArray ? 'value' : 'key';
    } else if (byte === (inArray ? 0x5d : 0x7d)) {
      this.#close();
    } else {
      this.#unexpected(inArray ? '"," or "]"' : '"," or "}"');
    }
  }

  #readKey(byte: number | undefined): void {
    if (byte !== 0x22) this.#unexpected('a key in double quotes');
    const start = this.#at;
    const key = this.#readString();
    const object = this.#stack[this.#stack.length - 1] as Map<string, ParsedJson>;
    if (object.size >= this.#limits.maxKeys) {
      this.#fail(`More than ${this.#limits.maxKeys} keys of an object`, 'too_many_values', start);
    }
    if (object.has(key)) this.#fail(`Duplicate key ${quoted(key)}`, 'duplicate_key', start);
    if (key === '__proto__') this.#fail('The key "__proto__" is not accepted', 'forbidden_key', start);
    this.#skipSpace();
    if (this.#bytes[this.#at] !== 0x3a) this.#unexpected('":"');
    this.#at += 1;
    this.#key = key;
    this.#state = 'value';
  }

  #literal<T extends boolean | null>(word: string, value: T): T {
    for (let i = 0; i < word.length; i++) {
      if (this.#bytes[this.#at] !== word.charCodeAt(i)) this.#unexpected(`"${word}"`);
      this.#at += 1;
    }
    return value;
  }

  #readString(): string {
    const bytes = this.#bytes;
    const start = this.#at + 1;
    let at = start;
    let ascii = true;
    for (;;) {
      const byte = bytes[at];
      if (byte === 0x22) {
        this.#at = at + 1;
        if (!ascii) return this.#text.toString('utf8', start, at);
        return at - start <= longestKept
          ? shortString(this.#text, start, at)
          : this.#text.toString('latin1', start, at);
      }
      if (byte === 0x5c) return this.#readEscapedString(start, at);
      this.#checkStringByte(byte, at);
      if (byte! >= 0x80) ascii = false;
      at += 1;
    }
  }

  /**
   * Goes on with a string whose first escape is at `at`. It puts the text together as bytes: joining a string of
   * millions of escapes piece by piece would hold up everyone for seconds. No escape is shorter than its character.
   */
  #readEscapedString(start: number, firstEscape: number): string {
    const bytes = this.#bytes;
    const text = Buffer.allocUnsafe(this.#endOfString(firstEscape) - start);
    let length = this.#text.copy(text, 0, start, firstEscape);
    let at = firstEscape;
    for (;;) {
      const byte = bytes[at];
      if (byte === 0x22) break;
      if (byte !== 0x5c) {
        this.#checkStringByte(byte, at);
        text[length++] = byte!;
        at += 1;
        continue;
      }
      const simple = simpleEscapes[bytes[at + 1]!];
      if (simple) {
        text[length++] = simple;
        at += 2;
        continue;
      }
      if (bytes[at + 1] !== 0x75) this.#fail('Unknown escape in a string', 'malformed_json', at);
      let character = this.#hex4(at);
      at += 6;
      if (character >= 0xd800 && character <= 0xdfff) {
        const low = character < 0xdc00 && bytes[at] === 0x5c && bytes[at + 1] === 0x75 ? this.#hex4(at) : 0;
        if (low < 0xdc00 || low > 0xdfff) this.#fail('Lone surrogate in a string', 'lone_surrogate', at - 6);
        character = 0x10000 + ((character - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      }
      length = writeCharacter(text, length, character);
    }
    this.#at = at + 1;
    return text.toString('utf8', 0, length);
  }

  /** The place, at or after `at`, of the quotation mark that ends a string, or of the end of the text. */
  #endOfString(at: number): number {
    const bytes = this.#bytes;
    while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
    return at;
  }

  #checkStringByte(byte: number | undefined, at: number): void {
    if (byte === undefined) this.#fail('The text ends within a string', 'malformed_json', at);
    if (byte < 0x20) this.#fail('Control character in a string', 'malformed_json', at);
  }

  /** The code unit of the escape \uXXXX that begins at `at`. */
  #hex4(at: number): number {
    let unit = 0;
    for (let i = at + 2; i < at + 6; i++) {
      const digit = hexDigit(this.#bytes[i]);
      if (digit < 0) this.#fail('Unknown escape in a string', 'malformed_json', at);
      unit = unit * 16 + digit;
    }
    return unit;
  }

  #readNumber(first: number | undefined): number {
    const bytes = this.#bytes;
    const start = this.#at;
    let at = start;
    const negative = first === 0x2d;
    if (negative) at += 1;
    let mantissa = 0;
    let digits = 0;
    let scale = 0;

    const leading = bytes[at];
    if (leading === 0x30) {
      at += 1;
    } else {
      for (; isDigit(bytes[at]); at++) {
        mantissa = mantissa * 10 + (bytes[at]! - 0x30);
        digits += 1;
      }
      if (digits === 0) this.#unexpectedAt(at, negative ? 'a digit' : 'a value');
    }
    if (bytes[at] === 0x2e) {
      at += 1;
      if (!isDigit(bytes[at])) this.#unexpectedAt(at, 'a digit');
      for (; isDigit(bytes[at]); at++) {
        mantissa = mantissa * 10 + (bytes[at]! - 0x30);
        digits += 1;
        scale += 1;
      }
    }
    let exponent = false;
    if (bytes[at] === 0x65 || bytes[at] === 0x45) {
      exponent = true;
      at += 1;
      if (bytes[at] === 0x2b || bytes[at] === 0x2d) at += 1;
      if (!isDigit(bytes[at])) this.#unexpectedAt(at, 'a digit');
      while (isDigit(bytes[at])) at += 1;
    }
    this.#at = at;
    // With up to 15 digits and 22 powers of ten, both operands are exact doubles, so their quotient is correctly
    // rounded.
    const value =
      !exponent && digits <= 15 && scale <= 22
        ? mantissa / powersOfTen[scale]!
        : Math.abs(Number(this.#text.toString('latin1', start, at)));
    return negative && value !== 0 ? -value : value;
  }

  #unexpected(expected: string): never {
    this.#unexpectedAt(this.#at, expected);
  }

  #unexpectedAt(at: number, expected: string): never {
    const found = at >= this.#bytes.length ? 'The text ends' : `Unexpected ${quoted(characterAt(this.#text, at))}`;
    this.#fail(`${found} where ${expected} was expected`, 'malformed_json', at);
  }

  #fail(what: string, code: string, at: number = this.#at): never {
    const before = this.#text.subarray(0, at);
    let line = 1;
    let lineStart = 0;
    for (let newline = before.indexOf(0x0a); newline !== -1; newline = before.indexOf(0x0a, newline + 1)) {
      line += 1;
      lineStart = newline + 1;
    }
    let column = 1;
    for (let i = lineStart; i < before.length; i++) if (beginsCharacter(before[i]!)) column += 1;
    throw new JsonSyntaxError(what, code, line, column);
  }
}

/** Parses a whole text at once. */
export function parseJson(text: Buffer, limits: ParseLimits = parseLimits): ParsedJson {
  const parser = new JsonParser(text, limits);
  parser.read(Number.POSITIVE_INFINITY);
  return parser.value;
}

/** The byte of an escape of one letter, by that letter; 0: no such escape. */
const simpleEscapes = new Uint8Array(256);
for (const [i, letter] of [...'"\\/bfnrt'].entries()) {
  simpleEscapes[letter.charCodeAt(0)] = '"\\/\b\f\n\r\t'.charCodeAt(i);
}

const powersOfTen = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

function quoted(text: string): string {
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
