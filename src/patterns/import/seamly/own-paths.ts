/**
 * Paths that replace parts of an outline ("custom seam allowance"). Such a path replaces the seam line together with the
 * cut line, or the cut line alone. In the second case, the replaced part of the seam line becomes an internal line.
 */
import { childOf, type XmlElement } from '../../../drawing/xml.js';
import { isSet, type NodeContext, nodeElements, type OutlineNode, readNodes } from './piece-nodes.js';
import { TranslationError } from './translate-formula.js';

export interface ReplacedOutline {
  readonly nodes: readonly OutlineNode[];
  /** Nodes of the source that the outline has lost. */
  readonly dropped: ReadonlySet<OutlineNode>;
  /** Open lines along the seam where a path replaces the cut line alone. */
  readonly seams: readonly (readonly OutlineNode[])[];
}

/**
 * @param elements the nodes' elements, in the same order
 * @param cutToo if false, only paths that replace the seam line count
 */
export function replacedOutline(
  piece: XmlElement,
  nodes: readonly OutlineNode[],
  elements: readonly XmlElement[],
  paths: ReadonlyMap<string, XmlElement>,
  context: NodeContext,
  cutToo: boolean,
): ReplacedOutline {
  const list = childOf(piece, 'csa');
  const records = (list?.children ?? []).filter(({ name }) => name === 'record');
  const seams: OutlineNode[][] = [];
  const all = new Set<OutlineNode>();
  let outline: readonly OutlineNode[] = nodes;
  for (const { attributes } of records) {
    const isSeam = attributes.get('includeAs') === '0';
    if (!isSeam && !cutToo) continue;
    const path = paths.get(attributes.get('path') ?? '');
    if (!path) throw new TranslationError('the path of a part of its cut line is missing');
    const ends = ['start', 'end'].map((key) => {
      const at = elements.findIndex((element) => element.attributes.get('idObject') === attributes.get(key));
      return outline.indexOf(nodes[at]!);
    });
    const [start, end] = ends as [number, number];
    if (start < 0 || end < 0 || start === end)
      throw new TranslationError('a part of its cut line does not begin and end at nodes of the piece');
    const own = pathNodes(path, isSet(attributes.get('reverse')), isSeam, context);
    // Rotated to begin at the part's start, since a part may run over the end of the list.
    const rotated = [...outline.slice(start), ...outline.slice(0, start)];
    const last = (end - start + outline.length) % outline.length;
    const between = rotated.slice(1, last);
    for (const node of between) all.add(node);
    if (!isSeam) seams.push([rotated[0]!, ...between, rotated[last]!]);
    outline = [rotated[0]!, ...own, ...rotated.slice(last)];
  }
  return { nodes: outline, dropped: all, seams };
}

/** The nodes of a path. Nodes of a cut line have no allowance. */
function pathNodes(path: XmlElement, reverse: boolean, isSeam: boolean, context: NodeContext): OutlineNode[] {
  const list = childOf(path, 'nodes')?.children ?? [];
  const nodes = readNodes(nodeElements(list), context).map((node): OutlineNode => {
    if (node.kind === 'curve') return reverse ? { ...node, backward: !node.backward } : node;
    return isSeam ? node : { ...node, before: '0', after: '0', corner: null };
  });
  return reverse ? nodes.reverse() : nodes;
}
