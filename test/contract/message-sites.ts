/** Test values for each field of a message, for operations without a codec of REST. */
import {
  clone,
  create,
  type DescField,
  type DescMessage,
  equals,
  type MessageShape,
  ScalarType,
} from '@bufbuild/protobuf';
import { type ReflectList, reflect } from '@bufbuild/protobuf/reflect';

type Message = MessageShape<DescMessage>;

export interface MessageSite {
  /** Such as `polygons.points.x`: without indices. */
  readonly name: string;
  /** By each value that the base does not have: puts it into the field of a message like the base. */
  readonly changes: ReadonlyMap<string, (message: Message) => void>;
}

const unknownId = '00000000-0000-4000-8000-000000000000';
const values: Readonly<Partial<Record<ScalarType, readonly unknown[]>>> = {
  [ScalarType.STRING]: ['', 'x', 'no\u0000', unknownId, 'y'.repeat(300)],
  [ScalarType.BOOL]: [false, true],
  [ScalarType.DOUBLE]: [-1, 0, 2.5, 1e16, Number.POSITIVE_INFINITY, Number.NaN],
  [ScalarType.INT32]: [-1, 0, 1, 2, 201, 2 ** 31 - 1],
};

function scalarValues(type: ScalarType): readonly unknown[] {
  const known = values[type];
  if (known === undefined) throw new Error(`no values for the scalar ${ScalarType[type]}`);
  return known;
}

const enumValues = (known: readonly { readonly number: number }[]): number[] => [...known.map((one) => one.number), 99];

/** Every field of the message and of the messages that `base` has in it; of a list, the fields of its first entry. */
export function messageSites(schema: DescMessage, base: Message): MessageSite[] {
  const differs = (change: (message: Message) => void): boolean => {
    const copy = clone(schema, base);
    change(copy);
    return !equals(schema, copy, base);
  };
  return sitesWithin(schema, base, '', (message) => message).map(({ name, changes }) => ({
    name,
    changes: new Map([...changes].filter(([, change]) => differs(change))),
  }));
}

function sitesWithin(schema: DescMessage, base: Message, prefix: string, find: (whole: Message) => Message) {
  const sites: MessageSite[] = [];
  for (const field of schema.fields) {
    const name = prefix + field.name;
    const own = (message: Message) => reflect(schema, find(message));
    const changes = new Map([['not sent', (message: Message) => own(message).clear(field)]]);
    for (const value of valuesOf(field)) changes.set(told(value), (message) => own(message).set(field, value as never));
    sites.push({ name, changes });
    if (!own(base).isSet(field)) continue;
    if (field.fieldKind === 'message' && !isTime(field.message)) {
      sites.push(...sitesWithin(field.message, base, `${name}.`, (message) => own(message).get(field).message));
    } else if (field.fieldKind === 'list') {
      const list = (message: Message) => own(message).get(field);
      changes.set('without the last entry', (message) => rearrange(list(message), (entries) => entries.slice(0, -1)));
      changes.set('reversed', (message) => rearrange(list(message), (entries) => entries.reverse()));
      if (field.listKind === 'message') {
        const entry = (message: Message) => (list(message).get(0) as { message: Message }).message;
        sites.push(...sitesWithin(field.message, base, `${name}.`, entry));
        continue;
      }
      const ofEntry = field.listKind === 'enum' ? enumValues(field.enum.values) : scalarValues(field.scalar);
      const entries = ofEntry.map((value) => [told(value), (message: Message) => list(message).set(0, value as never)]);
      sites.push({ name: `${name}[]`, changes: new Map(entries as [string, (message: Message) => void][]) });
    }
  }
  return sites;
}

function rearrange(list: ReflectList, rearranged: (entries: unknown[]) => unknown[]): void {
  const entries = rearranged([...list]);
  list.clear();
  for (const entry of entries) list.add(entry);
}

const isTime = ({ typeName }: DescMessage): boolean => typeName === 'google.protobuf.Timestamp';

/** Values of the field itself. Fields of messages and entries of lists are sites of their own. */
function valuesOf(field: DescField): readonly unknown[] {
  switch (field.fieldKind) {
    case 'scalar':
      return scalarValues(field.scalar);
    case 'enum':
      return enumValues(field.enum.values);
    case 'message':
      if (!isTime(field.message)) return [];
      return [0n, 4_102_444_800n].map((seconds) => reflect(field.message, create(field.message, { seconds } as never)));
    default:
      return [];
  }
}

const told = (value: unknown): string =>
  typeof value === 'object'
    ? `${(value as { message: { seconds: bigint } }).message.seconds} s`
    : `${value}`.slice(0, 40);
