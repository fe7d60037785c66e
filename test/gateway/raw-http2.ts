/** An HTTP/2 client that writes arbitrary frames, which libraries do not allow. */
import { once } from 'node:events';
import net from 'node:net';

export const frameType = { headers: 1, reset: 3, settings: 4, goAway: 7, continuation: 9 } as const;

export interface Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

export function frame(type: number, flags: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

const endStream = 0x1;
const endHeaders = 0x4;

/** Headers by name, or in a list, where a name may be repeated. */
type Headers = Record<string, string> | readonly (readonly [name: string, value: string])[];

/** A request without a body, or with one still to come. */
export function request(stream: number, headers: Headers, options: { body?: boolean } = {}): Buffer {
  return frame(frameType.headers, endHeaders | (options.body ? 0 : endStream), stream, headerBlock(headers));
}

export function reset(stream: number): Buffer {
  // CANCEL
  return frame(frameType.reset, 0, stream, Buffer.from([0, 0, 0, 8]));
}

/** HPACK without table and Huffman code: literal fields alone. */
function headerBlock(headers: Headers): Buffer {
  const fields = Array.isArray(headers) ? headers : Object.entries(headers);
  const text = (value: string) => Buffer.concat([integer(value.length), Buffer.from(value, 'latin1')]);
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), text(name), text(value)]));
}

/** An integer with a prefix of seven bits. */
function integer(value: number): Buffer {
  if (value < 127) return Buffer.from([value]);
  const bytes = [127];
  let rest = value - 127;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Buffer.from([...bytes, rest]);
}

export class RawHttp2 {
  readonly frames: Frame[] = [];
  readonly closed: Promise<unknown>;
  readonly #socket: net.Socket;
  #received: Buffer = Buffer.alloc(0);

  private constructor(socket: net.Socket) {
    this.#socket = socket;
    this.closed = once(socket, 'close');
    // A reset is also an end.
    socket.on('error', () => {});
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  static async open(url: string): Promise<RawHttp2> {
    const { hostname, port } = new URL(url);
    const socket = net.connect(Number(port), hostname);
    await once(socket, 'connect');
    const client = new RawHttp2(socket);
    client.write(Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(frameType.settings, 0, 0));
    await client.until(({ type }) => type === frameType.settings);
    return client;
  }

  write(...frames: Buffer[]): void {
    if (this.#socket.writable) this.#socket.write(Buffer.concat(frames));
  }

  /** The first matching frame, already received or still to come; undefined: the connection ended without one. */
  async until(wanted: (frame: Frame) => boolean): Promise<Frame | undefined> {
    for (;;) {
      const found = this.frames.find(wanted);
      if (found || this.#socket.destroyed) return found;
      await Promise.race([once(this.#socket, 'data').catch(() => {}), this.closed]);
    }
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      if (this.#received.length < 9) return;
      const length = this.#received.readUIntBE(0, 3);
      if (this.#received.length < 9 + length) return;
      this.frames.push({
        type: this.#received[3]!,
        flags: this.#received[4]!,
        stream: this.#received.readUInt32BE(5),
        payload: this.#received.subarray(9, 9 + length),
      });
      this.#received = this.#received.subarray(9 + length);
    }
  }
}
