/** Looks at the message of a call before Connect decodes it, whatever form it has, and refuses one that is too heavy. */
import type { IncomingHttpHeaders } from 'node:http';
import type { DescMessage } from '@bufbuild/protobuf';
import type { TimeSlices } from '../../src/concurrency/time-slices.js';
import { ServiceError } from '../../src/errors.js';
import { inflated, isCoding } from '../inflate.js';
import { weighBinary, weighJson } from './weight.js';

/** A body of so many bytes cannot be heavy, if it is not compressed. */
const light = 128 * 1024;
/** Flags, and the length of a message. */
const envelopeBytes = 5;
const emptyEnvelope = Buffer.alloc(envelopeBytes);

interface Weighing {
  readonly type: DescMessage;
  readonly headers: IncomingHttpHeaders;
  /** Bytes of a message. */
  readonly most: number;
  /** Told of each piece that a compressed message becomes, before the next; may throw. */
  readonly unpacked: (piece: Uint8Array) => void;
  readonly slices: TimeSlices;
}

/** How the protocols put a message into a body, and where they say how it is compressed. */
interface Form {
  readonly inEnvelope: boolean;
  readonly isJson: boolean;
  readonly encoding: string | undefined;
}

/**
 * The bytes of a body that holds one message of `type`, held back until it was looked at. A second message, which Connect
 * would decode before it refuses it, is an empty one. Of a body with more than `most` bytes no more flows on than tells so.
 * Throws ServiceError `too_large`.
 */
export async function* weighed(
  bytes: AsyncIterable<Uint8Array>,
  { type, headers, most, unpacked, slices }: Weighing,
): AsyncGenerator<Uint8Array> {
  const held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    held.push(chunk);
    size += chunk.length;
    if (size > most + envelopeBytes) break;
  }
  const form = formOf(headers);
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

/** The message as it is decoded; undefined: Connect will say that it is none, or more than `most` bytes. */
async function messageOf(
  body: Buffer,
  { inEnvelope, encoding }: Form,
  most: number,
  unpacked: Weighing['unpacked'],
): Promise<Buffer | undefined> {
  const message = inEnvelope ? body.subarray(envelopeBytes) : body;
  if (message.length > most) return undefined;
  const isCompressed = inEnvelope ? (body[0]! & 1) === 1 : encoding !== undefined;
  if (!isCompressed) return message;
  // Connect knows no deflate.
  if (encoding === undefined || !isCoding(encoding) || encoding === 'deflate') return undefined;
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of inflated(encoding, once(message))) {
      size += piece.length;
      if (size > most) return undefined;
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
