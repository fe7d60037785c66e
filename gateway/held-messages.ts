/** The messages of ours that a message holds. */
import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';

/** A field with one message, or with a list of messages. */
export type MessageField = DescField & { readonly message: DescMessage };

const known = new Map<DescMessage, readonly MessageField[]>();

/** The fields that hold our own messages. The well-known types of protobuf do not change. */
export function messageFields(schema: DescMessage): readonly MessageField[] {
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

/** The message or the list of messages in a field; undefined: not set. */
export function heldBy({ oneof, localName }: MessageField, message: Message): Message | readonly Message[] | undefined {
  const members = message as unknown as Record<string, unknown>;
  if (oneof === undefined) return members[localName] as Message | readonly Message[] | undefined;
  const chosen = members[oneof.localName] as { case?: string; value?: Message };
  return chosen.case === localName ? chosen.value : undefined;
}
