/**
 * The points of a draft at which the pattern of the cloth meets: those that the design names, and those of its seams. Seams
 * that run along the grain meet level at their start, sleeves at their front notch. The two copies of a piece meet at a
 * centre seam, along the grain and across.
 *
 * The order is that of importance, since the shapes may rule two of them out together: centre lines, side seams, other
 * seams along the grain, pockets, sleeves.
 */
import type { Point } from '../../geometry/point.js';
import type { NotchPair, Piece, PieceMatch, Seam, SeamEdge } from '../draft.js';
import { edgeOf } from './walk-seams.js';

const isCentre = (name: string): boolean => /\b(cent(re|er)|crotch|rise)\b/.test(name);
const isSleeveCap = (name: string): boolean => /^sleeve cap/.test(name);

/** Parts that nobody sees from outside, and collars, which only some designs match. */
const isHidden = ({ piece }: SeamEdge): boolean =>
  /lining|stay|bag|collar/.test(piece) || (piece.includes('facing') && !piece.includes('pocket'));

/** @param named by the design, in its order */
export function matchesOf(
  pieces: readonly Piece[],
  seams: readonly Seam[],
  named: readonly PieceMatch[],
): readonly PieceMatch[] {
  const known = new Set(named.map(({ name }) => name));
  const ofSeams = seams
    .filter(({ name, first, second }) => !known.has(name) && ![...first, ...second].some(isHidden))
    .flatMap((seam) => matchOf(pieces, seam) ?? []);
  return [...named, ...ofSeams]
    .map((match, i) => ({ match, rank: rankOf(match.name), i }))
    .sort((a, b) => a.rank - b.rank || a.i - b.i)
    .map(({ match }) => match);
}

function rankOf(name: string): number {
  if (isCentre(name)) return 0;
  if (/^side/.test(name)) return 1;
  if (/pocket/.test(name)) return 3;
  if (isSleeveCap(name)) return 4;
  return 2;
}

function matchOf(pieces: readonly Piece[], { name, first, second, notches }: Seam): PieceMatch | null {
  if (isSleeveCap(name)) {
    const notch = notches.find(({ second: { piece } }) => piece.includes('front')) ?? notches[0];
    return notch ? { name, points: ofNotch(notch), axis: 'level', copies: 'all' } : null;
  }
  const [one, other] = [first[0]!, second[0]!];
  if (first.length > 1 || second.length > 1) return null;
  if (one.piece === other.piece) {
    // Two edges of one piece, such as the sides of a dart, are matched by the shape or not at all.
    if (one.edge !== other.edge || pieces.find(({ id }) => id === one.piece)!.quantity < 2) return null;
    const at = startOf(pieces, one);
    return { name, points: [{ piece: one.piece, at }], axis: isCentre(name) ? 'both' : 'level', copies: 'all' };
  }
  if (![one, other].every((edge) => isAlongGrain(pieces, edge))) return null;
  const points = [one, other].map((edge) => ({ piece: edge.piece, at: startOf(pieces, edge) }));
  return { name, points: notches[0] ? ofNotch(notches[0]) : points, axis: 'level', copies: 'all' };
}

const ofNotch = ({ first, second }: NotchPair): PieceMatch['points'] =>
  [first, second].map(({ piece, at }) => ({ piece, at }));

/** The ends of an edge, in the direction of its walk. */
function endsOf(pieces: readonly Piece[], edge: SeamEdge): readonly [Point, Point] {
  const { lines } = edgeOf(pieces, edge)!;
  const [start, end] = [lines[0]![0]!, lines.at(-1)!.at(-1)!];
  return edge.reversed ? [end, start] : [start, end];
}

const startOf = (pieces: readonly Piece[], edge: SeamEdge): Point => endsOf(pieces, edge)[0];

/** Whether an edge runs more along the grain than across. */
function isAlongGrain(pieces: readonly Piece[], edge: SeamEdge): boolean {
  const grain = pieces.find(({ id }) => id === edge.piece)!.grainline;
  if (!grain) return false;
  const [[gx, gy], [hx, hy]] = grain;
  const [ux, uy] = [hx - gx, hy - gy];
  const [[sx, sy], [ex, ey]] = endsOf(pieces, edge);
  const [dx, dy] = [ex - sx, ey - sy];
  return Math.abs(dx * ux + dy * uy) > Math.abs(dx * uy - dy * ux);
}
