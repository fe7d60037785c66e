/** Bodies that come compressed (RFC 9110, 8.4.1), unpacked as they come, and no further than who reads them goes on. */
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { ServiceError } from '../src/errors.js';

/** `deflate` is the zlib format, as the RFC has it. */
const decompressors = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress };

export type Coding = keyof typeof decompressors;

/** For Accept-Encoding, best first. */
export const codings = Object.keys(decompressors) as readonly Coding[];

export const isCoding = (name: string): name is Coding => Object.hasOwn(decompressors, name);

/** What a body is packed with, by its Content-Encoding; undefined: nothing. Throws `unsupported_media_type`. */
export function codingOf(header: string | undefined): Coding | undefined {
  const name = header?.trim().toLowerCase();
  if (name === undefined || name === 'identity') return undefined;
  const coding = name === 'x-gzip' ? 'gzip' : name;
  if (isCoding(coding)) return coding;
  const message = `The Content-Encoding ${header} is not accepted; one of ${codings.join(', ')} is, or none`;
  throw new ServiceError('unsupported_media_type', message, { code: 'unsupported_encoding' });
}

/** Throws `malformed` for bytes that are not packed so, end too early, or are followed by others. */
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
  // What it was fed when it had come to its end already.
  if (!(await isWhole) || unpacking.bytesWritten !== received) {
    throw corrupt(coding, new Error('further bytes follow its end'));
  }
}

function corrupt(coding: Coding, cause: Error): ServiceError {
  return new ServiceError('malformed', `The body is no valid ${coding}: ${cause.message}`, {
    code: 'corrupt_encoding',
    cause,
  });
}

/** By its codes: those of zlib, and those of Brotli. */
const isOfZlib = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^(Z_|ERR__)/.test(String(error.code));
