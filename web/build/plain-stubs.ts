/** Leaves out of the page's stubs the parts that only the service reads: rules of validation and routes. */
import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import { type DescriptorProto, FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import type { Plugin } from 'vite';

const serviceOnly = ['buf/validate/validate.proto', 'google/api/annotations.proto'];
/** `fileDesc("base64", [file_of_import, ...])` */
const descriptor = /fileDesc\("([^"]+)"(?:, \[([^\]]*)\])?\)/;

export function plainStubs(): Plugin {
  return {
    name: 'plain-stubs',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/gen\/selvage\/.*_pb\.ts$/.test(id)) return undefined;
      return { code: code.replace(descriptor, (_, text: string, imports = '') => plain(text, imports)), map: null };
    },
  };
}

function plain(text: string, imports: string): string {
  const file = fromBinary(FileDescriptorProtoSchema, base64Decode(text));
  file.messageType.forEach(forgetRules);
  for (const { method } of file.service) method.forEach(forget);
  file.dependency = file.dependency.filter((path) => !serviceOnly.includes(path));
  const names = serviceOnly.map((path) => `file_${path.replace('.proto', '').replaceAll('/', '_')}`);
  const kept = imports.split(', ').filter((name) => name !== '' && !names.includes(name));
  return `fileDesc("${base64Encode(toBinary(FileDescriptorProtoSchema, file), 'std_raw')}", [${kept.join(', ')}])`;
}

function forgetRules(message: DescriptorProto): void {
  forget(message);
  message.field.forEach(forget);
  message.oneofDecl.forEach(forget);
  message.nestedType.forEach(forgetRules);
}

/** Extensions of options are unknown to their schema. */
function forget({ options }: { options?: { $unknown?: unknown[] | undefined } | undefined }): void {
  if (options) delete options.$unknown;
}
