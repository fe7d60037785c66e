/** The names of edges and of their partners, for files. */
import type { Point } from '../../geometry/point.js';
import type { Draft, Piece, PieceEdge, PieceText, SeamEdge } from '../draft.js';
import { lengthOf } from './trace-edge.js';

/** The edges that an edge is sewn to, as `piece.edge`, each once. */
export function partnersOf(seams: Draft['seams'], piece: string, edge: string): string[] {
  const has = (side: readonly SeamEdge[]): boolean => side.some((one) => one.piece === piece && one.edge === edge);
  const partners = seams.flatMap(({ first, second }) => [...(has(first) ? second : []), ...(has(second) ? first : [])]);
  return [...new Set(partners.map((one) => `${one.piece}.${one.edge}`))];
}

/** `edge side, sewn to back.side`, at the middle of each edge and along it. */
export const edgeTexts = ({ id, edges }: Piece, seams: Draft['seams']): PieceText[] =>
  edges.map((edge) => {
    const partners = partnersOf(seams, id, edge.name);
    const text = `edge ${edge.name}${partners.length === 0 ? '' : `, sewn to ${partners.join(', ')}`}`;
    return { text, ...middleOf(edge) };
  });

/** The middle of the longest line of an edge, and the reading direction there, degrees. */
function middleOf({ lines }: PieceEdge): { at: Point; angle: number } {
  const longest = lines.reduce((best, line) => (lengthOf(line) > lengthOf(best) ? line : best));
  let rest = lengthOf(longest) / 2;
  for (let i = 1; i < longest.length; i++) {
    const [[ax, ay], [bx, by]] = [longest[i - 1]!, longest[i]!];
    const step = Math.hypot(bx - ax, by - ay);
    if (step > 0 && rest <= step + 1e-9) {
      const share = rest / step;
      const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
      const upright = angle >= 90 ? angle - 180 : angle < -90 ? angle + 180 : angle;
      return { at: [ax + share * (bx - ax), ay + share * (by - ay)], angle: upright };
    }
    rest -= step;
  }
  return { at: longest[0]!, angle: 0 };
}
