/** One form for messages that say the same: clients write the entries of a map in any order, and Go's clients in a new one each time. */
import type { DescField, DescMessage, MessageShape } from '@bufbuild/protobuf';
import type { Value } from '@bufbuild/protobuf/wkt';

/** A message, or a map, by its members. */
type Members = Readonly<Record<string, unknown>>;

/**
 * The message with its maps in the order of their keys, without entries that are null, and with 0 for -0. It shares the parts that
 * stay as they are.
 */
export function canonicalMessage<Desc extends DescMessage>(
  schema: Desc,
  message: MessageShape<Desc>,
): MessageShape<Desc> {
  return ofMessage(schema, message as unknown as Members) as unknown as MessageShape<Desc>;
}

function ofMessage(schema: DescMessage, message: Members): Members {
  let copy: Record<string, unknown> | undefined;
  for (const member of schema.members) {
    const value = message[member.localName];
    const canonical = member.kind === 'oneof' ? ofChoice(member.fields, value as Choice) : ofField(member, value);
    if (Object.is(canonical, value)) continue;
    // The prototype of a message holds the defaults of its fields.
    copy ??= Object.assign(Object.create(Object.getPrototypeOf(message)), message) as Record<string, unknown>;
    copy[member.localName] = canonical;
  }
  return copy ?? message;
}

interface Choice {
  readonly case?: string;
  readonly value?: unknown;
}

function ofChoice(fields: readonly DescField[], choice: Choice): Choice {
  const field = fields.find(({ localName }) => localName === choice.case);
  const value = field && ofField(field, choice.value);
  return Object.is(value, choice.value) ? choice : { ...choice, value };
}

function ofField(field: DescField, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (field.fieldKind === 'map') return ofMap(field, value as Members);
  if (field.fieldKind !== 'list') return ofOne(field, value);
  const list = value as readonly unknown[];
  const canonical = list.map((each) => ofOne(field, each));
  return canonical.every((each, i) => Object.is(each, list[i])) ? list : canonical;
}

const ofOne = ({ message }: Pick<DescField, 'message'>, value: unknown): unknown =>
  message ? ofMessage(message, value as Members) : Object.is(value, -0) ? 0 : value;

function ofMap(field: DescField & { readonly fieldKind: 'map' }, map: Members): Members {
  const entries = Object.entries(map).filter(([, value]) => !isNull(field.message, value));
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, value]) => [key, ofOne(field, value)]));
}

function isNull(type: DescMessage | undefined, value: unknown): boolean {
  if (type?.typeName !== 'google.protobuf.Value') return false;
  const { kind } = value as Value;
  return kind.case === undefined || kind.case === 'nullValue';
}
