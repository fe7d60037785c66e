/** Compiles the seams, matches and finished measurements of a pattern, and evaluates them on the pieces of a draft. */

import { nearest } from '../../json/nearest-name.js';
import { AbsentEdgeError, type CompiledFormula, compileCondition, type Scope } from '../definition/compile-formula.js';
import type { Compiler } from '../definition/compiler.js';
import { atPlace } from '../definition/computation-error.js';
import type { FormulaText } from '../definition/definition.js';
import type { Draft, Piece, PieceMatch, SeamEdge } from '../draft.js';
import type { FinishedDeclaration, MatchDeclaration, SeamDeclaration, SewingDeclaration } from './declaration.js';
import { matchesOf } from './matches.js';
import { finishedMeasurement, type MarkedPlace, type WantedSeam, walkSeams } from './walk-seams.js';

interface Compiled<Declaration> {
  readonly declaration: Declaration;
  readonly when: Get<boolean> | null;
  readonly formula: Get<number> | null;
}

type Get<T> = (scope: Scope) => T;

/** Failures of a formula name its place. */
const placed = <T>(place: string, formula: CompiledFormula<T> | null): Get<T> | null =>
  formula && ((scope) => atPlace(place, () => formula.evaluate(scope)));

export interface SewingProgram {
  readonly seams: readonly Compiled<SeamDeclaration>[];
  readonly matches: readonly Compiled<MatchDeclaration>[];
  readonly finished: readonly Compiled<FinishedDeclaration>[];
}

/** @param compiler knows the names of the pattern, those of edges included; it gets the problems */
export function compileSewing({ seams, matches, finished }: SewingDeclaration, compiler: Compiler): SewingProgram {
  const condition = (when: string | null, place: string): Get<boolean> | null =>
    when === null
      ? null
      : placed(
          `${place}.when`,
          compiler.attempt(`${place}.when`, () => compileCondition(when, compiler.names)),
        );
  const number = (source: FormulaText, place: string): Get<number> | null =>
    placed(place, compiler.number(source, place));
  return {
    seams: seams.map((seam, i) => {
      const place = `seams[${i}]`;
      checkSide(seam.first, `${place}.first`, compiler);
      checkSide(seam.second, `${place}.second`, compiler);
      checkNotches(seam, place, compiler);
      const source = seam.ratio ?? seam.ease;
      return {
        declaration: seam,
        when: condition(seam.when, place),
        formula: source === null ? null : number(source, `${place}.${seam.ratio === null ? 'ease' : 'ratio'}`),
      };
    }),
    matches: matches.map((match, i) => {
      const place = `matches[${i}]`;
      match.points.forEach((mark, k) => {
        checkMark(mark, `${place}.points[${k}]`, compiler);
      });
      return { declaration: match, when: condition(match.when, place), formula: null };
    }),
    finished: finished.map((measurement, i) => ({
      declaration: measurement,
      when: condition(measurement.when, `finished[${i}]`),
      formula: number(measurement.formula, `finished[${i}].formula`),
    })),
  };
}

function checkSide(
  side: readonly SeamEdge[],
  place: string,
  { names: { edges = new Set() }, problems }: Compiler,
): void {
  for (const [i, { piece, edge }] of side.entries()) {
    const name = `${piece}.${edge}`;
    if (!edges.has(name))
      problems.add(`${place}[${i}]`, 'unknown_name', `unknown edge "${name}"${nearest(name, [...edges])}`);
  }
}

/** Where a notch lies: its piece, and a point of the pattern, or a point with the name of the piece in front. */
function markOf(mark: string, points: { has(name: string): boolean }): { piece: string; point: string } {
  const dot = mark.indexOf('.');
  const piece = mark.slice(0, Math.max(0, dot));
  return { piece, point: points.has(mark) ? mark : mark.slice(dot + 1) };
}

function checkNotches({ notches, first, second }: SeamDeclaration, place: string, compiler: Compiler): void {
  for (const [k, pair] of notches.entries()) {
    for (const [i, mark] of pair.entries()) {
      const at = `${place}.notches[${k}][${i}]`;
      const { piece, point } = markOf(mark, compiler.names.points);
      const side = [...new Set((i === 0 ? first : second).map((edge) => edge.piece))];
      if (side.includes(piece)) compiler.point(point, at);
      else compiler.problems.add(at, 'unknown_name', `must begin with a piece of its side, such as "${side[0]}.point"`);
    }
  }
}

/** A mark lies on a piece with edges, or is a point of a piece by its whole name. */
function checkMark(mark: string, at: string, compiler: Compiler): void {
  if (compiler.names.points.has(mark)) return;
  const { piece, point } = markOf(mark, compiler.names.points);
  const { edges = new Set() } = compiler.names;
  const pieces = [...new Set([...edges].map((edge) => edge.slice(0, edge.indexOf('.'))))];
  if (pieces.includes(piece)) compiler.point(point, at);
  else compiler.problems.add(at, 'unknown_name', `must begin with a piece with edges${nearest(piece, pieces)}`);
}

/** The values of a draft that its seams and measurements are taken at. */
export interface SewingContext {
  /** Without edges. */
  readonly scope: Scope;
  /** mm in one unit of the document. */
  readonly scale: number;
  /** mm; null: unknown. */
  readonly bodyLength: (measurement: string) => number | null;
}

/** Formulas over edges of absent pieces have no value: their seams and measurements are left out. */
export function sew(
  program: SewingProgram,
  pieces: readonly Piece[],
  { scope, scale, bodyLength }: SewingContext,
): Pick<Draft, 'seams' | 'matches' | 'finished' | 'errors'> {
  const edges = new Map(
    pieces.flatMap(({ id, edges: own }) => own.map(({ name, length }) => [`${id}.${name}`, length / scale] as const)),
  );
  const edged: Scope = { ...scope, edges };
  const place = (mark: string): MarkedPlace => {
    const { piece, point } = markOf(mark, scope.points);
    const [x, y] = scope.points.get(point)!;
    return { piece, at: [x * scale, y * scale] };
  };
  const applies = ({ when }: Compiled<unknown>): boolean => when === null || when(edged);
  const wanted = program.seams.flatMap((compiled): WantedSeam[] => {
    if (!applies(compiled)) return [];
    const { name, first, second, ratio, tolerance, notches } = compiled.declaration;
    const value = measured(compiled.formula, edged);
    if (value === undefined) return [];
    const ease = (length: number): number =>
      value === null ? 0 : ratio === null ? value * scale : (value - 1) * length;
    const allowed = tolerance === null ? null : tolerance * scale;
    return [
      {
        name,
        first,
        second,
        ease,
        tolerance: allowed,
        notches: notches.map(([a, b]) => [place(a), place(b)] as const),
      },
    ];
  });
  const { seams, problems } = walkSeams(pieces, wanted);
  const finished = program.finished.flatMap((compiled) => {
    const { name, body } = compiled.declaration;
    const value = applies(compiled) ? measured(compiled.formula, edged) : null;
    if (value === null || value === undefined) return [];
    const bodyValue = body === null ? null : bodyLength(body);
    return [finishedMeasurement({ name, value: value * scale, body, bodyValue })];
  });
  const named = program.matches.filter(applies).map(({ declaration: { name, points, axis, copies } }): PieceMatch => {
    const found = points.map(place).filter(({ piece }) => pieces.some(({ id }) => id === piece));
    return { name, points: found, axis, copies };
  });
  const matches = matchesOf(
    pieces,
    seams,
    named.filter(({ points }) => points.length > 0),
  );
  return { seams, matches, finished, errors: problems };
}

/** Null: no formula; undefined: it measures an edge that the draft lacks. */
function measured(formula: Get<number> | null, scope: Scope): number | null | undefined {
  try {
    return formula?.(scope) ?? null;
  } catch (error) {
    if (error instanceof AbsentEdgeError) return undefined;
    throw error;
  }
}
