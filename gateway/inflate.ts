/** Unpacks compressed bodies (RFC 9110, 8.4.1) as they come, and no further than their reader goes. */
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ServiceError } from '../src/errors.js';

/** The RFC's `deflate` is the zlib format. */
const decompressors = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

export type Coding = keyof typeof decompressors;

/** For Accept-Encoding, best first. */
export const codings = Object.keys(decompressors) as readonly Coding[];

export const isCoding = (name: string): name is Coding => Object.hasOwn(decompressors, name);

/** The compression that Content-Encoding names; undefined: none. Throws `unsupported_media_type`. */
export function codingOf(header: string | undefined): Coding | undefined {
  const name = header?.trim().toLowerCase();
  if (name === undefined || name === 'identity') return undefined;
  const coding = name === 'x-gzip' ? 'gzip' : name;
  if (isCoding(coding)) return coding;
  const message = `The Content-Encoding is ${header}; it must be one of ${codings.join(', ')}, or absent`;
  throw new ServiceError('unsupported_media_type', message, { code: 'unsupported_encoding' });
}

/** Throws `malformed` for bytes that are not packed in this way, end too early, or have others after them. */
export async function* inflated(coding: Coding, packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let received = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of packed) {
      received += chunk.length;
      yield chunk;
    }
  }
  const unpacking = decompressors[coding]();
  const fed = pipeline(counted(), unpacking);
  const isWhole = fed.then(
    () => true,
    () => false,
  );
  try {
    yield* unpacking as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw isOfZlib(error) ? corrupt(coding, error) : error;
  }
  // The decompressor was given bytes after it had reached the end.
  if (!(await isWhole) || unpacking.bytesWritten !== received) {
    throw corrupt(coding, new Error('further bytes follow its end'));
  }
}

function corrupt(coding: Coding, cause: Error): ServiceError {
  return new ServiceError('malformed', `The body is not valid ${coding}: ${cause.message}`, {
    code: 'corrupt_encoding',
    cause,
  });
}

/** Recognised by the codes of zlib and of Brotli. */
const isOfZlib = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(Z_|ERR__)/.test(String(error.code));
