/** Drafts a `definition` version, lists its variables, and checks a document before it is stored. */
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { Draft, DraftProblem, DraftRequest, Piece } from '../draft.js';
import { finishPiece, PieceError } from '../finish-piece.js';
import { Problems } from '../json-reader.js';
import { measurementByName } from '../measurements.js';
import type { Json } from '../pattern-version.js';
import { resolveValues } from '../resolve-values.js';
import type { Variable, VariableSource, VariableType, VariableValue } from '../variable.js';
import type { Scope } from './compile-formula.js';
import { type Definition, type DefinitionVariable, definitionLimits, unitLength } from './definition.js';
import { FormulaError } from './formula.js';
import { GeometryError } from './operation.js';
import { drawPiece } from './piece-outline.js';
import { ComputationError, compileDefinition, compute, type Program } from './program.js';
import { readDefinition } from './read-definition.js';

/** Reads and compiles a document. Throws `invalid` with the place of every problem. */
export function loadDefinition(content: Json): Program {
  const problems = new Problems();
  const definition = readDefinition(content, problems);
  const program = definition && compileDefinition(definition, problems);
  if (!program || problems.list.length > 0) throw ServiceError.ofProblems('invalid', problems.list);
  return program;
}

/** The variables of a document, with the values of computed ones at the defaults. */
export function definitionVariables(program: Program): Variable[] {
  const scope = scopeAt(program.definition, defaultsOf(program.definition));
  compute(program, scope);
  return program.definition.variables.map((variable) =>
    toVariable(variable, program.definition, roundedValue(scope.variables.get(variable.name)!)),
  );
}

export function draftDefinition(program: Program, request: DraftRequest): Draft {
  const { definition } = program;
  const declared = definition.variables.map((variable) => toVariable(variable, definition, variable.default ?? 0));
  const { values, sources, problems } = resolveValues(declared, request);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const scope = scopeAt(definition, values);
  try {
    compute(program, scope);
    checkConstraints(program, scope);
    const errors: DraftProblem[] = [];
    const pieces = draftPieces(program, scope, request.unfold, errors);
    return {
      name: definition.name,
      description: definition.description,
      unit: 'mm',
      ...report(definition, values, sources, scope),
      errors,
      pieces,
    };
  } catch (error) {
    throw draftFailure(error) ?? error;
  }
}

/**
 * The check on upload: the document is sound, its defaults satisfy its own limits and constraints, and they draft.
 * Throws `invalid` with the place of every problem.
 */
export function checkDefinition(content: Json): void {
  const size = JSON.stringify(content).length;
  if (size > definitionLimits.bytes) {
    const message = `the document has ${size} characters, at most ${definitionLimits.bytes} are accepted`;
    throw ServiceError.ofProblems('invalid', [{ path: '', code: 'too_large', message }]);
  }
  const program = loadDefinition(content);
  try {
    const { errors } = draftDefinition(program, { variables: {}, unfold: true });
    // a seam that crosses itself is told with every draft; a piece that is never there is a mistake
    const missing = errors.filter(({ code }) => code === 'piece_left_out');
    const problems = missing.map((error) => ({ ...error, code: 'draft_failed' }));
    if (problems.length > 0) throw ServiceError.ofProblems('draft_failed', problems);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const problems = error.problems.map(
      (problem): FieldProblem => ({
        ...problem,
        code: problem.code === 'draft_failed' ? 'defaults_do_not_draft' : problem.code,
        message: `at the default values: ${problem.message}`,
      }),
    );
    throw ServiceError.ofProblems('invalid', problems);
  }
}

/** A piece with a condition is left out where it cannot be drawn, and `errors` says so; others fail the draft. */
function draftPieces(program: Program, scope: Scope, unfold: boolean, errors: DraftProblem[]): Piece[] {
  const scale = unitLength[program.definition.unit];
  const applicable = program.pieces.filter((piece) => atPlace(`${piece.place}.when`, () => piece.applies(scope)));
  const pieces = applicable.flatMap((piece) => {
    try {
      const drawn = atPlace(`${piece.place}.outline`, () => drawPiece(piece, piece.trace(scope), scale));
      return [finishPiece(drawn, unfold, errors)];
    } catch (error) {
      const failure = draftFailure(error);
      const { id, name, when } = piece.piece;
      if (!failure || when === null || applicable.length === 1) throw error;
      const message = `"${name}" is left out: ${(error as Error).message}`;
      errors.push({ code: 'piece_left_out', message, path: `pieces.${id}` });
      return [];
    }
  });
  if (pieces.length === 0) throw new ComputationError('pieces', new GeometryError('no piece is part of it'));
  return pieces;
}

function atPlace<T>(place: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof GeometryError || error instanceof FormulaError) throw new ComputationError(place, error);
    throw error;
  }
}

function draftFailure(error: unknown): ServiceError | null {
  if (error instanceof ComputationError) return failed(error.place, error.message, error);
  if (error instanceof PieceError) return failed(`pieces.${error.pieceId}`, error.message, error);
  return null;
}

function failed(path: string, message: string, cause: Error): ServiceError {
  const sentence = `the pattern cannot be drafted to these values: ${message}`;
  return new ServiceError('draft_failed', sentence, {
    problems: [{ path, code: 'draft_failed', message: sentence }],
    cause,
  });
}

function checkConstraints({ constraints }: Program, scope: Scope): void {
  const broken = constraints.filter(({ holds }, i) => !atPlace(`constraints[${i}].if`, () => holds(scope)));
  if (broken.length === 0) return;
  const problems = broken.map(({ message, variables }): FieldProblem => {
    const path = variables[0] === undefined ? 'variables' : `variables.${variables[0]}`;
    return { path, code: 'constraint_violated', message: `${path}: ${message}`, variables };
  });
  throw ServiceError.ofProblems('invalid', problems);
}

const defaultsOf = (definition: Definition): Map<string, VariableValue> =>
  new Map(definition.variables.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])));

/** A scope with the values of variables; measurements come in cm and are turned into the unit of the document. */
function scopeAt(definition: Definition, values: ReadonlyMap<string, VariableValue>): Scope {
  const variables = new Map<string, VariableValue>();
  for (const { name, kind } of definition.variables) {
    const value = values.get(name);
    if (value === undefined) continue;
    const isLength = kind === 'measurement' && measurementByName(name)?.unit === 'cm';
    variables.set(
      name,
      isLength && typeof value === 'number' ? (value * unitLength.cm) / unitLength[definition.unit] : value,
    );
  }
  return { variables, points: new Map(), curves: new Map() };
}

/** Computed values carry rounding errors of the last digits, which nobody wants to read. */
const roundedValue = (value: VariableValue): VariableValue =>
  typeof value === 'number' ? Number(value.toPrecision(12)) : value;

function report(
  definition: Definition,
  values: ReadonlyMap<string, VariableValue>,
  given: ReadonlyMap<string, VariableSource>,
  scope: Scope,
): Pick<Draft, 'variables' | 'variableSources'> {
  const variables: Record<string, VariableValue> = {};
  const variableSources: Record<string, VariableSource> = {};
  for (const { name } of definition.variables) {
    variables[name] = values.get(name) ?? roundedValue(scope.variables.get(name)!);
    variableSources[name] = given.get(name) ?? 'derived';
  }
  return { variables, variableSources };
}

const units: Partial<Record<VariableType, string>> = { angle: 'degrees', percent: 'percent' };

function toVariable(variable: DefinitionVariable, definition: Definition, value: VariableValue): Variable {
  const measurement = variable.kind === 'measurement';
  const lengthUnit = variable.type === 'length' ? definition.unit : '';
  return {
    key: variable.name,
    label: variable.label,
    description: variable.description,
    group: variable.group,
    unit: measurement ? (measurementByName(variable.name)?.unit ?? 'cm') : (units[variable.type] ?? lengthUnit),
    type: variable.type,
    default: value,
    min: variable.min,
    max: variable.max,
    step: variable.step,
    choices: variable.choices,
    editable: variable.kind !== 'computed',
    measurement,
  };
}
