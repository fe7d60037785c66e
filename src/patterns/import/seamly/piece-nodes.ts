/** Nodes of a piece or an inner path of the source as steps of a definition, trimmed at each other as they are there. */

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

/** Widths of the allowance at a node, as formulas; null: the piece's. */
interface Widths {
  readonly before: string | null;
  readonly after: string | null;
  readonly corner: CornerKind | null;
}

interface PointNode extends Widths {
  readonly kind: 'point';
  /** Of the point in the source. */
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
  /** Whether the source draws it finer than others. */
  readonly isFine: boolean;
}

export type OutlineNode = PointNode | CurveNode;

/** Where nodes get their meaning from. */
export interface NodeContext {
  readonly tools: ToolContext;
  readonly scope: Scope;
  /** Ids of the objects that nodes stand for. */
  readonly originals: ReadonlyMap<string, string>;
  /** A point is on a curve if it is this near, in the unit of the pattern. */
  readonly near: number;
  /** Width of the piece's allowance, a formula. */
  readonly width: string;
  /** Points at both ends of the edge in which the outline is mirrored; null: it is not. */
  readonly mirror: readonly [string, string] | null;
  /** Gets what Valentina is followed in although the file may mean something else. */
  readonly told: Set<string>;
}

/** The corner of the allowance that `angle` asks for. */
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

/** The elements of nodes that take part. */
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
  if (corner === undefined) throw new TranslationError(`the corner of the allowance at "${tools.label(original)}"`);
  const own = (key: string): string | null => {
    const text = attributes.get(key) ?? '-1';
    // a negative width there means the piece's
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

/** One end of the part of a curve that an outline takes. */
interface Cut {
  /** A point that trims the curve; null: the curve's own end. */
  readonly at: string | null;
  readonly place: Point;
  /** The node of the outline that this is, where it is one. */
  readonly node: PointNode | null;
}

/** Steps round the nodes, closed; the first one is a move. */
export function closedSteps(nodes: readonly OutlineNode[], context: NodeContext): Step[] {
  // begin at a point where there is one
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

/** Steps along the nodes from the first to the last. */
export function openSteps(nodes: readonly OutlineNode[], context: NodeContext): Step[] {
  const steps = new Outline(context);
  nodes.forEach((node, i) => {
    steps.add(node, nodes[i - 1] ?? null, nodes[i + 1] ?? null);
  });
  return steps.open();
}

class Outline {
  readonly #context: NodeContext;
  readonly #steps: Step[] = [];
  /** Where the outline is, its width from there on, and where it began. */
  #at: Point | null = null;
  /** Where its last step really ends: a point that is near enough adds no step. */
  #drawn: Point | null = null;
  #after: string | null = null;
  #first: { name: string; place: Point; widths: Widths } | null = null;
  /** The point that it reached last; null behind a curve. */
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
      this.#context.told.add(
        `the curve ${node.label} runs against the outline, so it is drawn from where it is met to its end, as in Valentina`,
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
      // a point that is near the curve there may not lie on it here
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
    if (!first || this.#steps.length < 2) throw new TranslationError('an outline without lines');
    const isClosed = this.#isAt(first.place);
    if (isClosed) this.#endWith(first.widths);
    const marks = isClosed ? {} : { ...this.#marks(this.#after, first.widths), ...this.#fold(first.name) };
    if (this.#context.mirror && !this.#folded)
      throw new TranslationError('its mirror line is no straight edge of its outline');
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

  /** Of the line from the point before to this one, if the piece is mirrored there. */
  #fold(name: string): Step {
    const { mirror } = this.#context;
    const isFold = mirror?.every((end) => end === name || end === this.#name) && name !== this.#name;
    if (isFold) this.#folded = true;
    return isFold ? { fold: true } : {};
  }

  /** The step before ended at this corner already. */
  #endWith(widths: Widths): void {
    const last = this.#steps.at(-1)!;
    if ('move' in last) return;
    this.#steps[this.#steps.length - 1] = { ...last, ...this.#marks(startOf(last), widths) };
  }

  /** Widths at both ends of an edge, where they are not the piece's, and its last corner. */
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

  /** A neighbour on the curve trims it: a point where it lies, a curve where it ends. */
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

/** Whether a curve has a part from one end to the other, in its direction. */
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
