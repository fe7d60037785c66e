/**
 * Refuses a message with fields that this version of the protocol lacks, as REST refuses unknown keys. Otherwise a removed
 * field, or one of a newer service, would be dropped in silence. A client that asks for more distance by such a field would get
 * parts that lie too close together.
 */
import type { DescMessage, Message } from '@bufbuild/protobuf';
import { type FieldProblem, ServiceError } from '../../src/errors.js';
import { memberPath } from '../../src/problems.js';
import { heldBy, messageFields } from '../held-messages.js';

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
  for (const field of messageFields(schema)) {
    if (problems.length >= mostProblems) return;
    const value = heldBy(field, message);
    const at = memberPath(path, field.jsonName);
    if (value === undefined) continue;
    if (field.fieldKind === 'message') collect(field.message, value as Message, at, problems);
    else for (const [i, each] of (value as Message[]).entries()) collect(field.message, each, `${at}[${i}]`, problems);
  }
}
