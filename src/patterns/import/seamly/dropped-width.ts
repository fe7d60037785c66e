/**
 * A difference from Valentina 0.7. It drops the width after a node if a curve with its own fineness ("aScale") ends there.
 * It also drops the node's kind of corner, except at the first node of the piece. The import keeps both as in the file.
 */
import { distance } from '../../definition/plane.js';
import type { ImportNote } from '../note.js';
import type { NodeContext, OutlineNode } from './piece-nodes.js';

export function droppedThere(
  nodes: readonly OutlineNode[],
  piece: string,
  { tools, width }: NodeContext,
): ImportNote[] {
  return nodes.flatMap((node, i): ImportNote[] => {
    const before = nodes[i - 1];
    if (node.kind !== 'point' || before?.kind !== 'curve' || !before.isFine) return [];
    const end = before.backward ? before.curve.start : before.curve.end;
    const own = [
      ...(node.after === null || isSame(node.after, width) ? [] : ['width']),
      ...(node.corner === null ? [] : ['corner']),
    ];
    if (own.length === 0 || distance(end, node.at) > 1e-6) return [];
    const which = own.length > 1 ? 'the width and the corner' : `the ${own[0]}`;
    const verb = own.length > 1 ? 'follow' : 'follows';
    const label = tools.label(node.id);
    const reason = `${which} at ${label} ${verb} a curve with its own fineness; Valentina 0.7 drops ${own.length > 1 ? 'both' : 'it'}`;
    return [{ code: 'piece_differs', message: `${piece}: may differ from the source: ${reason}` }];
  });
}

/** Whether two formulas have the same text, or are numbers of the same value. */
const isSame = (a: string, b: string): boolean => a === b || Number(a) === Number(b);
