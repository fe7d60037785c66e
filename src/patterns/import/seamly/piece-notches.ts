/** The notches at the nodes of a piece. A definition has slits, Vs and double notches; a remark tells other shapes. */
import type { XmlElement } from '../../../drawing/xml.js';
import { isSet, type OutlineNode } from './piece-nodes.js';

const lineCounts: Readonly<Record<string, number>> = { one: 1, slit: 1, two: 2, three: 3 };

/**
 * @param elements the nodes' elements, in the same order
 * @param remarks receives the changes of shape
 */
export function notchesOf(
  elements: readonly XmlElement[],
  nodes: readonly OutlineNode[],
  dropped: ReadonlySet<OutlineNode>,
  remarks: Set<string>,
): Record<string, unknown>[] {
  return nodes.flatMap((node, i) => {
    const { attributes } = elements[i]!;
    const marked = isSet(attributes.get('passmark')) || isSet(attributes.get('notch'));
    if (!marked || node.kind !== 'point' || dropped.has(node)) return [];
    return [{ at: node.name, type: typeOf(attributes, remarks) }];
  });
}

function typeOf(attributes: XmlElement['attributes'], remarks: Set<string>): 'slit' | 'v' | 'back' {
  const shape = attributes.get('passmarkLine') ?? attributes.get('notchType') ?? 'one';
  const count = (lineCounts[shape] ?? 1) * Number(attributes.get('notchCount') ?? 1);
  if (/^v/i.test(shape)) {
    if (count > 1) remarks.add(`each of its notches of ${count} Vs became one V`);
    return 'v';
  }
  if (!Object.hasOwn(lineCounts, shape)) {
    remarks.add(`its notches of the shape ${shape} became slits`);
    return 'slit';
  }
  if (count > 2) remarks.add(`its notches of ${count} lines became double notches`);
  return count > 1 ? 'back' : 'slit';
}
