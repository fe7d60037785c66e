/**
 * Makes JSON Schema (2020-12) of the codecs of the REST bodies and the descriptors of their messages. Names, kinds and limits
 * come from the codecs, rules and comments from the protocol.
 */
import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { comments } from '../../gen/comments.js';
import { type CodecKind, type FieldRule, type MessageKind, mostEntries, timeForm } from '../json/codec.js';
import { constraintsOf, messageConstraints } from './rules.js';
import type { Schema } from './schema.js';

/** The writer of the described JSON. */
export type Side = 'request' | 'answer';

/** Collects the schemas of messages under their names, each once for a side, and refers to them. */
export class SchemaBook {
  readonly #schemas = new Map<string, Schema>();
  readonly #names = new Map<string, string>();

  /** By name. */
  get schemas(): { [name: string]: Schema } {
    return Object.fromEntries([...this.#schemas].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Adds a schema that has no codec. */
  add(name: string, schema: Schema): Schema {
    this.#schemas.set(name, schema);
    return { $ref: `#/components/schemas/${name}` };
  }

  /** @param nullMeansAbsent whether null in a request means that a field was not sent */
  of(codec: CodecKind, side: Side, nullMeansAbsent = false): Schema {
    switch (codec.kind) {
      case 'number':
        return { type: 'number' };
      case 'integer': {
        const { minimum, maximum } = codec;
        return { type: 'integer', ...(side === 'request' ? { minimum, maximum } : {}) };
      }
      case 'string':
        return { type: 'string' };
      case 'uuid':
        return uuid;
      case 'time':
        return { type: 'string', format: 'date-time', ...(side === 'request' ? { pattern: timeForm.source } : {}) };
      case 'boolean':
        return { type: 'boolean' };
      case 'choice': {
        const { names, written } = codec;
        return { type: 'string', enum: side === 'request' ? names : written };
      }
      case 'scalar':
        return { type: side === 'request' ? ['number', 'string', 'boolean'] : ['number', 'string', 'boolean', 'null'] };
      case 'point':
        return point;
      case 'outline':
        return { type: 'array', items: point };
      case 'list': {
        const { item, maxItems, emptyIsNull } = codec;
        const items = this.of(item, side, nullMeansAbsent);
        const list = { type: 'array', items, ...(maxItems === undefined || side === 'answer' ? {} : { maxItems }) };
        return emptyIsNull && side === 'answer' ? orNull(list) : list;
      }
      case 'dictionary': {
        const { item } = codec;
        const value = this.of(item, side, nullMeansAbsent);
        const mayBeNull = side === 'request' && nullMeansAbsent;
        const schema: Schema = { type: 'object', additionalProperties: mayBeNull ? orNull(value) : value };
        if (side === 'answer') return schema;
        return { ...schema, propertyNames: { not: { const: '__proto__' } }, maxProperties: mostEntries };
      }
      case 'message':
        return this.#message(codec, side, nullMeansAbsent);
    }
  }

  #message(codec: MessageKind, side: Side, nullMeansAbsent: boolean): Schema {
    const key = `${codec.schema.typeName}/${side}/${nullMeansAbsent}`;
    const known = this.#names.get(key);
    if (known !== undefined) return { $ref: `#/components/schemas/${known}` };
    // Requests are described first. An answer with the same message gets a name of its own. So does a request in which null is a
    // value of the wrong type.
    const ending = side === 'answer' ? 'Answer' : 'WithoutNull';
    const name = this.#schemas.has(codec.schema.name) ? `${codec.schema.name}${ending}` : codec.schema.name;
    this.#names.set(key, name);
    return this.add(name, this.object(codec, side, nullMeansAbsent));
  }

  /** The schema of a message itself. */
  object(codec: MessageKind, side: Side, nullMeansAbsent: boolean): Schema {
    const properties: Record<string, Schema> = {};
    const required: string[] = [];
    for (const [name, rule] of codec.fields) {
      const field = codec.schema.field[name] ?? codec.schema.fields.find(({ jsonName }) => jsonName === name);
      const { schema, isRequired } = this.#property(rule, field, side, nullMeansAbsent);
      properties[name] = schema;
      if (isRequired) required.push(name);
    }
    const rules = side === 'request' ? messageConstraints(codec.schema) : { schema: {}, sentences: [] };
    return {
      type: 'object',
      ...described(comments.get(codec.schema.typeName), rules.sentences),
      properties,
      ...(required.length > 0 ? { required } : {}),
      // Clients have to accept further members of an answer.
      ...(side === 'request' ? { additionalProperties: false } : {}),
      ...rules.schema,
    };
  }

  #property(
    rule: FieldRule<unknown>,
    field: DescField | undefined,
    side: Side,
    nullMeansAbsent: boolean,
  ): { schema: Schema; isRequired: boolean } {
    const value = this.of(rule.codec, side, nullMeansAbsent);
    const { keywords, items, required, sentences } = constraintsOf(field);
    const description = described(commentOf(field), side === 'request' ? sentences : [], choices(rule.codec));
    if (side === 'answer') {
      const written = rule.absent === 'left out' ? value : orNull(value);
      const isRequired =
        rule.absent === 'null' || (rule.absent === 'left out' && (rule.required || isAlwaysSet(field)));
      return { schema: { ...written, ...description }, isRequired };
    }
    const isRequired = rule.required || required;
    const former: Schema = field?.deprecated ? { deprecated: true } : {};
    const inner: Schema = Object.keys(items).length > 0 ? { items: { ...(value.items as Schema), ...items } } : {};
    const limited: Schema = { ...value, ...keywords, ...inner };
    const accepted = isRequired || !nullMeansAbsent ? limited : orNull(limited);
    return { schema: { ...accepted, ...description, ...former }, isRequired };
  }
}

/** Proto's `optional` tells which fields an answer may leave out. */
function isAlwaysSet(field: DescField | undefined): boolean {
  return field !== undefined && field.oneof === undefined && !field.proto.proto3Optional;
}

/** Adds null to the schema. */
function orNull(schema: Schema): Schema {
  const { type } = schema;
  // a reference always leads to a message; the page of the reference wants a type for every schema
  if (type === undefined) return { type: ['object', 'null'], anyOf: [schema, { type: 'null' }] };
  const types = [type].flat() as readonly string[];
  if (types.includes('null')) return schema;
  const nullable = { ...schema, type: [...types, 'null'] };
  return schema.enum === undefined ? nullable : { ...nullable, enum: [...(schema.enum as readonly string[]), null] };
}

export function commentOf(element: DescField | DescMessage | undefined): string | undefined {
  if (element === undefined) return undefined;
  return comments.get(element.kind === 'field' ? `${element.parent.typeName}.${element.name}` : element.typeName);
}

/** The meaning of each value of a choice. */
function choices(codec: CodecKind): string[] {
  if (codec.kind !== 'choice') return [];
  const { schema, names } = codec;
  const prefix = (schema.sharedPrefix ?? '').toUpperCase();
  const meaning = (name: string) => comments.get(`${schema.typeName}.${prefix}${name.toUpperCase()}`) ?? '';
  return [names.map((name) => `- \`${name}\`: ${meaning(name)}`).join('\n')];
}

function described(comment: string | undefined, ...further: readonly (readonly string[])[]): Schema {
  const text = [comment ?? '', ...further.flat()].filter((part) => part !== '').join('\n\n');
  return text === '' ? {} : { description: text };
}

const uuid: Schema = {
  type: 'string',
  format: 'uuid',
  pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
};

const point: Schema = { type: 'array', items: { type: 'number' }, minItems: 2, maxItems: 2 };
