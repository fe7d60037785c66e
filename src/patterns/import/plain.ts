/** The pieces of a plain DXF: its closed lines. */

import { closedLoops, isInside, type Loop, nestedOutlines } from '../../drawing/closed-outlines.js';
import { dxfLines } from '../../drawing/dxf-lines.js';
import type { DxfDocument } from '../../drawing/dxf-reader.js';
import type { Point } from '../../geometry/point.js';
import { pointCover } from '../../geometry/point-cover.js';
import type { StaticPiece } from '../static/content.js';
import type { FoundPieces } from './found-pieces.js';
import { leftOutNotes } from './note.js';
import { simpleOutline } from './simple-outline.js';

/** The most marks that a document may give a piece. */
const mostMarks = 500;

/**
 * Closed lines outside all others are pieces, the largest first. Lines inside them, closed or not, are marks. With
 * `holes`, closed lines inside a piece are its openings, and closed lines inside an opening are further pieces.
 *
 * @param unitMm mm in one unit of the drawing
 */
export function plainPieces(document: DxfDocument, unitMm: number, holes: boolean): FoundPieces {
  const { lines, leftOut, guessed } = dxfLines(document, unitMm);
  const {
    loops,
    open,
    leftOut: unfit,
  } = closedLoops(lines.map(({ layer, ...line }) => ({ ...line, name: layer, group: '' })));
  leftOut.addAll(unfit);
  const sorted = [...loops].sort((a, b) => b.area - a.area);
  const outlines = holes ? nestedOutlines(sorted) : outermost(sorted);
  const pieces = outlines.flatMap(({ points, holes: openings }) => {
    const boundary = simpleOutline([[...points, points[0]!]]);
    return boundary ? [{ boundary, covers: pointCover(boundary), openings, marks: [] as Point[][] }] : [];
  });
  leftOut.add(['outline that is not simple', 'outlines that are not simple'], outlines.length - pieces.length);
  const marks = holes ? open : [...sorted.filter((loop) => !isOuter(loop, sorted)).map(closing), ...open];
  for (const mark of marks) {
    const middle = mark[Math.floor(mark.length / 2)]!;
    const piece = pieces.find(({ covers }) => covers(middle));
    if (!piece) leftOut.add(['open line', 'open lines']);
    else if (piece.marks.length === mostMarks)
      leftOut.add(['mark beyond 500 of a piece', 'marks beyond 500 of a piece']);
    else piece.marks.push(mark);
  }
  return {
    pieces: pieces.map(({ boundary, openings, marks: inner }, i) => ({
      id: `piece-${i + 1}`,
      name: `Piece ${i + 1}`,
      boundary,
      seamLine: null,
      seamAllowance: 0,
      foldLine: null,
      grainline: null,
      holes: openings.map((opening) => [...opening]),
      notches: [],
      drillHoles: [],
      internalLines: inner.map((points) => ({ kind: 'mark' as const, points })),
      quantity: 1,
      mirrored: false,
      material: 'fabric',
    })) satisfies StaticPiece[],
    notes: leftOutNotes(leftOut, guessed),
  };
}

const isOuter = (loop: Loop, loops: readonly Loop[]): boolean => !loops.some((other) => isInside(loop, other));

const outermost = (loops: readonly Loop[]) =>
  loops.filter((loop) => isOuter(loop, loops)).map(({ points }) => ({ points, holes: [] as (readonly Point[])[] }));

const closing = ({ points }: Loop): Point[] => [...points, points[0]!];
