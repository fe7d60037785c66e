/** A gateway over plain services, and requests to it. */
import { pino } from 'pino';
import * as assert from 'uvu/assert';
import { type Server, type ServerOptions, startServer } from '../../gateway/server.js';
import { authorization, plainServices } from './plain-services.js';

export function openGateway(options: Partial<ServerOptions> = {}): Promise<Server> {
  const logger = pino({ level: 'silent' });
  return startServer({ services: plainServices(), host: '127.0.0.1', port: 0, logger, ...options });
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into bodies of every shape
  readonly json: any;
}

export type Body = string | Buffer | object | undefined;

/** Requests against one origin. They send its key unless `headers` say otherwise (undefined: no key). */
export function caller(url: string, key = authorization) {
  return async (
    method: string,
    path: string,
    body?: Body,
    headers: Record<string, string | undefined> = {},
  ): Promise<Answer> => {
    const sent = new Headers();
    const all = {
      authorization: key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    };
    for (const [name, value] of Object.entries(all)) if (value !== undefined) sent.set(name, value);
    const bytes = Buffer.isBuffer(body) ? new Uint8Array(body) : typeof body === 'object' ? JSON.stringify(body) : body;
    const response = await fetch(url + path, {
      method,
      headers: sent,
      ...(bytes === undefined ? {} : { body: bytes }),
    });
    const text = await response.text();
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      json = undefined;
    }
    return { status: response.status, headers: response.headers, text, json };
  };
}

/** Asserts that an answer is a problem body with this status and with each of the words in its message. */
export function assertProblem(answer: Answer, status: number, ...words: (string | RegExp)[]): void {
  const told = `${answer.status} ${answer.text.slice(0, 500)}`;
  assert.is(answer.status, status, told);
  assert.is(answer.headers.get('content-type'), 'application/problem+json', told);
  const { json } = answer;
  assert.is(json.status, status);
  assert.is(json.detail, json.message);
  for (const member of ['type', 'title', 'code', 'requestId']) assert.type(json[member], 'string', member);
  assert.ok(Array.isArray(json.errors));
  assert.is(json.requestId, answer.headers.get('x-request-id'));
  for (const word of words) assert.match(json.message, word);
}
