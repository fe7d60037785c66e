/**
 * Refuses a message with fields that this version of the protocol lacks, as REST refuses unknown keys. Otherwise a removed
 * field, or one of a newer service, would be dropped in silence. A client that asks for more distance by such a field would get
 * parts that lie too close together.
 */
import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { type FieldProblem, ServiceError } from '../../src/errors.js';
import { memberPath } from '../../src/problems.js';

/** More problems help nobody. */
const mostProblems = 20;

/** Throws ServiceError `invalid` with the numbers of the fields and the messages that hold them. */
export function refuseUnknownFields(schema: DescMessage, message: Message): void {
  const problems: FieldProblem[] = [];
  collect(schema, message, '', problems);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
}

function collect(schema: DescMessage, message: Message, path: string, problems: FieldProblem[]): void {
  for (const number of new Set(message.$unknown?.map(({ no }) => no))) {
    const name = path === '' ? 'The request' : path;
    const what = `${name} has the field number ${number}, which is unknown in ${schema.name}`;
    problems.push({ path, code: 'unknown_key', message: what, number });
  }
  for (const field of messagesIn(schema)) {
    if (problems.length >= mostProblems) return;
    const value = heldBy(field, message);
    const at = memberPath(path, field.jsonName);
    if (value === undefined) continue;
    if (field.fieldKind === 'message') collect(field.message, value as Message, at, problems);
    else for (const [i, each] of (value as Message[]).entries()) collect(field.message, each, `${at}[${i}]`, problems);
  }
}

type MessageField = DescField & { readonly message: DescMessage };

const known = new Map<DescMessage, readonly MessageField[]>();

/** The fields that hold our own messages. The well-known types of protobuf do not change. */
function messagesIn(schema: DescMessage): readonly MessageField[] {
  let fields = known.get(schema);
  if (fields === undefined) {
    fields = schema.fields.filter(
      (field): field is MessageField =>
        (field.fieldKind === 'message' || (field.fieldKind === 'list' && field.listKind === 'message')) &&
        !field.message.typeName.startsWith('google.protobuf.'),
    );
    known.set(schema, fields);
  }
  return fields;
}

function heldBy({ oneof, localName }: MessageField, message: Message): unknown {
  const members = message as unknown as Record<string, unknown>;
  if (oneof === undefined) return members[localName];
  const chosen = members[oneof.localName] as { case?: string; value?: unknown };
  return chosen.case === localName ? chosen.value : undefined;
}
