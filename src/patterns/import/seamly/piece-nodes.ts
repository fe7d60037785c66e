/** Turns the nodes of a piece, or of a path inside it, into steps of a definition. Neighbours trim curves, as in the source. */

import type { XmlElement } from '../../../drawing/xml.js';
import type { Curve } from '../../../geometry/curve.js';
import type { Point } from '../../../geometry/point.js';
import type { CornerKind } from '../../allowance-corner.js';
import type { Scope } from '../../definition/compile-formula.js';
import { partAlong } from '../../definition/curve-operations.js';
import { GeometryError } from '../../definition/operation.js';
import { distance } from '../../definition/plane.js';
import type { ToolContext } from './tool-context.js';
import { TranslationError } from './translate-formula.js';

export type Step = Record<string, unknown>;

/** The allowance before and after a node, as formulas; null for the piece's own. */
interface Widths {
  readonly before: string | null;
  readonly after: string | null;
  readonly corner: CornerKind | null;
}

interface PointNode extends Widths {
  readonly kind: 'point';
  /** The id of the point in the source. */
  readonly id: string;
  readonly name: string;
  readonly at: Point;
}

interface CurveNode {
  readonly kind: 'curve';
  readonly name: string;
  readonly label: string;
  readonly curve: Curve;
  readonly backward: boolean;
  /** True if the source draws it finer than other curves. */
  readonly isFine: boolean;
}

export type OutlineNode = PointNode | CurveNode;

/** Everything that gives nodes their meaning. */
export interface NodeContext {
  readonly tools: ToolContext;
  readonly scope: Scope;
  /** The id of the point or curve behind each object of a piece. */
  readonly originals: ReadonlyMap<string, string>;
  /** A point this close to a curve lies on it, in the unit of the pattern. */
  readonly near: number;
  /** The piece's allowance, a formula. */
  readonly width: string;
  /** The points at both ends of the mirror line; null if the piece has none. */
  readonly mirror: readonly [string, string] | null;
  /** Collects the places where the import follows Valentina although the file may mean something else. */
  readonly remarks: Set<string>;
}

/** The kind of corner for each value of the attribute `angle`. */
const corners: readonly (CornerKind | null)[] = [
  null,
  'crossing',
  'firstSymmetry',
  'secondSymmetry',
  'firstRightAngle',
  'secondRightAngle',
];

const noWidths: Widths = { before: null, after: null, corner: null };

export const isSet = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The elements of the nodes in use. */
export const nodeElements = (elements: readonly XmlElement[]): XmlElement[] =>
  elements.filter(({ name, attributes }) => name === 'node' && !isSet(attributes.get('excluded')));

export const readNodes = (elements: readonly XmlElement[], context: NodeContext): OutlineNode[] =>
  elements.map((element) => readNode(element, context));

function readNode({ attributes }: XmlElement, context: NodeContext): OutlineNode {
  const { tools, scope, originals, width } = context;
  const id = attributes.get('idObject') ?? '';
  const original = originals.get(id) ?? id;
  if (attributes.get('type') !== 'NodePoint') {
    const { name, labels, isFine = false } = tools.curve(original);
    const curve = scope.curves.get(name)!;
    const backward = isSet(attributes.get('reverse'));
    return { kind: 'curve', name, label: labels[0] ?? name, curve, backward, isFine };
  }
  const name = tools.point(original);
  const angle = Number(attributes.get('angle') ?? 0);
  const corner = corners[angle];
  if (corner === undefined)
    throw new TranslationError(`the corner of the allowance at "${tools.label(original)}" is of an unknown kind`);
  const own = (key: string): string | null => {
    const text = attributes.get(key) ?? '-1';
    // A negative width in the file means the piece's own.
    if (Number(text) < 0) return null;
    return tools.formula(text.replace(/\bCurrentSeamAllowance\b/g, `(${width})`));
  };
  return {
    kind: 'point',
    id: original,
    name,
    at: scope.points.get(name)!,
    before: own('before'),
    after: own('after'),
    corner,
  };
}

/** One end of the part of a curve that belongs to an outline. */
interface Cut {
  /** The point that trims the curve; null for the curve's own end. */
  readonly at: string | null;
  readonly place: Point;
  /** The node of the outline at this place, if any. */
  readonly node: PointNode | null;
}

/** The steps of a closed outline. The first one is a move. */
export function closedSteps(nodes: readonly OutlineNode[], context: NodeContext): Step[] {
  // Begin at a point, if the outline has one.
  const start = Math.max(
    0,
    nodes.findIndex(({ kind }) => kind === 'point'),
  );
  const order = [...nodes.slice(start), ...nodes.slice(0, start)];
  const steps = new Outline(context);
  order.forEach((node, i) => {
    const [before, after] = [order[i - 1] ?? order.at(-1)!, order[i + 1] ?? order[0]!];
    steps.add(node, order.length > 1 ? before : null, order.length > 2 ? after : null);
  });
  return steps.closed();
}

/** The steps of an open line from the first node to the last. */
export function openSteps(nodes: readonly OutlineNode[], context: NodeContext): Step[] {
  const steps = new Outline(context);
  nodes.forEach((node, i) => {
    steps.add(node, nodes[i - 1] ?? null, nodes[i + 1] ?? null);
  });
  return steps.open();
}

export function withoutAllowance({ allowance, allowanceEnd, corner, ...step }: Step): Step {
  return step;
}

class Outline {
  readonly #context: NodeContext;
  readonly #steps: Step[] = [];
  /** The end of the outline so far; below, the width from there on and the outline's beginning. */
  #at: Point | null = null;
  /** The exact end of the last step. A point close enough to it adds no step. */
  #drawn: Point | null = null;
  #after: string | null = null;
  #first: { name: string; place: Point; widths: Widths } | null = null;
  /** The point reached last; null after a curve. */
  #name: string | null = null;
  #folded = false;

  constructor(context: NodeContext) {
    this.#context = context;
  }

  add(node: OutlineNode, before: OutlineNode | null, after: OutlineNode | null): void {
    if (node.kind === 'point') {
      this.#lineTo(node.name, node.at, node);
      return;
    }
    const begin = this.#cut(node, before, 'begin');
    let end = this.#cut(node, after, 'end');
    const way = node.backward ? 'backward' : 'forward';
    if (!hasPart(node, begin, end)) {
      end = { at: null, place: node.backward ? node.curve.start : node.curve.end, node: null };
      this.#context.remarks.add(
        `the curve ${node.label} runs against the outline, so it is drawn from the meeting point to its end, as in Valentina`,
      );
    }
    if (this.#at === null || !this.#isAt(begin.place)) {
      const name = begin.at ?? this.#context.tools.helper(endOf(node, 'begin'));
      this.#lineTo(name, begin.place, begin.node ?? noWidths);
    }
    if (!hasPart(node, begin, end)) return;
    this.#steps.push({
      curve: node.name,
      direction: way,
      ...(begin.at === null ? {} : { from: begin.at }),
      ...(end.at === null ? {} : { to: end.at }),
      // The source counts a point near the curve as on it; a definition does not.
      ...(begin.at === null && distance(this.#drawn ?? begin.place, begin.place) <= 1e-7 ? {} : { bridge: true }),
      ...this.#marks(this.#after, end.node ?? noWidths),
    });
    this.#name = null;
    this.#at = end.place;
    this.#drawn = node.curve.pointAt(node.curve.nearestLength(end.place));
    this.#after = end.node?.after ?? null;
  }

  closed(): Step[] {
    const first = this.#first;
    if (!first || this.#steps.length < 2) throw new TranslationError('the outline has no lines');
    const isClosed = this.#isAt(first.place);
    if (isClosed) this.#endWith(first.widths);
    const marks = isClosed ? {} : { ...this.#marks(this.#after, first.widths), ...this.#fold(first.name) };
    if (this.#context.mirror && !this.#folded)
      throw new TranslationError('its mirror line is not a straight edge of its outline');
    return [...this.#steps, { close: true, ...marks }];
  }

  open(): Step[] {
    return this.#steps;
  }

  #lineTo(name: string, place: Point, widths: Widths): void {
    if (this.#at === null) {
      this.#steps.push({ move: name });
      this.#first = { name, place, widths };
      this.#drawn = place;
    } else if (!this.#isAt(place)) {
      this.#steps.push({ line: name, ...this.#marks(this.#after, widths), ...this.#fold(name) });
      this.#drawn = place;
    } else this.#endWith(widths);
    this.#name = name;
    this.#at = place;
    this.#after = widths.after;
  }

  /** Marks the line from the last point to this one as the fold, if it is the mirror line. */
  #fold(name: string): Step {
    const { mirror } = this.#context;
    const isFold = mirror?.every((end) => end === name || end === this.#name) && name !== this.#name;
    if (isFold) this.#folded = true;
    return isFold ? { fold: true } : {};
  }

  /** Gives the widths of a corner to the last step, which ends there already. */
  #endWith(widths: Widths): void {
    const last = this.#steps.at(-1)!;
    if ('move' in last) return;
    this.#steps[this.#steps.length - 1] = { ...last, ...this.#marks(startOf(last), widths) };
  }

  /** The widths at both ends of an edge, if they differ from the piece's, and the kind of its last corner. */
  #marks(start: string | null, { before, corner }: Widths): Step {
    const { width } = this.#context;
    return {
      ...(start === null && before === null ? {} : { allowance: start ?? width, allowanceEnd: before ?? width }),
      ...(corner === null ? {} : { corner }),
    };
  }

  #isAt(place: Point): boolean {
    return this.#at !== null && distance(this.#at, place) <= this.#context.near;
  }

  /** The end of a curve. A neighbour on the curve trims it: a point at its place, a curve at its end. */
  #cut(node: CurveNode, neighbour: OutlineNode | null, side: 'begin' | 'end'): Cut {
    const { curve } = node;
    const own = (side === 'begin') === node.backward ? curve.end : curve.start;
    const untrimmed: Cut = { at: null, place: own, node: null };
    if (neighbour === null || neighbour === node) return untrimmed;
    const point = neighbour.kind === 'point' ? neighbour : null;
    const place =
      point?.at ?? ((neighbour as CurveNode).backward === (side === 'begin') ? startPlace : endPlace)(neighbour);
    if (distance(curve.pointAt(curve.nearestLength(place)), place) > this.#context.near) return untrimmed;
    if (distance(place, own) <= 1e-6) return { at: null, place: own, node: point };
    const at =
      point?.name ?? this.#context.tools.helper(endOf(neighbour as CurveNode, side === 'begin' ? 'end' : 'begin'));
    return { at, place, node: point };
  }
}

/** Whether a curve has a part from one cut to the other, in its direction. */
function hasPart({ curve, backward }: CurveNode, begin: Cut, end: Cut): boolean {
  try {
    const place = ({ at, place: point }: Cut): Point | null => (at === null ? null : point);
    partAlong(curve, backward ? 'backward' : 'forward', place(begin), place(end));
    return true;
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    return false;
  }
}

const startPlace = (node: OutlineNode): Point => (node as CurveNode).curve.start;
const endPlace = (node: OutlineNode): Point => (node as CurveNode).curve.end;

/** The point where the outline enters or leaves an untrimmed curve. */
const endOf = ({ name, backward }: CurveNode, side: 'begin' | 'end'): Readonly<Record<string, unknown>> => ({
  op: 'onCurve',
  curve: name,
  t: (side === 'begin') === backward ? 1 : 0,
});

const startOf = (step: Step): string | null => (step.allowance ?? null) as string | null;
