/** A receiver of webhooks: a real HTTP server that keeps what it gets, and checks signatures as the specification says. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any event
  readonly event: any;
}

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly received: Received[];
  /** Answers every further message so. Default: 204. */
  answer(with_: (response: ServerResponse, message: Received) => void): void;
  /** Resolves once so many messages have come. */
  atLeast(count: number): Promise<void>;
  close(): Promise<void>;
}

const open = new Set<Receiver>();

/** A failed test leaves its receiver open, which would hold its process for good. */
export async function closeReceivers(): Promise<void> {
  for (const receiver of open) await receiver.close();
}

export async function openReceiver(port = 0): Promise<Receiver> {
  const received: Received[] = [];
  let respond = (response: ServerResponse, _message: Received): void => void response.writeHead(204).end();
  let heard = (): void => {};
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const message = { headers: request.headers, body, event: JSON.parse(body) };
    received.push(message);
    respond(response, message);
    heard();
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const bound = (server.address() as AddressInfo).port;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${bound}/hook`,
    port: bound,
    received,
    answer(with_) {
      respond = with_;
    },
    async atLeast(count) {
      while (received.length < count) {
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
    async close() {
      open.delete(receiver);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  open.add(receiver);
  return receiver;
}

/** Standard Webhooks 1.0: the base64 of HMAC-SHA256 over id, timestamp and body, by the bytes behind `whsec_`. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const wanted = createHmac('sha256', key).update(content).digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .map((signature) => Buffer.from(signature.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === wanted.length && timingSafeEqual(given, wanted));
}
