/**
 * Translates the tool that unites two pieces along an edge of each. The tool copies the nodes of the second piece under
 * new ids. It moves and rotates the copies so that the second edge lies on the first. The united piece itself stands in
 * the file like any other.
 */

import { childOf, descendants, type XmlElement } from '../../../drawing/xml.js';
import { copyOf } from './operation-tools.js';
import { originalsOf } from './originals.js';
import type { Construction, ToolContext } from './tool-context.js';
import { TranslationError } from './translate-formula.js';

interface Node {
  readonly isPoint: boolean;
  /** Id of the point or curve itself. */
  readonly id: string;
}

/** A node and the id of its copy. */
interface Copied {
  readonly node: Node;
  readonly copy: string;
  /** True for nodes of the second piece, which move and rotate. */
  readonly moves: boolean;
}

/** The tool's type in Valentina and in Seamly2D. */
const types = new Set(['unionDetails', 'union']);

/** @param lose receives the id of each copy that cannot be made, and the reason */
export function translateUnions(root: XmlElement, context: ToolContext, lose: (id: string, why: string) => void): void {
  const originals = originalsOf(root);
  for (const union of descendants(root, 'tools')) {
    const children = childrenOf(union);
    try {
      unite(union, children, originals, context);
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      for (const id of children) lose(id, `two pieces cannot be united: ${error.root ?? error.message}`);
    }
  }
}

function unite(
  union: XmlElement,
  children: readonly string[],
  originals: ReadonlyMap<string, string>,
  context: ToolContext,
): void {
  const united = union.children.filter(({ name }) => name === 'det' || name === 'unionPiece');
  const [first, second] = united.map((piece) => nodesOf(piece, originals)) as [Node[]?, Node[]?];
  if (!types.has(union.attributes.get('type') ?? '') || !first || !second)
    throw new TranslationError('the union is incomplete or of an unknown type');
  const [here, there] = [edgeOf(first, union, 'indexD1'), edgeOf(second, union, 'indexD2')];
  const copied = pairs(first, here, second, there, children);
  const [p1, p2] = [here.from, here.to].map((i) => context.point(first[i]!.id)) as [string, string];
  const [p3, p4] = [there.from, there.to].map((i) => context.point(second[i]!.id)) as [string, string];
  const steps: Construction[] = [
    { op: 'move', from: p4, to: p1 },
    { op: 'rotate', center: p1, angle: `angle(${p1}, ${p2}) - angle(${p4}, ${p3})` },
  ];
  const rest: Construction[] = [{ op: 'move', from: p1, to: p1 }];
  // The space in the suffix keeps formulas from naming a copy.
  for (const { node, copy, moves } of copied) copyOf(node.id, copy, ' united', context, moves ? steps : rest);
}

/** The ids of the copies. Newer files list them by their purpose. */
function childrenOf(union: XmlElement): string[] {
  const list = childOf(union, 'children');
  const nodes = (list && childOf(list, 'nodes')) ?? list;
  return (nodes?.children ?? []).filter(({ name }) => name === 'child').map(({ text }) => text.trim());
}

function nodesOf(piece: XmlElement, originals: ReadonlyMap<string, string>): Node[] {
  const list = childOf(piece, 'nodes') ?? piece;
  return list.children
    .filter(({ name }) => name === 'node')
    .map(({ attributes }) => {
      const id = attributes.get('idObject') ?? '';
      return { isPoint: attributes.get('type') === 'NodePoint', id: originals.get(id) ?? id };
    });
}

/** The indices of both ends of an edge among the nodes. Edges run from point to point. */
interface Edge {
  readonly from: number;
  readonly to: number;
}

function edgeOf(nodes: readonly Node[], union: XmlElement, key: string): Edge {
  const points = nodes.flatMap(({ isPoint }, i) => (isPoint ? [i] : []));
  const index = Number(union.attributes.get(key));
  const [from, to] = [points[index], points[(index + 1) % points.length]];
  if (points.length < 2 || from === undefined || to === undefined)
    throw new TranslationError(`the piece has no edge ${union.attributes.get(key) ?? ''}`);
  return { from, to };
}

/** The nodes between two indices, round the end of the list if need be. */
function between<T>(list: readonly T[], after: number, before: number): T[] {
  const count = (before - after + list.length - 1) % list.length;
  return Array.from({ length: count }, (_, i) => list[(after + 1 + i) % list.length]!);
}

/**
 * Pairs the copies with their nodes. Newer files copy the nodes of the second piece outside its edge. Older ones also copy
 * the start of that edge, and the whole first piece.
 */
function pairs(
  first: readonly Node[],
  here: Edge,
  second: readonly Node[],
  there: Edge,
  children: readonly string[],
): Copied[] {
  const added = between(second, there.to, there.from);
  const moved = (nodes: readonly Node[]): Omit<Copied, 'copy'>[] => nodes.map((node) => ({ node, moves: true }));
  const kept = (nodes: readonly Node[]): Omit<Copied, 'copy'>[] => nodes.map((node) => ({ node, moves: false }));
  const isLast = here.to === 0;
  const older = [
    ...kept(first.slice(0, here.from + 1)),
    ...moved([...added, second[there.from]!]),
    ...kept(isLast ? [] : first.slice(here.to)),
  ];
  const list = [moved(added), older].find(({ length }) => length === children.length);
  if (!list) throw new TranslationError(`the union has ${children.length} copies of ${added.length} nodes`);
  return list.map((entry, i) => ({ ...entry, copy: children[i]! }));
}
