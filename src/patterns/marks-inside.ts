/**
 * A finished piece with its marks inside its cut line. A design may draw a chest line as wide as the whole part, and the
 * grain of a curved part beside it.
 */
import type { Point } from '../geometry/point.js';
import type { InternalLine, Piece, PieceProblem } from './draft.js';
import { depthIn } from './on-loop.js';
import { type Loop, toGrid } from './region.js';
import { runsInside } from './runs-inside.js';
import { lengthOf } from './sewing/trace-edge.js';

/** A shorter rest of a line, mm, marks nothing. */
const leastLine = 1;
/** A mark may have its middle so far outside, mm, by rounding. */
const allowed = 0.25;

/**
 * Lines end at the cut line, and a grainline moves inside. Other marks outside are left out.
 *
 * @param already marks that were left out before
 * @param problems gets the marks that are left out
 */
export function withMarksInside(piece: Piece, already: readonly string[], problems: PieceProblem[]): Piece {
  const outline = piece.boundary.slice(0, -1);
  const left = [...already];
  const internalLines = piece.internalLines.flatMap((line): InternalLine[] => {
    const runs = runsInside(line.points, outline);
    if (runs[0] === line.points) return [line];
    const kept = runs.map((run) => run.map(gridPoint)).filter((run) => lengthOf(run) >= leastLine);
    if (kept.length === 0) left.push('a line');
    return kept.map((points) => ({ ...line, points }));
  });
  const inside = <T extends { readonly at: Point }>(marks: readonly T[], nameOf: (mark: T) => string): T[] =>
    marks.filter((mark) => {
      const isInside = depthIn(outline, mark.at) >= -allowed;
      if (!isInside) left.push(nameOf(mark));
      return isInside;
    });
  const drillHoles = inside(piece.drillHoles, () => 'a drill hole');
  const texts = inside(piece.texts, ({ text }) => JSON.stringify(text));
  const fasteners = inside(piece.fasteners, ({ kind }) => `a ${kind}`);
  if (left.length > 0) {
    const marks = [...new Set(left)].join(', ');
    const message = `these marks lie outside the cut line of "${piece.name}" and are left out: ${marks}`;
    problems.push({ code: 'mark_left_out', message, pieceId: piece.id });
  }
  const grainline = piece.grainline && grainInside(piece.grainline, outline);
  return { ...piece, internalLines, drillHoles, texts, fasteners, grainline };
}

const gridPoint = ([x, y]: Point): Point => [toGrid(x), toGrid(y)];

type Grainline = NonNullable<Piece['grainline']>;

/** Lines beside each other that are tried for a grainline. */
const tried = 24;

/** The longest run of the grainline inside if it is half of it; else one where the piece is longest along the grain. */
function grainInside(grainline: Grainline, outline: Loop): Grainline {
  const own = longest(runsInside(grainline, outline));
  const whole = lengthOf(grainline);
  if (own === grainline || !(whole > 0)) return grainline;
  if (own && lengthOf(own) >= whole / 2) return [gridPoint(own[0]!), gridPoint(own.at(-1)!)];
  const [[ax, ay], [bx, by]] = grainline;
  const [ux, uy] = [(bx - ax) / whole, (by - ay) / whole];
  const at = (along: number, aside: number): Point => [ax + along * ux - aside * uy, ay + along * uy + aside * ux];
  const alongs = outline.map(([x, y]) => (x - ax) * ux + (y - ay) * uy);
  const asides = outline.map(([x, y]) => (y - ay) * ux - (x - ax) * uy);
  const [top, bottom, left, right] = [
    Math.min(...alongs) - 1,
    Math.max(...alongs) + 1,
    Math.min(...asides),
    Math.max(...asides),
  ];
  const chords = Array.from({ length: tried }, (_, i) => {
    const aside = left + ((right - left) * (i + 0.5)) / tried;
    return longest(runsInside([at(top, aside), at(bottom, aside)], outline)) ?? [];
  });
  const chord = longest(chords)!;
  const [[fromX, fromY], [toX, toY]] = [chord[0]!, chord.at(-1)!];
  const reach = Math.min(whole, 0.9 * lengthOf(chord)) / 2;
  const [x, y] = [(fromX + toX) / 2, (fromY + toY) / 2];
  return [gridPoint([x - reach * ux, y - reach * uy]), gridPoint([x + reach * ux, y + reach * uy])];
}

/** Undefined: there is none. */
const longest = (lines: readonly (readonly Point[])[]): readonly Point[] | undefined =>
  lines.toSorted((a, b) => lengthOf(b) - lengthOf(a))[0];
