/** The lines that a tool draws. Formulas refer to their length and angle by the labels of both ends, in this order. */

import type { XmlElement } from '../../../drawing/xml.js';

/** For each type of tool, the attributes with the ends of its lines; `id` is the point that it makes. */
const lines: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  endLine: [['basePoint', 'id']],
  normal: [['firstPoint', 'id']],
  bisector: [['secondPoint', 'id']],
  curveIntersectAxis: [['basePoint', 'id']],
  alongLine: [
    ['firstPoint', 'id'],
    ['id', 'secondPoint'],
  ],
  shoulder: [
    ['p1Line', 'id'],
    ['p2Line', 'id'],
  ],
  pointOfContact: [
    ['firstPoint', 'id'],
    ['secondPoint', 'id'],
    ['center', 'id'],
  ],
  lineIntersect: [
    ['p1Line1', 'id'],
    ['id', 'p2Line1'],
    ['p1Line2', 'id'],
    ['id', 'p2Line2'],
  ],
  height: [
    ['basePoint', 'id'],
    ['p1Line', 'id'],
    ['p2Line', 'id'],
  ],
  lineIntersectAxis: [
    ['basePoint', 'id'],
    ['p1Line', 'id'],
    ['id', 'p2Line'],
  ],
};

/** The ids of both ends of each line. */
export function drawnLines({ name, attributes }: XmlElement): (readonly [from: string, to: string])[] {
  const type = name === 'point' ? (attributes.get('type') ?? '') : '';
  const ends =
    name === 'line' ? ([['firstPoint', 'secondPoint']] as const) : Object.hasOwn(lines, type) ? lines[type]! : [];
  return ends.map(([from, to]) => [attributes.get(from) ?? '', attributes.get(to) ?? ''] as const);
}
