/** The name of a piece and its number of copies, where no line crosses them, and its words at their own places. */
import { useMemo } from 'preact/hooks';
import type { PatternPiece, PatternPoint } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Point } from '../../../src/geometry/point.js';
import { boxSegments, Effort } from '../../../src/patterns/free-place.js';
import { labelPlace, outlinesOf, type PieceLines } from '../../../src/patterns/label-place.js';

/** Width of a letter over its font size, wide enough for any sans serif. */
const letter = 0.68;
/** Height of a capital over the font size. */
const capital = 0.72;
/** Distance of the lines over the font size. */
const lineStep = 1.25;
/** A piece drawn alone. */
const none: readonly PatternPiece[] = [];
/** Size of the words at their own places, mm. */
const wordSize = 8;

interface PieceLabelProps {
  readonly piece: PatternPiece;
  /** The piece in the sizes drawn on it, whose lines the label keeps clear of. */
  readonly others?: readonly PatternPiece[];
}

export function PieceLabel({ piece, others = none }: PieceLabelProps) {
  const count = countOf(piece);
  const place = useMemo(() => {
    const letters = Math.max(piece.name.length, 0.9 * count.length);
    // measured in heights of a capital, as the search for a place needs
    const block = { width: (letters * letter) / capital + 1, height: (lineStep + 1) / capital };
    const words = piece.texts.flatMap(({ at, text, angle }) => {
      const reach: [number, number] = [(letter * wordSize * text.length) / 2, 0.7 * wordSize];
      return boxSegments({ center: [at!.x, at!.y], reach, angle });
    });
    const drawn = others.flatMap((other) => (other === piece ? [] : outlinesOf(linesOf(other))));
    return labelPlace(linesOf(piece), block, [...words, ...drawn], new Effort());
  }, [piece, count, others]);
  if (place === null) return null;
  const size = place.height / capital;
  const [x, y] = place.center;
  return (
    <text
      class="piece-name"
      font-size={size}
      text-anchor="middle"
      transform={`translate(${x} ${y})${place.upright ? ' rotate(-90)' : ''}`}
    >
      <tspan x="0" y={-0.2 * size}>
        {piece.name}
      </tspan>
      <tspan x="0" y={(lineStep - 0.2) * size} font-size={0.9 * size} class="piece-count">
        {count}
      </tspan>
    </text>
  );
}

export function PieceWords({ piece }: { piece: PatternPiece }) {
  return (
    <>
      {piece.texts.map(({ at, text, angle }, i) => (
        <text
          key={i}
          class="piece-words"
          font-size={wordSize}
          text-anchor="middle"
          dominant-baseline="central"
          transform={`translate(${at!.x} ${at!.y}) rotate(${angle})`}
        >
          {text}
        </text>
      ))}
    </>
  );
}

const countOf = ({ quantity, mirrored, material }: PatternPiece): string =>
  `${quantity} ×${mirrored ? ' mirrored' : ''}${material === 'fabric' ? '' : ` ${material}`}`;

/** The lines in the form of the service's drafts. */
function linesOf(piece: PatternPiece): PieceLines {
  const at = ({ x, y }: PatternPoint): Point => [x, y];
  const line = (points: readonly PatternPoint[]): Point[] => points.map(at);
  const pair = (points: readonly PatternPoint[]): [Point, Point] | null =>
    points.length > 1 ? [at(points[0]!), at(points.at(-1)!)] : null;
  return {
    boundary: line(piece.boundary),
    seamLine: piece.seamLine.length > 0 ? line(piece.seamLine) : null,
    grainline: pair(piece.grainline),
    foldLine: pair(piece.foldLine),
    notches: piece.notches.map((notch) => ({ ...notch, at: at(notch.at!) })),
    drillHoles: piece.drillHoles.map((hole) => ({ ...hole, at: at(hole.at!) })),
    holes: piece.holes.map(({ points }) => line(points)),
    internalLines: piece.internalLines.map(({ points }) => ({ points: line(points) })),
    fasteners: piece.fasteners.map((fastener) => ({ ...fastener, at: at(fastener.at!) })),
  };
}
