/**
 * Parts of an outline that a path of their own replaces ("custom seam allowance"): in the seam line and the cut line, or in
 * the cut line alone. There the path is the cut line, and the seam line that it replaces becomes an inner line.
 */
import type { XmlElement } from '../../../drawing/xml.js';
import { isSet, type NodeContext, nodeElements, type OutlineNode, readNodes } from './piece-nodes.js';
import { TranslationError } from './translate-formula.js';

export interface ReplacedOutline {
  readonly nodes: readonly OutlineNode[];
  /** Nodes of the source that are no part of it any more. */
  readonly dropped: ReadonlySet<OutlineNode>;
  /** Open lines along the seam where the cut line has a path of its own. */
  readonly seams: readonly (readonly OutlineNode[])[];
}

/** @param elements of the nodes, in the same order @param cutToo false: only paths that are the seam line as well */
export function replacedOutline(
  piece: XmlElement,
  nodes: readonly OutlineNode[],
  elements: readonly XmlElement[],
  paths: ReadonlyMap<string, XmlElement>,
  context: NodeContext,
  cutToo: boolean,
): ReplacedOutline {
  const list = piece.children.find(({ name }) => name === 'csa');
  const records = (list?.children ?? []).filter(({ name }) => name === 'record');
  const seams: OutlineNode[][] = [];
  const all = new Set<OutlineNode>();
  let outline: readonly OutlineNode[] = nodes;
  for (const { attributes } of records) {
    const isSeam = attributes.get('includeAs') === '0';
    if (!isSeam && !cutToo) continue;
    const path = paths.get(attributes.get('path') ?? '');
    if (!path) throw new TranslationError('the path of a part of its cut line, which is not there');
    const ends = ['start', 'end'].map((key) => {
      const at = elements.findIndex((element) => element.attributes.get('idObject') === attributes.get(key));
      return outline.indexOf(nodes[at]!);
    });
    const [start, end] = ends as [number, number];
    if (start < 0 || end < 0 || start === end)
      throw new TranslationError('a part of its cut line that begins and ends at no nodes of it');
    const own = pathNodes(path, isSet(attributes.get('reverse')), isSeam, context);
    // from the start on, so that a part may run over the end of the list
    const turned = [...outline.slice(start), ...outline.slice(0, start)];
    const last = (end - start + outline.length) % outline.length;
    const between = turned.slice(1, last);
    for (const node of between) all.add(node);
    if (!isSeam) seams.push([turned[0]!, ...between, turned[last]!]);
    outline = [turned[0]!, ...own, ...turned.slice(last)];
  }
  return { nodes: outline, dropped: all, seams };
}

/** Of a cut line they have no allowance. */
function pathNodes(path: XmlElement, reverse: boolean, isSeam: boolean, context: NodeContext): OutlineNode[] {
  const list = path.children.find(({ name }) => name === 'nodes')?.children ?? [];
  const nodes = readNodes(nodeElements(list), context).map((node): OutlineNode => {
    if (node.kind === 'curve') return reverse ? { ...node, backward: !node.backward } : node;
    return isSeam ? node : { ...node, before: '0', after: '0', corner: null };
  });
  return reverse ? nodes.reverse() : nodes;
}
