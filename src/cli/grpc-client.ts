/**
 * A gRPC client over @grpc/grpc-js without generated stubs. A method's path and codecs come from its protobuf-es descriptor.
 * Failures are `CommandError`s with the server's sentence and its field problems.
 */
import { create, type DescMessage, type DescMethod, fromBinary, type MessageShape, toBinary } from '@bufbuild/protobuf';
import type { ConnectError } from '@connectrpc/connect';
import { findTrailerError } from '@connectrpc/connect/protocol-grpc';
import grpc from '@grpc/grpc-js';
import { BadRequestSchema } from '../../gen/google/rpc/error_details_pb.js';
import type { StreamingClient } from './client.js';
import { CommandError, exitCodeOfGrpc, furtherProblems } from './exit.js';

export interface GrpcClientOptions {
  /** Origin of the service: `http://127.0.0.1:8080`, or `https://...` for TLS. */
  readonly url: string;
  readonly key: string;
  /** Organisation to run against; `personal`: none; undefined: the user's active one. */
  readonly organization?: string | undefined;
  /** PEM of the authority that signed the service's certificate; undefined: the well-known ones. */
  readonly authority?: Buffer | undefined;
}

export function grpcClient({ url, key, organization, authority }: GrpcClientOptions): StreamingClient {
  const { host, protocol } = parseOrigin(url);
  const credentials = protocol === 'https:' ? grpc.credentials.createSsl(authority) : grpc.credentials.createInsecure();
  // a layout of thousands of parts is larger than grpc-js's limit of 4 MiB
  const client = new grpc.Client(host, credentials, { 'grpc.max_receive_message_length': -1 });
  const metadata = new grpc.Metadata();
  metadata.set('authorization', `Bearer ${key}`);
  if (organization !== undefined) metadata.set('x-service-organization-id', organization);

  return {
    unary(method, request) {
      const { path, serialize, deserialize } = codecOf(method);
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          path,
          serialize,
          deserialize,
          create(method.input, request),
          metadata,
          (error, answer) => (error ? reject(commandError(error, url)) : resolve(answer!)),
        );
      });
    },

    async *serverStream(method, request, signal) {
      const { path, serialize, deserialize } = codecOf(method);
      const call = client.makeServerStreamRequest(
        path,
        serialize,
        deserialize,
        create(method.input, request),
        metadata,
      );
      const cancel = (): void => call.cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        if (signal?.aborted) cancel();
        for await (const message of call) yield message as MessageShape<typeof method.output>;
      } catch (error) {
        if (!signal?.aborted) throw commandError(error as grpc.ServiceError, url);
      } finally {
        signal?.removeEventListener('abort', cancel);
        cancel();
      }
    },

    async close() {
      client.close();
    },
  };
}

function parseOrigin(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed && (parsed.protocol === 'http:' || parsed.protocol === 'https:') && parsed.host) {
    if (parsed.port === '') parsed.host += parsed.protocol === 'https:' ? ':443' : ':80';
    return parsed;
  }
  throw new CommandError(`--server must be an origin such as http://127.0.0.1:8080, not ${JSON.stringify(url)}`);
}

function codecOf<I extends DescMessage, O extends DescMessage>(method: DescMethod & { input: I; output: O }) {
  return {
    path: `/${method.parent.typeName}/${method.name}`,
    serialize: (message: MessageShape<I>) => Buffer.from(toBinary(method.input, message)),
    deserialize: (bytes: Buffer): MessageShape<O> => fromBinary(method.output, bytes),
  };
}

function commandError(error: grpc.ServiceError, url: string): CommandError {
  const exitCode = exitCodeOfGrpc(error.code);
  const answered = errorOfTrailer(error);
  if (answered) {
    const [badRequest] = answered.findDetails(BadRequestSchema);
    const violations = (badRequest?.fieldViolations ?? []).map(({ field, description }) => ({
      path: field,
      message: description,
    }));
    return new CommandError(answered.rawMessage, { exitCode, details: furtherProblems(violations), cause: error });
  }
  if (error.code === grpc.status.UNAVAILABLE) {
    const reason = /Last error: (?:Error: )?(.*?)\.? *Resolution note/.exec(error.details)?.[1] ?? error.details;
    return new CommandError(`No service answers at ${url} (${reason})`, { exitCode, cause: error });
  }
  return new CommandError(error.details || grpc.status[error.code]!, { exitCode, cause: error });
}

/** The error in the server's own words: grpc-js decodes only part of `grpc-message`, and leaves the details to us. */
function errorOfTrailer({ code, metadata }: grpc.ServiceError): ConnectError | undefined {
  const [details] = metadata?.get('grpc-status-details-bin') ?? [];
  if (!Buffer.isBuffer(details)) return undefined;
  return findTrailerError(
    new Headers({ 'grpc-status': String(code), 'grpc-status-details-bin': details.toString('base64') }),
  );
}
