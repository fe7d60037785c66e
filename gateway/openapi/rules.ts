/** Turns the protovalidate rules of a field or message into keywords of JSON Schema, or into a sentence if no keyword fits. */
import { type DescField, type DescMessage, getOption, hasOption, ScalarType } from '@bufbuild/protobuf';
import { type FieldRules, field as fieldRules, message as messageRules } from '../../gen/buf/validate/validate_pb.js';
import type { Schema } from './schema.js';

export interface Constraints {
  readonly keywords: Schema;
  /** The constraints of a list's items. */
  readonly items: Schema;
  /** Whether the rules, and not only the codec, require a value. */
  readonly required: boolean;
  /** Rules that only a sentence can express. */
  readonly sentences: readonly string[];
}

const none: Constraints = { keywords: {}, items: {}, required: false, sentences: [] };

/** Throws for an unknown rule, so that none is missing from the document unnoticed. */
export function constraintsOf(field: DescField | undefined): Constraints {
  if (field === undefined || !hasOption(field, fieldRules)) return none;
  const rules = getOption(field, fieldRules);
  const sentences = rules.cel.map(({ message }) => message);
  const required = rules.required || (rules.type.case === 'repeated' && rules.type.value.minItems > 0n);
  const { keywords, items } = keywordsOf(rules, field);
  const ofCel = rules.cel.map(({ id }) => knownFieldRules[id] ?? {});
  // a required text is not empty: protobuf cannot tell an empty one from an absent one
  const isText = field.fieldKind === 'scalar' && field.scalar === ScalarType.STRING;
  const notEmpty: Schema = rules.required && isText ? { minLength: 1 } : {};
  return { keywords: Object.assign({}, notEmpty, keywords, ...ofCel) as Schema, items, required, sentences };
}

/** Rules of fields in CEL that a keyword can tell, by their ids in proto/. */
const knownFieldRules: Record<string, Schema> = { dxf_size: { pattern: '^[A-Za-z0-9._-]{1,16}$' } };

function keywordsOf({ type }: FieldRules, field: DescField): Pick<Constraints, 'keywords' | 'items'> {
  if (type.case === undefined) return none;
  const told = Object.entries(type.value).filter(([name, value]) => name[0] !== '$' && isSet(value));
  const keywords: Record<string, Schema[string]> = {};
  let items: Schema = {};
  for (const [name, value] of told) {
    if (name === 'items') {
      items = keywordsOf(value as FieldRules, field).keywords;
      continue;
    }
    const rule =
      type.case === 'repeated' || type.case === 'string' || type.case === 'map' ? `${type.case}.${name}` : name;
    const keyword = keywordOf(rule, value);
    if (keyword === undefined) throw new TypeError(`${field}: gateway/openapi/rules.ts does not know the rule ${rule}`);
    Object.assign(keywords, keyword);
  }
  return { keywords, items };
}

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);

/** `greaterThan` and `lessThan` are the oneofs of gt, gte, lt and lte. */
function keywordOf(rule: string, value: unknown): Schema | undefined {
  switch (rule) {
    case 'greaterThan':
    case 'lessThan': {
      const { case: bound, value: limit } = value as { case?: string; value?: number | bigint };
      return bound === undefined ? {} : { [bounds[bound]!]: Number(limit) };
    }
    // Every number of JSON is finite.
    case 'finite':
    // The names of a choice are the defined ones, without the unspecified value.
    case 'definedOnly':
    case 'notIn':
      return {};
    case 'repeated.minItems':
      return { minItems: Number(value) };
    case 'repeated.maxItems':
      return { maxItems: Number(value) };
    case 'repeated.unique':
      return { uniqueItems: true };
    case 'map.maxPairs':
      return { maxProperties: Number(value) };
    case 'map.minPairs':
      return { minProperties: Number(value) };
    case 'string.in':
      return { enum: [...(value as string[])] };
    case 'string.pattern':
      return { pattern: String(value) };
    case 'string.minLen':
      return { minLength: Number(value) };
    case 'string.maxLen':
      return { maxLength: Number(value) };
    case 'string.maxBytes':
      // a text has at most as many characters as bytes
      return { maxLength: Number(value) };
    case 'string.wellKnown': {
      const { case: form } = value as { case?: string };
      return form === undefined || form === 'uuid' ? {} : undefined;
    }
    case 'string.strict':
      return {};
    default:
      return undefined;
  }
}

const bounds: Record<string, string> = {
  gt: 'exclusiveMinimum',
  gte: 'minimum',
  lt: 'exclusiveMaximum',
  lte: 'maximum',
};

/** The rules of a whole message: always as a sentence, and as a schema beside the properties if one is known. */
export function messageConstraints(schema: DescMessage): { schema: Schema; sentences: readonly string[] } {
  if (!hasOption(schema, messageRules)) return { schema: {}, sentences: [] };
  const { cel } = getOption(schema, messageRules);
  const schemas = cel.map(({ id }) => knownRules[id]).filter((known) => known !== undefined);
  // two rules may use the same keyword
  const together: Schema = schemas.length > 1 ? { allOf: schemas } : (schemas[0] ?? {});
  return { schema: together, sentences: cel.map(({ message }) => message) };
}

/** The field is neither absent nor null. */
const sent = (name: string): Schema => ({
  type: 'object',
  properties: { [name]: { type: ['number', 'string', 'boolean', 'object', 'array'] } },
  required: [name],
});

const type = 'object';

const hasSizes: Schema = {
  type: 'object',
  properties: { sizes: { type: 'array', minItems: 1 } },
  required: ['sizes'],
};

const hasParts: Schema = {
  type: 'object',
  properties: { parts: { type: 'array', minItems: 1 } },
  required: ['parts'],
};

/** A text that is not empty. */
const filled = (name: string): Schema => ({
  type,
  properties: { [name]: { type: 'string', minLength: 1 } },
  required: [name],
});

/** By the ids of the rules in proto/. A null counts as not sent. */
const knownRules: Record<string, Schema> = {
  version_once: { type, not: { type, allOf: [sent('versionId'), sent('versionNumber')] } },
  sizes_once: {
    oneOf: [hasSizes, filled('csv')],
  },
  change_once: { oneOf: [filled('name'), filled('document')] },
  keep_people_of_document: {
    anyOf: [
      filled('document'),
      { type, not: { type, properties: { keepPeople: { const: true } }, required: ['keepPeople'] } },
    ],
  },
  sizes_or_table: {
    oneOf: [hasSizes, { type, allOf: [sent('table')] }],
  },
  body_or_sizes: { type, not: { type, allOf: [sent('body'), hasSizes] } },
  sizes_of_table: {
    type,
    oneOf: [
      { type, allOf: [hasSizes, sent('table')] },
      { type, not: { type, anyOf: [hasSizes, sent('table')] } },
    ],
  },
  version_of_table: {
    type,
    anyOf: [sent('table'), { type, not: sent('tableVersion') }],
  },
  pattern_or_parts: { oneOf: [hasParts, { type, allOf: [sent('patternId')] }] },
  paper_size_pair: {
    oneOf: [
      { type, allOf: [sent('paperWidth'), sent('paperHeight')] },
      { type, not: { type, anyOf: [sent('paperWidth'), sent('paperHeight')] } },
    ],
  },
};
