/** An operation with a REST route, as the OpenAPI document describes it: its messages, its answer and its failures. */
import type { DescMessage, DescMethod } from '@bufbuild/protobuf';
import type { ErrorKind } from '../../src/errors.js';
import type { MessageCodec } from '../json/codec.js';

/** The answer of an operation that does not fail. */
export type Answer =
  /** A message as JSON. */
  | { readonly kind: 'json'; readonly codec: MessageCodec<DescMessage> }
  /** A drafted pattern as JSON, or as the file that the Accept header asks for. */
  | { readonly kind: 'draft' }
  /** A pattern in many sizes as JSON, or as the file that is asked for. */
  | { readonly kind: 'sizes'; readonly codec: MessageCodec<DescMessage> }
  /** A document as the file that the format or the Accept header asks for, or lines that end with it. */
  | { readonly kind: 'document' }
  /** The events of a nest job or of a lay plan, one line each. */
  | { readonly kind: 'lines'; readonly of: 'nest' | 'lays' }
  | { readonly kind: 'nothing' };

export interface RestOperation {
  /** Its `google.api.http` gives method and path. */
  readonly method: DescMethod;
  readonly body?: {
    readonly codec: MessageCodec<DescMessage>;
    readonly optional: boolean;
    readonly nullMeansAbsent: boolean;
    /** By name. */
    readonly examples: Readonly<Record<string, unknown>>;
  };
  readonly query?: MessageCodec<DescMessage>;
  readonly answer: Answer;
  /** Whether the operation takes an Idempotency-Key. */
  readonly submits?: true;
  /** Whether the operation takes a version in If-Match. */
  readonly versions?: 'required' | 'optional';
  /** Headers of the answer, by their names in the document's components. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Failures beside those of every operation. */
  readonly failures: readonly ErrorKind[];
}
