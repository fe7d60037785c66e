/**
 * Allowances of old files (version 1 of a piece). A node says how far it moves the corner of the cut line along x or y.
 * The shift changes the width of an edge at a right angle to it. An open piece has no allowance at its two ends.
 */

import type { XmlElement } from '../../../drawing/xml.js';
import type { Point } from '../../../geometry/point.js';
import type { OutlineNode } from './piece-nodes.js';

/**
 * @param elements the nodes' elements, in the same order
 * @param width a formula: the piece's allowance
 */
export function oldAllowances(
  nodes: readonly OutlineNode[],
  elements: readonly XmlElement[],
  width: string,
  isClosed: boolean,
): OutlineNode[] {
  return nodes.map((node, i) => {
    if (node.kind !== 'point') return node;
    const { attributes } = elements[i]!;
    const moved: Point = [Number(attributes.get('mx') ?? 0), Number(attributes.get('my') ?? 0)];
    const [previous, next] = [nodes[i - 1] ?? nodes.at(-1)!, nodes[i + 1] ?? nodes[0]!];
    const before = !isClosed && i === 0 ? '0' : movedWidth(node.at, previous, 1, moved, width);
    const after = !isClosed && i === nodes.length - 1 ? '0' : movedWidth(node.at, next, -1, moved, width);
    return { ...node, before, after };
  });
}

/**
 * The width of the edge to a neighbour, or null if the edge is not at a right angle to the shift.
 *
 * @param side 1 for the neighbour before, -1 for the neighbour after
 */
function movedWidth(at: Point, neighbour: OutlineNode, side: 1 | -1, [mx, my]: Point, width: string): string | null {
  if (neighbour.kind !== 'point') return null;
  const [dx, dy] = [neighbour.at[0] - at[0], neighbour.at[1] - at[1]];
  const along = 1e-9 * Math.hypot(dx, dy);
  // A shift out of the piece, along an axis, widens the edge.
  if (mx !== 0 && Math.abs(dx) <= along && dy !== 0) return widened(width, -Math.sign(dy) * side * mx);
  if (my !== 0 && Math.abs(dy) <= along && dx !== 0) return widened(width, Math.sign(dx) * side * my);
  return null;
}

const widened = (width: string, by: number): string => `max(0, (${width}) + ${by})`;
