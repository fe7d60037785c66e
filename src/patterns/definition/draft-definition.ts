/** Drafts a `definition` version, lists its variables, and checks a document before it is stored. */

import { type FieldProblem, ServiceError } from '../../errors.js';
import { outlineFault } from '../../geometry/outline-fault.js';
import type { Point } from '../../geometry/point.js';
import type { Json } from '../../json/json.js';
import { Problems } from '../../problems.js';
import { atPieces, type Draft, type DraftRequest, type Piece, type PieceProblem, piecePath } from '../draft.js';
import { type DrawnPiece, finishPiece, PieceError } from '../finish-piece.js';
import { measurementByName } from '../measurements.js';
import { type Loop, loopArea, toGrid } from '../region.js';
import { resolveValues } from '../resolve-values.js';
import { bodyLengths } from '../sewing/body-lengths.js';
import { sew } from '../sewing/compile-sewing.js';
import { undraftable } from '../undraftable.js';
import type { Variable, VariableSource, VariableType, VariableValue } from '../variable.js';
import type { Scope } from './compile-formula.js';
import { atPlace, ComputationError } from './computation-error.js';
import { type Definition, type DefinitionVariable, definitionLimits, unitLength } from './definition.js';
import { GeometryError } from './operation.js';
import { cuspOf, drawnSeam, drawPiece } from './piece-outline.js';
import { compileDefinition, compute, type Program } from './program.js';
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
  const scope = defaultScope(program);
  compute(program, scope);
  return program.definition.variables.map((variable) =>
    toVariable(variable, program.definition, roundedValue(scope.variables.get(variable.name)!)),
  );
}

export const draftDefinition = (program: Program, request: DraftRequest): Draft =>
  draftWithProblems(program, request).draft;

/** @returns `found`: the problems among its errors, by the ids of their pieces; the draft may lack these pieces */
function draftWithProblems(program: Program, request: DraftRequest): { draft: Draft; found: readonly PieceProblem[] } {
  const { definition } = program;
  const declared = definition.variables.map((variable) => toVariable(variable, definition, variable.default ?? 0));
  const { values, sources, problems } = resolveValues(declared, request);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  const scope = scopeAt(definition, values);
  try {
    computeWithin(program, scope);
    const found: PieceProblem[] = [];
    const pieces = draftPieces(program, scope, request.unfold, found);
    const bodyLength = bodyLengths(values, request);
    const sewn = sew(program.sewing, pieces, { scope, scale: unitLength[definition.unit], bodyLength });
    const draft: Draft = {
      name: definition.name,
      description: definition.description,
      unit: 'mm',
      ...report(definition, values, sources, scope),
      hints: [],
      ...sewn,
      errors: [...atPieces(found, pieces), ...sewn.errors],
      pieces,
    };
    return { draft, found };
  } catch (error) {
    const path = pathOfFailure(error, definition);
    throw path === null ? error : undraftable(path, (error as Error).message, declared, { values, sources }, error);
  }
}

/** One piece of a document, drafted alone at the defaults. */
export interface PieceTrial {
  /** The reason for a failed draft; null: none. */
  readonly failure: string | null;
  readonly problems: readonly PieceProblem[];
  /** Its seam line as drawn, mm. */
  readonly seam: Loop;
  /** The place where the seam crosses or touches itself. */
  readonly crossing: Point | null;
  /** Relative change of its area within the cut line when chords up to 0.3 mm off draw its curves. */
  readonly coarse: number;
  /** The place where one of its curves turns back between its ends, mm. */
  readonly cusp: Point | null;
}

const coarseTolerance = 0.3;

const outerArea = ({ cut }: DrawnPiece): number => cut.outers.reduce((sum, outer) => sum + loopArea(outer), 0);

/** Every piece whose points and curves all have a value at the defaults, in the order of the document. */
export function draftApart(program: Program): PieceTrial[] {
  const scope = defaultScope(program);
  compute(program, scope);
  const scale = unitLength[program.definition.unit];
  return program.pieces.map((piece): PieceTrial => {
    const problems: PieceProblem[] = [];
    try {
      const traced = piece.trace(scope);
      const drawn = drawPiece(piece, traced, scale);
      finishPiece(drawn, true, problems);
      const coarse = outerArea(drawPiece(piece, traced, scale, coarseTolerance)) / outerArea(drawn) - 1;
      const seam = drawnSeam(traced, scale).map(([x, y]): Point => [toGrid(x), toGrid(y)]);
      const fault = outlineFault(seam);
      const crossing = fault?.kind === 'self_intersection' ? fault.at : null;
      return { failure: null, problems, seam, crossing, coarse, cusp: cuspOf(traced, scale) };
    } catch (error) {
      if (!(error instanceof GeometryError || error instanceof ComputationError || error instanceof PieceError))
        throw error;
      const failure = error instanceof ComputationError ? error.reason : error.message;
      return { failure, problems, seam: [], crossing: null, coarse: 0, cusp: null };
    }
  });
}

/** The scope of a document at its defaults, before any computation. */
export const defaultScope = ({ definition }: Program): Scope => scopeAt(definition, defaultsOf(definition));

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
    const { found } = draftWithProblems(program, { variables: {}, unfold: true });
    // every draft reports a seam that crosses itself; a piece that never appears is a mistake, at its place in the
    // document
    const missing = found.filter(({ code }) => code === 'piece_left_out');
    const problems = atPieces(missing, program.definition.pieces).map((error) => ({ ...error, code: 'draft_failed' }));
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

/** A conditional piece that cannot be drawn is left out, with a note in `problems`; any other piece fails the draft. */
function draftPieces(program: Program, scope: Scope, unfold: boolean, problems: PieceProblem[]): Piece[] {
  const scale = unitLength[program.definition.unit];
  const applicable = program.pieces.filter((piece) => atPlace(`${piece.place}.when`, () => piece.applies(scope)));
  const pieces = applicable.flatMap((piece) => {
    try {
      const drawn = atPlace(`${piece.place}.outline`, () => drawPiece(piece, piece.trace(scope), scale));
      return [finishPiece(drawn, unfold, problems)];
    } catch (error) {
      const path = pathOfFailure(error, program.definition);
      const { id, name, when } = piece.piece;
      if (path === null || when === null || applicable.length === 1) throw error;
      const message = `"${name}" is left out: ${(error as Error).message}`;
      problems.push({ code: 'piece_left_out', message, pieceId: id });
      return [];
    }
  });
  if (pieces.length === 0) throw new ComputationError('pieces', new GeometryError('no piece is part of it'));
  return pieces;
}

/** The path in the document of a computation or a piece that fails; null for any other error. */
function pathOfFailure(error: unknown, { pieces }: Definition): string | null {
  if (error instanceof ComputationError) return error.place;
  return error instanceof PieceError ? piecePath(error.pieceId, pieces) : null;
}

/** A broken constraint says more than the failed computation behind it, so it comes first where it can be evaluated. */
function computeWithin(program: Program, scope: Scope): void {
  try {
    compute(program, scope);
  } catch (error) {
    checkConstraints(program, scope);
    throw error;
  }
  checkConstraints(program, scope);
}

function checkConstraints({ constraints }: Program, scope: Scope): void {
  const known = (name: string): boolean =>
    scope.variables.has(name) || scope.points.has(name) || scope.curves.has(name);
  const broken = constraints.filter(
    ({ uses, holds }, i) => uses.every(known) && !atPlace(`constraints[${i}].if`, () => holds(scope)),
  );
  if (broken.length === 0) return;
  const problems = broken.map(({ message, variables }): FieldProblem => {
    const path = variables[0] === undefined ? 'variables' : `variables.${variables[0]}`;
    return { path, code: 'constraint_violated', message: `${path}: ${message}`, variables };
  });
  throw ServiceError.ofProblems('invalid', problems);
}

const defaultsOf = (definition: Definition): Map<string, VariableValue> =>
  new Map(definition.variables.flatMap(({ name, default: value }) => (value === null ? [] : [[name, value] as const])));

/** A scope with the values of variables; measurements come in cm and become the unit of the document. */
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

/** Computed values carry rounding errors in the last digits; nobody wants to read them. */
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
    editable: variable.kind === 'measurement' || variable.kind === 'option',
    measurement,
  };
}
