/**
 * The edges, seams and finished measurements of FreeSewing designs, from the data beside this file: a design names its
 * points, and the data name the edges between them. Lengths are in mm; points are `piece.point`.
 */
import { ServiceError } from '../../errors.js';
import type { Point } from '../../geometry/point.js';
import { Problems } from '../../problems.js';
import type { FormulaType, Scope } from '../definition/compile-formula.js';
import { Compiler } from '../definition/compiler.js';
import type { Draft, DraftProblem, DraftRequest, Piece, PieceProblem } from '../draft.js';
import { ObjectReader } from '../json-reader.js';
import { bodyLengths } from '../sewing/body-lengths.js';
import { compileSewing, type SewingProgram, sew } from '../sewing/compile-sewing.js';
import { readEdges, readSewing, type SewingDeclaration, type Stretch } from '../sewing/declaration.js';
import { EdgeError, type NamedEdge, traceEdge } from '../sewing/trace-edge.js';
import type { Variable, VariableValue } from '../variable.js';
import type { FreesewingPart } from './design.js';
import { lengthOfSpan, readSpan, type Span } from './design-spans.js';
import { pointOf } from './part-lines.js';
import { sewingDocuments } from './sewing/documents.js';

export interface DesignSewing {
  /** Piece -> edge -> names of its points. */
  readonly pieces: ReadonlyMap<string, ReadonlyMap<string, readonly Stretch<string>[]>>;
  /** Formulas use them by name, as they use options. */
  readonly spans: ReadonlyMap<string, Span>;
  readonly declaration: SewingDeclaration;
}

const nothing: SewingDeclaration = { seams: [], matches: [], finished: [] };
const none: DesignSewing = { pieces: new Map(), spans: new Map(), declaration: nothing };
const read = new Map<string, DesignSewing>();

/** Nothing for a design without data. */
export function designSewing(design: string): DesignSewing {
  const document = Object.hasOwn(sewingDocuments, design) ? sewingDocuments[design] : undefined;
  if (document === undefined) return none;
  let sewing = read.get(design);
  if (!sewing) {
    sewing = readDesignSewing(document);
    read.set(design, sewing);
  }
  return sewing;
}

/** Throws `invalid` with the place of every problem of the data. */
export function readDesignSewing(document: unknown): DesignSewing {
  const problems = new Problems();
  const reader = ObjectReader.of(document, '', problems);
  if (!reader) throw ServiceError.ofProblems('invalid', problems.list);
  const pieces = reader.record('pieces', 200, (value, path) => {
    const piece = ObjectReader.of({ edges: value }, path, problems);
    return piece && readEdges(piece, (point) => String(point));
  });
  const spans = reader.record('spans', 50, (value, path) => readSpan(value, path, problems));
  const declaration = readSewing(reader);
  reader.end();
  if (problems.list.length > 0) throw ServiceError.ofProblems('invalid', problems.list);
  return { pieces, spans, declaration };
}

/**
 * The edges of a piece.
 *
 * @param outline as drawn, closed
 * @param problems gets an edge that is not on the outline at these values
 */
export function edgesOfPart(
  sewing: DesignSewing,
  { id, name }: { readonly id: string; readonly name: string },
  part: FreesewingPart,
  outline: readonly Point[],
  problems: PieceProblem[],
): NamedEdge[] {
  return [...(sewing.pieces.get(id) ?? [])].flatMap(([edge, stretches]) => {
    try {
      const places = stretches.map((stretch) =>
        stretch.map((point) => {
          const place = part.points[point];
          if (!place) throw new EdgeError(`the design has no point "${point}"`);
          return pointOf(place);
        }),
      );
      return [traceEdge(edge, outline, places)];
    } catch (error) {
      if (!(error instanceof EdgeError)) throw error;
      const message = `the edge "${edge}" of "${name}" is left out: ${error.message}`;
      problems.push({ code: 'edge_left_out', message, pieceId: id });
      return [];
    }
  });
}

/** The drafted design that its seams are walked on. */
export interface DraftedDesignPieces {
  readonly pieces: readonly Piece[];
  /** By the id of the piece. */
  readonly parts: ReadonlyMap<string, FreesewingPart>;
  readonly variables: readonly Variable[];
  readonly values: ReadonlyMap<string, VariableValue>;
  readonly request: DraftRequest;
}

/** A seam or measurement of a piece that the draft lacks is left out. */
export function sewDesign(
  { pieces: edges, spans, declaration }: DesignSewing,
  { pieces, parts, variables, values, request }: DraftedDesignPieces,
): Pick<Draft, 'seams' | 'matches' | 'finished' | 'errors'> {
  const absent = [...edges.keys()].filter((id) => !parts.has(id));
  const isPresent = (...texts: readonly (string | number | null)[]): boolean =>
    !absent.some((id) => texts.some((text) => typeof text === 'string' && text.includes(`"${id}.`)));
  const present: SewingDeclaration = {
    seams: declaration.seams.filter(
      ({ first, second, ease, ratio }) =>
        isPresent(ease, ratio) && ![...first, ...second].some(({ piece }) => absent.includes(piece)),
    ),
    matches: declaration.matches
      .map((match) => ({
        ...match,
        points: match.points.filter((point) => parts.has(point.slice(0, point.indexOf('.')))),
      }))
      .filter(({ points }) => points.length > 0),
    finished: declaration.finished.filter(({ formula }) => isPresent(formula)),
  };
  const scope = scopeOf(parts, variables, values, spans);
  const names = {
    variables: new Map([
      ...variables.map(({ key, type }): [string, FormulaType] => [key, typeOf(type)]),
      ...[...spans.keys()].map((name): [string, FormulaType] => [name, 'number']),
    ]),
    points: new Set(scope.points.keys()),
    curves: new Set<string>(),
    edges: new Set([...edges].flatMap(([id, own]) => [...own.keys()].map((edge) => `${id}.${edge}`))),
  };
  const errors: DraftProblem[] = [];
  const program: SewingProgram = {
    seams: present.seams.flatMap((seam) => compiled({ ...nothing, seams: [seam] }, seam.name).seams),
    matches: present.matches.flatMap((one) => compiled({ ...nothing, matches: [one] }, one.name).matches),
    finished: present.finished.flatMap((one) => compiled({ ...nothing, finished: [one] }, one.name).finished),
  };
  const sewn = sew(program, pieces, { scope, scale: 1, bodyLength: bodyLengths(values, request) });
  return { ...sewn, errors: [...errors, ...sewn.errors] };

  function compiled(one: SewingDeclaration, name: string): SewingProgram {
    const problems = new Problems();
    const program = compileSewing(one, new Compiler(names, problems));
    const [problem] = problems.list;
    if (!problem) return program;
    const message = `"${name}" is left out of the seams, matches and measurements: ${problem.message}`;
    errors.push({ code: 'seam_left_out', message, path: 'pieces' });
    return { seams: [], matches: [], finished: [] };
  }
}

const typeOf = (type: Variable['type']): FormulaType =>
  type === 'boolean' ? 'boolean' : type === 'choice' ? 'text' : 'number';

/** Points of all parts; measurements and spans in mm, options in their own units. */
function scopeOf(
  parts: ReadonlyMap<string, FreesewingPart>,
  variables: readonly Variable[],
  values: ReadonlyMap<string, VariableValue>,
  spans: ReadonlyMap<string, Span>,
): Scope {
  const points = new Map<string, Point>();
  for (const [id, part] of parts)
    for (const [name, point] of Object.entries(part.points)) points.set(`${id}.${name}`, pointOf(point));
  const scaled = variables.map(({ key, unit, default: otherwise }): [string, VariableValue] => {
    const value = values.get(key) ?? otherwise;
    return [key, unit === 'cm' && typeof value === 'number' ? value * 10 : value];
  });
  const spanned = [...spans].map(([name, span]) => [name, lengthOfSpan(span, parts)] as const);
  return { variables: new Map([...scaled, ...spanned]), points, curves: new Map() };
}
