/** Translates the tools of Seamly2D and Valentina that copy points and curves: rotations, mirror images, moves. */

import type { XmlElement } from '../../../drawing/xml.js';
import { type Construction, getter, type Tool, type ToolContext } from './tool-context.js';
import { TranslationError } from './translate-formula.js';

/** Every tool by `element:type`. */
export const operationTools: Readonly<Record<string, Tool>> = {
  'operation:rotation': (element, context) => {
    const get = getter(element, context);
    copies(element, context, { op: 'rotate', center: get.point('center'), angle: get.angle('angle') });
  },
  'operation:flippingByLine': (element, context) => {
    const get = getter(element, context);
    copies(element, context, { op: 'mirror', a: get.point('p1Line'), b: get.point('p2Line') });
  },
  'operation:flippingByAxis': (element, context) => {
    const get = getter(element, context);
    const center = get.point('center');
    const [dx, dy] = get.text('axisType') === '1' ? [0, 1] : [1, 0];
    const other = context.helper({ op: 'offset', from: center, dx, dy });
    copies(element, context, { op: 'mirror', a: center, b: other });
  },
  'operation:moving': (element, context) => {
    const get = getter(element, context);
    const from = context.helper({ op: 'xy', x: 0, y: 0 });
    const to = context.helper({ op: 'polar', from, angle: get.angle('angle'), length: get.formula('length') });
    const move = { op: 'move', from, to };
    if (!get.has('rotationAngle') || [0, 360].includes(Number(get.text('rotationAngle')))) {
      copies(element, context, move);
      return;
    }
    const own = get.has('center') ? get.text('center') : '0';
    // Without a centre, the copies rotate about the moved middle of the sources.
    const center = own === '0' ? context.helper({ ...move, point: middleOf(element, context) }) : context.point(own);
    copies(element, context, move, { op: 'rotate', center, angle: get.angle('rotationAngle') });
  },
};

/** The centre of the box round everything that an operation copies. */
function middleOf(element: XmlElement, context: ToolContext): string {
  const sources = itemsOf(element, 'source');
  const curves = sources.filter(context.isCurve).map((id) => context.curve(id).name);
  const points = sources.filter((id) => !context.isCurve(id)).map(context.point);
  return context.helper({
    op: 'boxCenter',
    // A list needs at least two points.
    ...(points.length > 0 ? { points: [...points, points[0]!] } : {}),
    ...(curves.length > 0 ? { curves } : {}),
  });
}

/** Copies each source to the destination at the same place in its list, step by step. */
function copies(element: XmlElement, context: ToolContext, ...steps: readonly Construction[]): void {
  const [sources, destinations] = [itemsOf(element, 'source'), itemsOf(element, 'destination')];
  const suffix = element.attributes.get('suffix') ?? '';
  const failures: string[] = [];
  sources.forEach((source, i) => {
    const id = destinations[i];
    if (id === undefined) return;
    try {
      copyOf(source, id, suffix, context, steps);
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      failures.push(error.message);
    }
  });
  if (failures.length > 0) throw new TranslationError(failures.join('; '));
}

/** Adds the copy of a point or curve under a new id, transformed step by step. */
export function copyOf(
  source: string,
  id: string,
  suffix: string,
  context: ToolContext,
  steps: readonly Construction[],
): void {
  if (context.isCurve(source)) copyCurve(source, id, suffix, context, steps);
  else {
    const point = helperPoint(context.point(source), context, steps.slice(0, -1));
    context.addPoint(id, `${context.label(source)}${suffix}`, { ...steps.at(-1), point });
  }
}

const helperPoint = (point: string, context: ToolContext, steps: readonly Construction[]): string =>
  steps.reduce((name, step) => context.helper({ ...step, point: name }), point);

function copyCurve(
  source: string,
  id: string,
  suffix: string,
  context: ToolContext,
  steps: readonly Construction[],
): void {
  const { name, labels, ends, circle } = context.curve(source);
  const before = steps.slice(0, -1).reduce((curve, step) => context.helperCurve({ ...step, curve }), name);
  context.addCurve(
    id,
    {
      labels: labels.map((label) => label + suffix),
      ...(ends ? { ends: [ends[0] + suffix, ends[1] + suffix] as const } : {}),
      ...(circle ? { circle: { ...circle, center: helperPoint(circle.center, context, steps) } } : {}),
    },
    { ...steps.at(-1), curve: before },
  );
}

export const itemsOf = (element: XmlElement, name: 'source' | 'destination'): string[] =>
  element.children
    .find((child) => child.name === name)
    ?.children.map((item) => item.attributes.get('idObject') ?? '') ?? [];
