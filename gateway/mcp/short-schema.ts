/**
 * Makes the short form of a tool's arguments, which an agent pays for at every start: the fields with one sentence each, and the
 * messages in them as types in one line. describe_tool tells the rest: limits, defaults and further sentences.
 */
import type { Json } from '../../src/json/json.js';
import type { Schema } from '../openapi/schema.js';

export interface ShortForm {
  readonly schema: Schema;
  /** Each message as `Name = {required, optional?: type, other: type}`, and a line for known ones. */
  readonly types: readonly string[];
}

/** More plain numbers than this stand as one entry. Only a body has that many: its measurements. */
const mostNumbers = 40;

/**
 * @param full the schema of an object; its $defs hold the schemas of its messages
 * @param known the schema of nest: a field that is equal there has no sentence here, and an equal message no type
 */
export function shortForm(full: Schema, known: Schema = {}): ShortForm {
  const knownFields = (known.properties ?? {}) as { readonly [name: string]: Schema };
  const defs = (full.$defs ?? {}) as { readonly [name: string]: Schema };
  const properties = presentFields(full);
  const numbers = plainNumbers(properties);
  const listed = Object.entries(properties).filter(([name]) => !numbers.includes(name));
  const { required } = full;
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(
        listed.map(([name, property]) => {
          const isKnown = JSON.stringify(property) === JSON.stringify(knownFields[name]);
          return [name, shortProperty(property, isKnown)];
        }),
      ),
      ...(required === undefined ? {} : { required }),
      additionalProperties: numbers.length > 0 ? { type: 'number', description: numbers.join(' ') } : false,
    },
    types: typeLines(defs, (known.$defs ?? {}) as { readonly [name: string]: Schema }),
  };
}

function typeLines(defs: { readonly [name: string]: Schema }, known: { readonly [name: string]: Schema }): string[] {
  const isKnown = (name: string) => JSON.stringify(defs[name]) === JSON.stringify(known[name]);
  const names = Object.keys(defs);
  const lines = names.filter((name) => !isKnown(name)).map((name) => `${name} = ${objectText(defs[name]!)}`);
  return names.some(isKnown) ? [...lines, 'Other types: as in nest'] : lines;
}

function shortProperty(property: Schema, isKnown: boolean): Schema {
  const { description } = property;
  const sentence = typeof description === 'string' && !isKnown ? firstSentence(description) : '';
  // The name of a message cannot stand in a shallow type.
  const type = namesMessage(property) ? typeText(property) : '';
  const told = [type, sentence].filter((part) => part !== '').join(': ');
  return { ...shallow(property), ...(told === '' ? {} : { description: told }) };
}

/** The type without the fields of messages and without limits. */
function shallow(schema: Schema): Schema {
  if (typeof schema.$ref === 'string') return { type: 'object' };
  if (schema.enum !== undefined) return { enum: schema.enum };
  if (schema.type !== 'array') return { type: schema.type as Json };
  return namesMessage(schema) ? { type: 'array' } : { type: 'array', items: shallow(schema.items as Schema) };
}

const namesMessage = (schema: Schema): boolean => JSON.stringify(schema).includes('"$ref"');

function objectText(schema: Schema): string {
  const properties = presentFields(schema);
  const required = (schema.required ?? []) as readonly string[];
  const numbers = plainNumbers(properties);
  const fieldsOf = new Map<string, string[]>();
  for (const [name, property] of Object.entries(properties)) {
    if (numbers.includes(name)) continue;
    const [field, type] = [`${name}${required.includes(name) ? '' : '?'}`, typeText(property)];
    fieldsOf.set(type, [...(fieldsOf.get(type) ?? []), field]);
  }
  const members = [...fieldsOf].map(([type, fields]) => `${fields.join(', ')}: ${type}`);
  if (numbers.length > 0) members.push('[measurement of infer_measurements]: number');
  return `{${members.join(', ')}}`;
}

function typeText(schema: Schema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice('#/$defs/'.length);
  if (schema.enum !== undefined) return (schema.enum as readonly Json[]).map((value) => `${value}`).join('|');
  if (schema.type === 'array') {
    const items = schema.items as Schema;
    if (items.type === 'number' && schema.maxItems === 2) return '[x, y]';
    const item = typeText(items);
    return items.enum === undefined ? `${item}[]` : `(${item})[]`;
  }
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object') {
    return `{[name]: ${typeText(schema.additionalProperties as Schema)}}`;
  }
  return [schema.type].flat().join('|');
}

/** The fields that are not deprecated. */
function presentFields(schema: Schema): { readonly [name: string]: Schema } {
  const fields = Object.entries((schema.properties ?? {}) as { readonly [name: string]: Schema });
  return Object.fromEntries(fields.filter(([, { deprecated }]) => deprecated !== true));
}

function plainNumbers(properties: { readonly [name: string]: Schema }): string[] {
  const names = Object.keys(properties).filter((name) => properties[name]!.type === 'number');
  return names.length > mostNumbers ? names : [];
}

const firstSentence = (text: string): string => /^(.*?[.;])(?=\s|$)/s.exec(text)?.[1]?.replace(/;$/, '.') ?? text;
