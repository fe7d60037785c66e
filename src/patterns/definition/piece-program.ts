/** Traces the outline, darts and marks of one piece at given values, for `piece-outline.ts` to draw. */

import { Curve, lineCurve } from '../../geometry/curve.js';
import type { Point } from '../../geometry/point.js';
import type { CornerKind } from '../allowance-corner.js';
import type { Fastener, PieceText } from '../draft.js';
import { largestMark } from '../read-marks.js';
import type { Stretch } from '../sewing/declaration.js';
import type { Scope } from './compile-formula.js';
import { compileCondition } from './compile-formula.js';
import type { Compiler } from './compiler.js';
import { atPlace } from './computation-error.js';
import { partAlong, partBetween } from './curve-operations.js';
import type { EdgeMarks, FormulaText, PieceDefinition, PointReference, Step } from './definition.js';
import { GeometryError } from './operation.js';
import { distance } from './plane.js';

/** One traced edge; lengths in the unit of the definition. */
export interface Edge {
  readonly curve: Curve;
  /** Null: the piece's. */
  readonly allowance: number | null;
  /** Width at its end; null: the same as at its start. */
  readonly allowanceEnd: number | null;
  /** Null: the piece's. */
  readonly corner: CornerKind | null;
  readonly dart: boolean;
  readonly fold: boolean;
}

export interface TracedPiece {
  readonly edges: readonly Edge[];
  /** Points of the stretches of each named edge. */
  readonly named: readonly { readonly name: string; readonly stretches: readonly Stretch<Point>[] }[];
  readonly holes: readonly (readonly Curve[])[];
  readonly allowance: number;
  readonly quantity: number;
  readonly grainline: readonly [Point, Point] | null;
  readonly notches: readonly { readonly at: Point; readonly type: 'slit' | 'v' | 'back' }[];
  readonly drillHoles: readonly { readonly at: Point; readonly diameter: number }[];
  readonly internalLines: readonly { readonly kind: 'mark' | 'dart' | 'fold'; readonly curves: readonly Curve[] }[];
  readonly texts: readonly PieceText[];
  readonly fasteners: readonly Fastener[];
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

/** Ends of neighbouring edges may be this far apart, in the unit of the definition: room for rounding only. */
const jointTolerance = 1e-6;

/**
 * Null, and problems, where the piece is wrong.
 *
 * @param scale mm in one unit of the definition
 */
export function compilePiece(
  piece: PieceDefinition,
  place: string,
  scale: number,
  compiler: Compiler,
): PieceProgram | null {
  const before = compiler.problems.list.length;
  const applies = compileWhen(piece.when, `${place}.when`, compiler);
  const number = (source: FormulaText, key: string, checked?: Checked): Get<number> =>
    compileNumber(source, `${place}.${key}`, compiler, checked);
  const point = (reference: PointReference, key: string): Get<Point> =>
    compilePoint(reference, `${place}.${key}`, compiler);
  const diameter = within(scale, (value) => value >= 0, 'the diameter of a drill hole must be from 0 to');
  const size = within(scale, (value) => value > 0, 'the size of a fastener must be above 0 and at most');
  const allowance = number(piece.allowance, 'allowance', notNegative);
  const quantity = number(piece.quantity, 'quantity', wholeNumber);
  const outline = compileOutline(piece.outline, `${place}.outline`, compiler);
  const holes = piece.holes.map((hole, i) => compileOutline(hole, `${place}.holes[${i}]`, compiler));
  const named = [...piece.edges].map(([name, stretches]) => ({
    name,
    stretches: stretches.map((stretch, i) => stretch.map((at, k) => point(at, `edges.${name}[${i}][${k}]`))),
  }));
  const grain = piece.grainline && [
    point(piece.grainline.from, 'grainline.from'),
    point(piece.grainline.to, 'grainline.to'),
  ];
  const notches = piece.notches.map(({ at, type, when }, i) => ({
    at: point(at, `notches[${i}].at`),
    type,
    applies: compileWhen(when, `${place}.notches[${i}].when`, compiler),
  }));
  const drills = piece.drillHoles.map((drill, i) => ({
    at: point(drill.at, `drillHoles[${i}].at`),
    diameter: number(drill.diameter, `drillHoles[${i}].diameter`, diameter),
    applies: compileWhen(drill.when, `${place}.drillHoles[${i}].when`, compiler),
  }));
  const lines = piece.internalLines.map(({ kind, path }, i) => ({
    kind,
    path: compileSteps(path, `${place}.internalLines[${i}].path`, compiler),
  }));
  const texts = piece.texts.map(({ at, text, angle }, i) => ({
    at: point(at, `texts[${i}].at`),
    text,
    angle: number(angle, `texts[${i}].angle`),
  }));
  const fasteners = piece.fasteners.map((fastener, i) => ({
    kind: fastener.kind,
    at: point(fastener.at, `fasteners[${i}].at`),
    angle: number(fastener.angle, `fasteners[${i}].angle`),
    size: number(fastener.size, `fasteners[${i}].size`, size),
  }));
  if (compiler.problems.list.length > before) return null;
  return {
    piece,
    place,
    applies,
    trace: (scope) => ({
      edges: outline(scope),
      named: named.map(({ name, stretches }) => ({
        name,
        stretches: stretches.map((stretch) => stretch.map((at) => at(scope))),
      })),
      holes: holes.map((hole) => hole(scope).map(({ curve }) => curve)),
      allowance: allowance(scope),
      quantity: quantity(scope),
      grainline: grain && [grain[0]!(scope), grain[1]!(scope)],
      notches: notches.filter((notch) => notch.applies(scope)).map(({ at, type }) => ({ at: at(scope), type })),
      drillHoles: drills
        .filter((drill) => drill.applies(scope))
        .map((drill) => ({ at: drill.at(scope), diameter: drill.diameter(scope) })),
      internalLines: lines.map(({ kind, path }) => ({ kind, curves: path(scope).map(({ curve }) => curve) })),
      texts: texts.map(({ at, text, angle }) => ({ at: at(scope), text, angle: angle(scope) })),
      fasteners: fasteners.map((fastener) => ({
        kind: fastener.kind,
        at: fastener.at(scope),
        angle: fastener.angle(scope),
        size: fastener.size(scope),
      })),
    }),
  };
}

function compileWhen(when: string | null, place: string, compiler: Compiler): Get<boolean> {
  const condition = when === null ? null : compiler.attempt(place, () => compileCondition(when, compiler.names));
  return condition ? (scope) => atPlace(place, () => condition.evaluate(scope)) : () => true;
}

/** Gives the value back; throws `GeometryError` where it is not allowed. */
type Checked = (value: number) => number;

/** A formula whose failures name its place. Runs only where the document has no problems. */
function compileNumber(
  source: FormulaText,
  place: string,
  compiler: Compiler,
  checked: Checked = (value) => value,
): Get<number> {
  const formula = compiler.number(source, place);
  return (scope) => atPlace(place, () => checked(formula!.evaluate(scope)));
}

function compilePoint(reference: PointReference, place: string, compiler: Compiler): Get<Point> {
  const point = compiler.point(reference, place);
  return (scope) => atPlace(place, () => point!(scope));
}

function notNegative(allowance: number): number {
  if (allowance < 0) throw new GeometryError('a seam allowance is not negative');
  return allowance;
}

/** @param scale mm in one unit of the value */
const within =
  (scale: number, isEnough: (value: number) => boolean, rule: string): Checked =>
  (value) => {
    if (isEnough(value) && value * scale <= largestMark) return value;
    throw new GeometryError(`${rule} ${largestMark} mm, not ${value * scale} mm`);
  };

function wholeNumber(quantity: number): number {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 1000) {
    throw new GeometryError(`the quantity must be an integer from 1 to 1000, not ${quantity}`);
  }
  return quantity;
}

function compileOutline(steps: readonly Step[], place: string, compiler: Compiler): Trace {
  const trace = compileSteps(steps, place, compiler);
  return (scope) => atPlace(place, () => closed(trace(scope)));
}

/** A line back to the start where the last step did not end there. */
function closed(edges: readonly Edge[]): Edge[] {
  const [first, last] = [edges[0], edges.at(-1)];
  if (!first || !last) throw new GeometryError('the outline is empty');
  if (distance(last.curve.end, first.curve.start) <= jointTolerance) return [...edges];
  const plain = { allowance: null, allowanceEnd: null, corner: null, dart: false, fold: false };
  return [...edges, { curve: lineCurve(last.curve.end, first.curve.start), ...plain }];
}

function compileSteps(steps: readonly Step[], place: string, compiler: Compiler): Trace {
  const [move, ...rest] = steps;
  const start = move?.kind === 'move' ? compilePoint(move.to, `${place}[0].move`, compiler) : null;
  const drawn = rest.map((step, i): Draw => {
    const at = `${place}[${i + 1}]`;
    const draw = compileStep(step, at, compiler);
    return (scope, from, origin) => atPlace(at, () => draw(scope, from, origin));
  });
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
  const point = (reference: PointReference, key: string): Get<Point> =>
    compilePoint(reference, `${place}.${key}`, compiler);
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
      const from = step.from === null ? null : point(step.from, 'from');
      const to = step.to === null ? null : point(step.to, 'to');
      return (scope, at) => {
        let way = curve!(scope);
        if (step.direction) way = partAlong(way, step.direction, from?.(scope) ?? null, to?.(scope) ?? null);
        else if (from || to) way = partBetween(way, from ? from(scope) : at, to ? to(scope) : farEnd(way, at));
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
  const { dart, fold, corner } = marks;
  const width = (key: 'allowance' | 'allowanceEnd'): Get<number | null> => {
    const source = marks[key];
    return source === null ? () => null : compileNumber(source, `${place}.${key}`, compiler, notNegative);
  };
  const [start, end] = [width('allowance'), width('allowanceEnd')];
  return (scope) => ({ allowance: start(scope), allowanceEnd: end(scope), corner, dart, fold });
}
