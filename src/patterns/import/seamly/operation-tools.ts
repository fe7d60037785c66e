/** Tools of Seamly2D and Valentina that copy points and curves: rotations, mirror images, moves. */

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
    // newer files can turn what was moved about a place that is not in the file
    if (get.has('rotationAngle') && ![0, 360].includes(Number(get.text('rotationAngle'))))
      throw new TranslationError('a move that also turns');
    const from = context.helper({ op: 'xy', x: 0, y: 0 });
    const to = context.helper({ op: 'polar', from, angle: get.angle('angle'), length: get.formula('length') });
    copies(element, context, { op: 'move', from, to });
  },
};

/** Sources and destinations stand in the same order. */
function copies(element: XmlElement, context: ToolContext, transformation: Construction): void {
  const [sources, destinations] = [itemsOf(element, 'source'), itemsOf(element, 'destination')];
  const suffix = element.attributes.get('suffix') ?? '';
  const failures: string[] = [];
  sources.forEach((source, i) => {
    const id = destinations[i];
    if (id === undefined) return;
    try {
      if (context.isCurve(source)) copyCurve(source, id, suffix, context, transformation);
      else {
        const construction = { ...transformation, point: context.point(source) };
        context.addPoint(id, `${context.label(source)}${suffix}`, construction);
      }
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      failures.push(error.message);
    }
  });
  if (failures.length > 0) throw new TranslationError(failures.join('; '));
}

function copyCurve(
  source: string,
  id: string,
  suffix: string,
  context: ToolContext,
  transformation: Construction,
): void {
  const { name, labels, ends, circle } = context.curve(source);
  context.addCurve(
    id,
    {
      labels: labels.map((label) => label + suffix),
      ...(ends ? { ends: [ends[0] + suffix, ends[1] + suffix] as const } : {}),
      ...(circle ? { circle: { ...circle, center: context.helper({ ...transformation, point: circle.center }) } } : {}),
    },
    { ...transformation, curve: name },
  );
}

export const itemsOf = (element: XmlElement, name: 'source' | 'destination'): string[] =>
  element.children
    .find((child) => child.name === name)
    ?.children.map((item) => item.attributes.get('idObject') ?? '') ?? [];
