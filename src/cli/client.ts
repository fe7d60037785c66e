/** The calls of a command to a service, whether it is remote (grpc-client.ts) or in this process (local-client.ts). */
import type {
  DescMessage,
  DescMethodServerStreaming,
  DescMethodUnary,
  MessageInitShape,
  MessageShape,
} from '@bufbuild/protobuf';

export interface Client {
  unary<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
  ): Promise<MessageShape<O>>;
  close(): Promise<void>;
}

export interface StreamingClient extends Client {
  /** Ends with the server's last message. An aborted signal cancels the call and ends the iteration quietly. */
  serverStream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>,
    request: MessageInitShape<I>,
    signal?: AbortSignal,
  ): AsyncGenerator<MessageShape<O>, void, undefined>;
}
