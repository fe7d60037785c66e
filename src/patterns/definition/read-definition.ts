/** Reads the shape of a definition document; `program.ts` reads its meaning. Every problem has a place. */

import { nearest } from '../../json/nearest-name.js';
import type { Problems } from '../../problems.js';
import { ObjectReader } from '../json-reader.js';
import { measurementByName } from '../measurements.js';
import { readSewing } from '../sewing/declaration.js';
import type { VariableType, VariableValue } from '../variable.js';
import { reservedNames } from './compile-formula.js';
import {
  type Construction,
  type Definition,
  type DefinitionVariable,
  definitionLimits,
  definitionSchema,
  type FormulaPair,
  type FormulaText,
  type PieceDefinition,
  unitLength,
} from './definition.js';
import { withIds } from './piece-ids.js';
import { readPiece } from './read-piece.js';

const variableTypes: readonly VariableType[] = ['length', 'angle', 'percent', 'number', 'integer', 'boolean', 'choice'];

/** A name that formulas can use. */
export const namePattern = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * The readable parts of a document, so that a check of its meaning can follow; null without any. Paths of problems are
 * those of the document, e.g. `pieces[0].outline[3].line`.
 */
export function readDefinition(content: unknown, problems: Problems): Definition | null {
  const reader = ObjectReader.of(content, '', problems);
  if (!reader) return null;
  reader.choice('schema', [definitionSchema]);
  const definition: Definition = {
    name: reader.text('name', undefined, 200),
    description: reader.text('description', ''),
    unit: reader.choice('unit', Object.keys(unitLength) as (keyof typeof unitLength)[]),
    variables: reader.list('variables', definitionLimits.variables, (value, path) =>
      readVariable(value, path, problems),
    ),
    constraints: reader.list('constraints', definitionLimits.variables, (value, path) => {
      const entry = ObjectReader.of(value, path, problems);
      if (!entry) return null;
      const constraint = {
        if: entry.text('if'),
        message: entry.text('message'),
        variables: entry.list('variables', definitionLimits.variables, (name) =>
          typeof name === 'string' ? name : null,
        ),
      };
      entry.end();
      return constraint;
    }),
    points: reader.record('points', definitionLimits.points, (value, path) => readConstruction(value, path, problems)),
    curves: reader.record('curves', definitionLimits.curves, (value, path) => readConstruction(value, path, problems)),
    pieces: withIds(
      reader.list('pieces', definitionLimits.pieces, (value, path) => readPiece(value, path, problems), {
        required: true,
      }),
    ),
    sewing: readSewing(reader),
  };
  reader.end();
  if (definition.pieces.length === 0 && reader.has('pieces'))
    reader.fail('pieces', 'required', 'a pattern has at least one piece');
  const solved = definition.variables.filter(({ kind }) => kind === 'solved').length;
  if (solved > definitionLimits.solved) {
    const message = `has ${solved} solved variables, at most ${definitionLimits.solved} are accepted`;
    reader.fail('variables', 'too_many', message);
    return null;
  }
  checkNames(definition, problems);
  return definition;
}

function readVariable(value: unknown, path: string, problems: Problems): DefinitionVariable | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const name = reader.text('name', undefined, 64);
  const kind = reader.choice('kind', ['measurement', 'option', 'computed', 'solved'] as const);
  const measurement = kind === 'measurement' ? measurementByName(name) : undefined;
  if (kind === 'measurement' && !measurement) {
    const known = nearest(name, measurementByName.names);
    reader.fail('name', 'unknown_measurement', `"${name}" is not one of the body measurements${known}`);
  }
  const type = reader.choice('type', variableTypes, 'length');
  const variable: DefinitionVariable = {
    name,
    kind,
    label: reader.text('label', measurement?.label ?? name, 200),
    description: reader.text('description', measurement?.description ?? ''),
    group: reader.text('group', kind === 'measurement' ? 'body' : kind === 'option' ? 'options' : 'computed', 64),
    type,
    default: readValue(reader, 'default') ?? measurement?.female ?? null,
    min: reader.number('min') ?? measurement?.min ?? null,
    max: reader.number('max') ?? measurement?.max ?? null,
    step: reader.number('step') ?? (measurement ? 0.1 : null),
    choices: reader.list('choices', 100, (entry) => (typeof entry === 'string' ? entry : null)),
    formula: reader.has('formula') ? reader.formula('formula') : null,
    equal: readPair(reader, 'equal'),
    between: readPair(reader, 'between'),
  };
  reader.end();
  checkVariable(variable, reader);
  return variable;
}

function readValue(reader: ObjectReader, key: string): VariableValue | null {
  const value = reader.raw(key);
  if (value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number') return value;
  reader.fail(key, 'wrong_type', 'must be a number, a text, true or false');
  return null;
}

function readPair(reader: ObjectReader, key: string): FormulaPair | null {
  const value = reader.raw(key);
  if (value === undefined) return null;
  const isFormula = (entry: unknown): entry is FormulaText =>
    typeof entry === 'string' || (typeof entry === 'number' && Number.isFinite(entry));
  if (Array.isArray(value) && value.length === 2 && value.every(isFormula)) return [value[0]!, value[1]!];
  reader.fail(key, 'wrong_type', 'must be an array of two formulas');
  return null;
}

function checkVariable(variable: DefinitionVariable, reader: ObjectReader): void {
  const { kind, type, min, max } = variable;
  for (const key of ['formula', 'equal', 'between'] as const) {
    const owner = key === 'formula' ? 'computed' : 'solved';
    if (kind === owner && !reader.has(key)) reader.fail(key, 'required', `a ${kind} variable needs this`);
    if (kind !== owner && reader.has(key)) reader.fail(key, 'unknown_key', `only a ${owner} variable has this`);
  }
  if (kind === 'computed' || kind === 'solved') {
    if (variable.default !== null) reader.fail('default', 'unknown_key', `a ${kind} variable has no default`);
    if (kind === 'solved' && (type === 'boolean' || type === 'choice'))
      reader.fail('type', 'unknown_value', 'a solved variable is a number');
    return;
  }
  if (variable.default === null) {
    reader.fail('default', 'required', 'is missing');
    return;
  }
  if (type === 'choice') {
    if (variable.choices.length === 0) reader.fail('choices', 'required', 'a choice needs its values');
    else if (!variable.choices.includes(String(variable.default)))
      reader.fail('default', 'unknown_value', 'must be one of the choices');
  } else if (type === 'boolean') {
    if (typeof variable.default !== 'boolean') reader.fail('default', 'wrong_type', 'must be true or false');
  } else if (typeof variable.default !== 'number') {
    reader.fail('default', 'wrong_type', 'must be a number');
  } else {
    if (min === null || max === null)
      reader.fail(min === null ? 'min' : 'max', 'required', 'a number needs min and max');
    else if (!(min <= max)) reader.fail('max', 'out_of_range', `must be at least min (${min})`);
    else if (variable.default < min || variable.default > max)
      reader.fail('default', 'out_of_range', `must be from ${min} to ${max}`);
    if (type === 'integer' && !Number.isInteger(variable.default))
      reader.fail('default', 'wrong_type', 'must be an integer');
  }
}

function readConstruction(value: unknown, path: string, problems: Problems): Construction | null {
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const op = reader.text('op', undefined, 64);
  // without a prototype, so that "__proto__" is an ordinary name, and refused like any other
  const parameters = Object.create(null) as Record<string, unknown>;
  for (const key of reader.keys()) if (key !== 'op') parameters[key] = reader.raw(key);
  return { op, parameters };
}

/** Variables, points and curves share one space of names for formulas. */
function checkNames(definition: Definition, problems: Problems): void {
  const seen = new Map<string, string>();
  const claim = (name: string, path: string): void => {
    if (!namePattern.test(name))
      problems.add(path, 'invalid_name', 'must be letters, digits and _, not starting with a digit');
    else if (reservedNames.has(name))
      problems.add(path, 'reserved_name', `"${name}" has a meaning of its own and names nothing else`);
    else if (seen.has(name)) problems.add(path, 'duplicate_name', `"${name}" is already the name of ${seen.get(name)}`);
    else seen.set(name, path);
  };
  for (const [i, variable] of definition.variables.entries()) claim(variable.name, `variables[${i}].name`);
  for (const name of definition.points.keys()) claim(name, `points.${name}`);
  for (const name of definition.curves.keys()) claim(name, `curves.${name}`);
  const ids = new Set<string>();
  definition.pieces.forEach((piece: PieceDefinition, i) => {
    if (ids.has(piece.id))
      problems.add(`pieces[${i}].id`, 'duplicate_name', `"${piece.id}" is already the id of a piece`);
    ids.add(piece.id);
  });
}
