/**
 * The messages of Connect's conformance suite that the server under test uses. Their descriptors are read from the suite at run
 * time, and nothing of it is kept here.
 */
import { readFileSync } from 'node:fs';
import {
  createFileRegistry,
  type DescMessage,
  type DescService,
  type FileRegistry,
  fromBinary,
  type Message,
} from '@bufbuild/protobuf';
import { type Any, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';

export interface Header {
  name: string;
  value: string[];
}

export interface Failure {
  code: number;
  message?: string;
  details: Any[];
}

export interface UnaryDefinition {
  responseHeaders: Header[];
  response: { case: 'responseData'; value: Uint8Array } | { case: 'error'; value: Failure } | { case: undefined };
  responseTrailers: Header[];
  responseDelayMs: number;
}

export interface StreamDefinition {
  responseHeaders: Header[];
  responseData: Uint8Array[];
  responseDelayMs: number;
  error?: Failure;
  responseTrailers: Header[];
}

export type UnaryRequest = Message & { responseDefinition?: UnaryDefinition };
export type StreamRequest = Message & { responseDefinition?: StreamDefinition; fullDuplex?: boolean };

export interface ServerRequest {
  useTls: boolean;
  messageReceiveLimit: number;
  serverCreds?: { cert: Uint8Array; key: Uint8Array };
}

const pkg = 'connectrpc.conformance.v1';

/** The descriptors in a file written by `buf build`. */
export class Suite {
  readonly registry: FileRegistry;

  constructor(path: string) {
    this.registry = createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(path)));
  }

  message(name: string): DescMessage {
    const found = this.registry.getMessage(`${pkg}.${name}`);
    if (!found) throw new Error(`the suite has no message ${name}`);
    return found;
  }

  get service(): DescService {
    const found = this.registry.getService(`${pkg}.ConformanceService`);
    if (!found) throw new Error('the suite has no ConformanceService');
    return found;
  }
}
