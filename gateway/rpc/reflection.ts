/** grpc.reflection as ordinary Connect services over the descriptors: v1, and v1alpha, which older tools try first. */
import {
  createRegistry,
  type DescFile,
  type DescService,
  type MessageInitShape,
  type Registry,
  toBinary,
} from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { Code, type ServiceImpl } from '@connectrpc/connect';
import type {
  ServerReflection,
  ServerReflectionRequest,
  ServerReflectionResponseSchema,
} from '../../gen/grpc/reflection/v1/reflection_pb.js';
import type {
  ServerReflectionRequest as AlphaRequest,
  ServerReflectionResponseSchema as AlphaResponseSchema,
  ServerReflection as AlphaServerReflection,
} from '../../gen/grpc/reflection/v1alpha/reflection_pb.js';

type Answer = NonNullable<MessageInitShape<typeof ServerReflectionResponseSchema>['messageResponse']>;
type AlphaAnswer = NonNullable<MessageInitShape<typeof AlphaResponseSchema>['messageResponse']>;

/** Reflection of `services`, and of `others` that appear in their errors. Both versions have the same messages. */
export function reflectionServices(
  services: readonly DescService[],
  others: readonly DescFile[],
): {
  v1: ServiceImpl<typeof ServerReflection>;
  v1alpha: ServiceImpl<typeof AlphaServerReflection>;
} {
  const files = new Map<string, DescFile>();
  for (const file of [...services.map((service) => service.file), ...others]) addWithDependencies(file, files);
  const registry = createRegistry(...files.values());
  const answer = (request: ServerReflectionRequest | AlphaRequest) => answerTo(request, services, files, registry);
  return {
    v1: {
      async *serverReflectionInfo(requests) {
        for await (const request of requests) {
          yield { validHost: request.host, originalRequest: request, messageResponse: answer(request) };
        }
      },
    },
    v1alpha: {
      async *serverReflectionInfo(requests) {
        for await (const request of requests) {
          // The two versions differ only in the names of their messages.
          yield { validHost: request.host, originalRequest: request, messageResponse: answer(request) as AlphaAnswer };
        }
      },
    },
  };
}

function answerTo(
  { messageRequest: asked }: ServerReflectionRequest | AlphaRequest,
  services: readonly DescService[],
  files: ReadonlyMap<string, DescFile>,
  registry: Registry,
): Answer {
  switch (asked.case) {
    case 'listServices': {
      const names = services.map((service) => service.typeName).sort();
      return { case: 'listServicesResponse', value: { service: names.map((name) => ({ name })) } };
    }
    case 'fileByFilename':
      return fileAnswer(files.get(asked.value), asked.value);
    case 'fileContainingSymbol':
      return fileAnswer(fileOfSymbol(asked.value, registry), asked.value);
    case 'fileContainingExtension': {
      const { containingType, extensionNumber } = asked.value;
      const extension = extensionsOf(containingType, registry).find(({ number }) => number === extensionNumber);
      return fileAnswer(extension?.file, `extension ${extensionNumber} of ${containingType}`);
    }
    case 'allExtensionNumbersOfType': {
      if (!registry.getMessage(asked.value)) return notFound(asked.value);
      const extensionNumber = extensionsOf(asked.value, registry).map(({ number }) => number);
      return { case: 'allExtensionNumbersResponse', value: { baseTypeName: asked.value, extensionNumber } };
    }
    default:
      return {
        case: 'errorResponse',
        value: { errorCode: Code.InvalidArgument, errorMessage: 'the request is empty' },
      };
  }
}

/** The file and all its imports, so that clients need not ask again. */
function fileAnswer(file: DescFile | undefined, name: string): Answer {
  if (!file) return notFound(name);
  const needed = new Map<string, DescFile>();
  addWithDependencies(file, needed);
  // The requested file comes first.
  const ordered = [file, ...[...needed.values()].filter((other) => other !== file)];
  return {
    case: 'fileDescriptorResponse',
    value: { fileDescriptorProto: ordered.map(({ proto }) => toBinary(FileDescriptorProtoSchema, proto)) },
  };
}

function notFound(name: string): Answer {
  return {
    case: 'errorResponse',
    value: { errorCode: Code.NotFound, errorMessage: `${name} is unknown to this service` },
  };
}

/** A symbol is a type or a service, or a member of one. */
function fileOfSymbol(symbol: string, registry: Registry): DescFile | undefined {
  const whole = registry.get(symbol);
  if (whole) return whole.file;
  const dot = symbol.lastIndexOf('.');
  const owner = dot === -1 ? undefined : registry.get(symbol.slice(0, dot));
  const member = symbol.slice(dot + 1);
  if (owner?.kind === 'service' && owner.methods.some(({ name }) => name === member)) return owner.file;
  if (owner?.kind === 'message' && owner.fields.some(({ name }) => name === member)) return owner.file;
  if (owner?.kind === 'enum' && owner.values.some(({ name }) => name === member)) return owner.file;
  return undefined;
}

function extensionsOf(typeName: string, registry: Registry) {
  return [...registry]
    .filter((type) => type.kind === 'extension')
    .filter(({ extendee }) => extendee.typeName === typeName);
}

/** Adds `file` after the files that it imports. */
function addWithDependencies(file: DescFile, files: Map<string, DescFile>): void {
  const name = `${file.name}.proto`;
  if (files.has(name)) return;
  for (const dependency of file.dependencies) addWithDependencies(dependency, files);
  files.set(name, file);
}
