/** Traces the outline, darts and marks of one piece at given values; what becomes of them is `piece-outline.ts`'s. */
import { Curve, lineCurve } from '../../geometry/curve.js';
import type { Point } from '../draft.js';
import type { Scope } from './compile-formula.js';
import { compileCondition } from './compile-formula.js';
import type { Compiler } from './compiler.js';
import { partBetween } from './curve-operations.js';
import type { EdgeMarks, PieceDefinition, Step } from './definition.js';
import { GeometryError } from './operation.js';
import { distance } from './plane.js';

/** One traced edge; lengths in the unit of the definition. */
export interface Edge {
  readonly curve: Curve;
  /** Null: the piece's. */
  readonly allowance: number | null;
  readonly dart: boolean;
  readonly fold: boolean;
}

export interface TracedPiece {
  readonly edges: readonly Edge[];
  readonly holes: readonly (readonly Curve[])[];
  readonly allowance: number;
  readonly quantity: number;
  readonly grainline: readonly [Point, Point] | null;
  readonly notches: readonly { readonly at: Point; readonly type: 'slit' | 'v' | 'back' }[];
  readonly drillHoles: readonly { readonly at: Point; readonly diameter: number }[];
  readonly internalLines: readonly { readonly kind: 'mark' | 'dart' | 'fold'; readonly curves: readonly Curve[] }[];
}

export interface PieceProgram {
  readonly piece: PieceDefinition;
  readonly place: string;
  /** Whether the piece is part of the draft at these values. */
  readonly applies: (scope: Scope) => boolean;
  readonly trace: (scope: Scope) => TracedPiece;
}

type Get<T> = (scope: Scope) => T;
type Trace = (scope: Scope) => Edge[];

/** Ends of neighbouring edges may be this far apart, in the unit of the definition: rounding, no more. */
const jointTolerance = 1e-6;

/** Null, and problems, where the piece is wrong. */
export function compilePiece(piece: PieceDefinition, place: string, compiler: Compiler): PieceProgram | null {
  const before = compiler.problems.list.length;
  const { when } = piece;
  const condition =
    when === null ? null : compiler.attempt(`${place}.when`, () => compileCondition(when, compiler.names));
  const allowance = compiler.number(piece.allowance, `${place}.allowance`);
  const quantity = compiler.number(piece.quantity, `${place}.quantity`);
  const outline = compileSteps(piece.outline, `${place}.outline`, compiler);
  const holes = piece.holes.map((hole, i) => compileSteps(hole, `${place}.holes[${i}]`, compiler));
  const grain = piece.grainline && [
    compiler.point(piece.grainline.from, `${place}.grainline.from`),
    compiler.point(piece.grainline.to, `${place}.grainline.to`),
  ];
  const notches = piece.notches.map(({ at, type }, i) => ({
    at: compiler.point(at, `${place}.notches[${i}].at`),
    type,
  }));
  const drills = piece.drillHoles.map(({ at, diameter }, i) => ({
    at: compiler.point(at, `${place}.drillHoles[${i}].at`),
    diameter: compiler.number(diameter, `${place}.drillHoles[${i}].diameter`),
  }));
  const lines = piece.internalLines.map(({ kind, path }, i) => ({
    kind,
    path: compileSteps(path, `${place}.internalLines[${i}].path`, compiler),
  }));
  if (compiler.problems.list.length > before) return null;
  return {
    piece,
    place,
    applies: condition ? condition.evaluate : () => true,
    trace: (scope) => ({
      edges: closed(outline(scope)),
      holes: holes.map((hole) => closed(hole(scope)).map(({ curve }) => curve)),
      allowance: notNegative(allowance!.evaluate(scope)),
      quantity: wholeNumber(quantity!.evaluate(scope)),
      grainline: grain && [grain[0]!(scope), grain[1]!(scope)],
      notches: notches.map(({ at, type }) => ({ at: at!(scope), type })),
      drillHoles: drills.map(({ at, diameter }) => ({ at: at!(scope), diameter: diameter!.evaluate(scope) })),
      internalLines: lines.map(({ kind, path }) => ({ kind, curves: path(scope).map(({ curve }) => curve) })),
    }),
  };
}

function notNegative(allowance: number): number {
  if (allowance < 0) throw new GeometryError('a seam allowance is not negative');
  return allowance;
}

function wholeNumber(quantity: number): number {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 1000) {
    throw new GeometryError(`the quantity must be an integer from 1 to 1000, not ${quantity}`);
  }
  return quantity;
}

/** A line back to the start where the last step did not end there. */
function closed(edges: readonly Edge[]): Edge[] {
  const [first, last] = [edges[0], edges.at(-1)];
  if (!first || !last) throw new GeometryError('the outline is empty');
  if (distance(last.curve.end, first.curve.start) <= jointTolerance) return [...edges];
  return [...edges, { curve: lineCurve(last.curve.end, first.curve.start), allowance: null, dart: false, fold: false }];
}

function compileSteps(steps: readonly Step[], place: string, compiler: Compiler): Trace {
  const [move, ...rest] = steps;
  const start = move?.kind === 'move' ? compiler.point(move.to, `${place}[0].move`) : null;
  const drawn = rest.map((step, i) => compileStep(step, `${place}[${i + 1}]`, compiler));
  return (scope) => {
    const origin = start!(scope);
    let at: Point = origin;
    const edges: Edge[] = [];
    for (const draw of drawn) {
      for (const edge of draw(scope, at, origin)) {
        edges.push(edge);
        at = edge.curve.end;
      }
    }
    return edges;
  };
}

/** No edge where the step has no length; two where a straight line bridges a gap. */
type Draw = (scope: Scope, at: Point, origin: Point) => Edge[];

function compileStep(step: Step, place: string, compiler: Compiler): Draw {
  if (step.kind === 'move') return () => [];
  const marks = compileMarks(step, place, compiler);
  const point = (reference: Parameters<Compiler['point']>[0], key: string): Get<Point> =>
    compiler.point(reference, `${place}.${key}`) as Get<Point>;
  const line = (scope: Scope, at: Point, to: Point): Edge[] =>
    distance(at, to) <= jointTolerance ? [] : [{ curve: lineCurve(at, to), ...marks(scope) }];
  switch (step.kind) {
    case 'line': {
      const to = point(step.to, 'line');
      return (scope, at) => line(scope, at, to(scope));
    }
    case 'close':
      return line;
    case 'cubic': {
      const [c1, c2, to] = step.points.map((reference, i) => point(reference, `cubic[${i}]`)) as [
        Get<Point>,
        Get<Point>,
        Get<Point>,
      ];
      return (scope, at) => [
        { curve: new Curve([[...at, ...c1(scope), ...c2(scope), ...to(scope)]]), ...marks(scope) },
      ];
    }
    case 'curve': {
      const curve = compiler.curve(step.curve, `${place}.curve`);
      const from = step.from && point(step.from, 'from');
      const to = step.to && point(step.to, 'to');
      return (scope, at) => {
        let way = curve!(scope);
        if (from || to) way = partBetween(way, from ? from(scope) : at, to ? to(scope) : farEnd(way, at));
        else if (distance(way.end, at) < distance(way.start, at)) way = way.reversed();
        const gap = distance(way.start, at);
        if (gap > jointTolerance && !step.bridge) {
          throw new GeometryError(
            `the curve "${step.curve}" starts ${gap.toPrecision(3)} away from where the outline is`,
          );
        }
        return [...line(scope, at, way.start), { curve: way, ...marks(scope) }];
      };
    }
  }
}

const farEnd = (curve: Curve, from: Point): Point =>
  distance(curve.start, from) > distance(curve.end, from) ? curve.start : curve.end;

function compileMarks(marks: EdgeMarks, place: string, compiler: Compiler): Get<Omit<Edge, 'curve'>> {
  const { dart, fold } = marks;
  const allowance = marks.allowance === null ? null : compiler.number(marks.allowance, `${place}.allowance`);
  return (scope) => ({ allowance: allowance && notNegative(allowance.evaluate(scope)), dart, fold });
}
