/**
 * The text form of an API key: `selvage_<id>_<secret><checksum>`.
 *
 * The prefix lets secret scanners find a leaked key. The 8-character id is not secret and finds the record. The secret
 * is 256 random bits in base 62 (43 characters), so a fast hash protects it well enough. The checksum (CRC-32 of all
 * before it, 6 characters of base 62) refuses mistyped and cut keys before any look-up.
 */
import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const idLength = 8;
const secretBytes = 32;
/** ceil(256 bits / log2(62)): no 256-bit number is longer. */
const secretLength = 43;
const checksumLength = 6;
const shape = new RegExp(
  `^selvage_([0-9A-Za-z]{${idLength}})_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`,
);

const idShape = new RegExp(`^[0-9A-Za-z]{${idLength}}$`);

export interface KeyParts {
  readonly id: string;
  /** SHA-256 of the secret. */
  readonly secretHash: Uint8Array;
}

/** Whether a key could have this id. */
export const isKeyId = (text: string): boolean => idShape.test(text);

/** A new key: its text, for showing once, and the parts that the store may keep. */
export function generateKey(): KeyParts & { readonly text: string } {
  const id = base62(randomBytes(6), idLength);
  const secret = base62(randomBytes(secretBytes), secretLength);
  const body = `selvage_${id}_${secret}`;
  return { text: body + checksum(body), id, secretHash: hashSecret(secret) };
}

/** The parts of a key's text; null where its shape or checksum is wrong. */
export function parseKey(text: string): KeyParts | null {
  const [, id, secret, check] = shape.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  if (checksum(`selvage_${id}_${secret}`) !== check) return null;
  return { id, secretHash: hashSecret(secret) };
}

function hashSecret(secret: string): Uint8Array {
  return hash('sha256', secret, 'buffer');
}

function checksum(body: string): string {
  let number = crc32(body);
  let text = '';
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[number % 62] + text;
    number = Math.floor(number / 62);
  }
  return text;
}

/** The last `length` digits, padded with zeros, of the bytes as one number in base 62. */
function base62(bytes: Buffer, length: number): string {
  let number = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < length; i++) {
    text = alphabet[Number(number % 62n)] + text;
    number /= 62n;
  }
  return text;
}
