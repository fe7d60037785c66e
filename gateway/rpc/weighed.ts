/** Checks the message of a call before Connect decodes it, in any form, and refuses one that is too heavy. */
import type { IncomingHttpHeaders } from 'node:http';
import type { DescMessage } from '@bufbuild/protobuf';
import type { TimeSlices } from '../../src/concurrency/time-slices.js';
import { ServiceError } from '../../src/errors.js';
import { inflated, isCoding } from '../inflate.js';
import { bodyTooLarge } from '../quota.js';
import { holdsMaps, weighBinary, weighJson } from './weight.js';

/** An uncompressed body up to this size cannot be heavy. */
const light = 128 * 1024;
/** Flags and the length of a message. */
const envelopeBytes = 5;
const emptyEnvelope = Buffer.alloc(envelopeBytes);

export interface Weighing {
  readonly type: DescMessage;
  readonly headers: IncomingHttpHeaders;
  /** Largest size of a message, ... */
  readonly most: number;
  /** ... and of one in JSON with maps, whose entries cannot be counted. */
  readonly mostMapJson: number;
  /** Called for each piece of a decompressed message, before the next one; may throw. */
  readonly unpacked: (piece: Uint8Array) => void;
  readonly slices: TimeSlices;
}

/** The form in which a protocol puts a message into a body, and names its compression. */
interface Form {
  readonly inEnvelope: boolean;
  readonly isJson: boolean;
  readonly encoding: string | undefined;
}

/**
 * The bytes of a body that holds one message of `type`, held back until it was checked. A second message becomes an empty one,
 * since Connect would decode it before refusing it. Throws ServiceError `too_large`.
 */
export async function* weighed(
  bytes: AsyncIterable<Uint8Array>,
  { type, headers, unpacked, slices, ...limits }: Weighing,
): AsyncGenerator<Uint8Array> {
  const form = formOf(headers);
  const most = form.isJson && holdsMaps(type) ? Math.min(limits.most, limits.mostMapJson) : limits.most;
  const held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    size += chunk.length;
    if (size > most + (form.inEnvelope ? envelopeBytes : 0)) throw bodyTooLarge(most);
  }
  if (size <= light && form.encoding === undefined) {
    yield* held;
    return;
  }
  const body = Buffer.concat(held);
  const end = form.inEnvelope && size >= envelopeBytes ? envelopeBytes + body.readUInt32BE(1) : size;
  const message = await messageOf(body.subarray(0, end), form, most, unpacked);
  if (message !== undefined) await slices.run(form.isJson ? weighJson(message) : weighBinary(type, message));
  yield body.subarray(0, end);
  if (end < size) yield emptyEnvelope;
}

function formOf(headers: IncomingHttpHeaders): Form {
  const type = headers['content-type'] ?? '';
  const protocol = /^application\/(grpc|connect)/i.exec(type)?.[1]?.toLowerCase();
  const header =
    protocol === 'grpc' ? 'grpc-encoding' : protocol === 'connect' ? 'connect-content-encoding' : 'content-encoding';
  const encoding = headers[header];
  return {
    inEnvelope: protocol !== undefined,
    isJson: /[+/]json\b/i.test(type),
    encoding: encoding === undefined || encoding === 'identity' ? undefined : String(encoding),
  };
}

/** The decompressed message; undefined: Connect will report that it is not a message. Throws `too_large` beyond `most` bytes. */
async function messageOf(
  body: Buffer,
  { inEnvelope, encoding }: Form,
  most: number,
  unpacked: Weighing['unpacked'],
): Promise<Buffer | undefined> {
  const message = inEnvelope ? body.subarray(envelopeBytes) : body;
  const isCompressed = inEnvelope ? (body[0]! & 1) === 1 : encoding !== undefined;
  if (!isCompressed) return message;
  // Connect does not support deflate.
  if (encoding === undefined || !isCoding(encoding) || encoding === 'deflate') return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of inflated(encoding, once(message))) {
      size += piece.length;
      if (size > most) throw bodyTooLarge(most);
      unpacked(piece);
      pieces.push(piece);
    }
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'malformed') return undefined;
    throw error;
  }
  return Buffer.concat(pieces, size);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
