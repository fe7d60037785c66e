/** The answers of REST and gRPC as streams. */
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import type { MakeTechPackResponse } from '../../gen/selvage/pattern/v1/pattern_pb.js';

/** A message of a tech pack: its progress, or its document as text. */
export interface PackMessage {
  readonly total: number;
  readonly jobId: string | null | undefined;
  readonly document: string | undefined;
}

export async function* packLines(lines: AsyncIterable<string>): AsyncGenerator<PackMessage> {
  for await (const line of lines) {
    const { total = 0, jobId, html, pdf } = JSON.parse(line);
    yield { total, jobId, document: pdf === undefined ? html : Buffer.from(pdf, 'base64').toString() };
  }
}

export async function* packMessages(messages: AsyncIterable<MakeTechPackResponse>): AsyncGenerator<PackMessage> {
  for await (const { message } of messages) {
    if (message.case === 'progress') yield { ...message.value, jobId: message.value.jobId, document: undefined };
    if (message.case !== 'techPack') continue;
    const { value = '' } = message.value.file;
    yield { total: 0, jobId: null, document: typeof value === 'string' ? value : new TextDecoder().decode(value) };
  }
}

/**
 * The answer of HTTP/1.1 on a connection of its own. After an aborted stream `fetch` makes and keeps a spare connection. The
 * service closes that after some seconds, perhaps just as the next request is sent.
 */
export function answerTo(url: string, options: RequestOptions, body: string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { ...options, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
}

export async function* only<T>(one: T): AsyncGenerator<T> {
  yield one;
}

export async function firstOf<T>(stream: AsyncIterable<T>): Promise<[T]> {
  for await (const each of stream) return [each];
  throw new Error('a stream was empty');
}
