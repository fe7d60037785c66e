/** Writes on a piece: its own words in their places, its name and cutting instruction wherever they fit. */

import { type DrawnShape, text } from '../drawing/drawing.js';
import { letterCount } from '../drawing/letter-count.js';
import type { Point } from '../geometry/point.js';
import type { Piece, PieceText } from './draft.js';
import { boxSegments, type Effort, isFree, isSeparated, type Segment, type WordBox } from './free-place.js';
import { type LabelBlock, labelPlace, marksOf, outlinesOf } from './label-place.js';

const ink = '#1f2933';
const faint = '#44525f';

/** Rough width of a letter as a share of its height. */
const letterWidth = 0.8;
/** Size of further lines relative to the first, and the distance of the baselines. */
const [furtherSize, lineSpacing] = [0.75, 1.5];

/** Heights of capitals of a piece's own words, mm, the best first. */
const heights = [3.5, 2.8, 2.2, 1.8];
/** How far words may move aside and along, mm, the nearest first. */
const shifts = [0, 1.5, 3, 5, 8, 12, 17, 23, 30, 40, 55, 75].flatMap((by) => (by === 0 ? [0] : [by, -by]));
/** Height of the label of a piece too small for words, mm. */
const besideHeight = 3;

/** @param moved from the piece to the sheet */
export function wordShapes(
  piece: Piece,
  halves: boolean,
  moved: (point: Point) => Point,
  effort: Effort,
): DrawnShape[] {
  const outlines = outlinesOf(piece);
  const lines = [...outlines, ...marksOf(piece)];
  const taken: Segment[] = [];
  const shapes = [...piece.texts, ...foldWords(piece, halves)].map((words) => {
    const { center, height } = placeOf(words, lines, taken, effort);
    taken.push(...boxSegments(boxOf(words, center, height)));
    return lineOfText(words.text, moved(center), height, words.angle, faint);
  });
  return [...shapes, ...labelShapes(piece, [cuttingInstruction(piece, halves)], taken, moved, effort)];
}

/** The meaning of the fold, written along it, on the side of the piece. */
function foldWords({ boundary, foldLine }: Piece, halves: boolean): PieceText[] {
  if (!foldLine) return [];
  const [[ax, ay], [bx, by]] = foldLine;
  const angle = (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;
  const turned = angle >= 90 ? angle - 180 : angle < -90 ? angle + 180 : angle;
  const radians = (turned * Math.PI) / 180;
  const [downX, downY] = [-Math.sin(radians), Math.cos(radians)];
  const below = boundary.reduce((sum, [x, y]) => sum + (x - ax) * downX + (y - ay) * downY, 0);
  const aside = halves && below > 0 ? 3.2 : -3.2;
  const at: Point = [ax + 0.35 * (bx - ax) + aside * downX, ay + 0.35 * (by - ay) + aside * downY];
  return [{ at, text: halves ? 'place on the fold' : 'fold', angle: turned }];
}

const boxOf = ({ text: words, angle }: PieceText, center: Point, height: number): WordBox => ({
  center,
  reach: [(letterWidth * height * letterCount(words)) / 2, 0.85 * height],
  angle,
});

/** The nearest place that crosses nothing, on the same side of every line; else the original place. */
function placeOf(
  words: PieceText,
  lines: readonly Segment[],
  taken: readonly Segment[],
  effort: Effort,
): { center: Point; height: number } {
  if (effort.isSpent) return { center: words.at, height: heights[1]! };
  const radians = (words.angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const places = shifts
    .flatMap((along) => shifts.slice(0, 13).map((aside) => ({ along, aside })))
    .sort((a, b) => Math.hypot(a.along, 3 * a.aside) - Math.hypot(b.along, 3 * b.aside))
    .map(
      ({ along, aside }): Point => [words.at[0] + along * cos - aside * sin, words.at[1] + along * sin + aside * cos],
    );
  const all = [...lines, ...taken];
  for (const height of heights) {
    const center = places.find(
      (place) => isFree(boxOf(words, place, height), all, effort) && !isSeparated(words.at, place, lines, effort),
    );
    if (center) return { center, height };
  }
  const center = places.find((place) => isFree(boxOf(words, place, heights[1]!), taken, effort));
  return { center: center ?? words.at, height: heights[1]! };
}

/** A line of text around its middle. */
function lineOfText(content: string, [x, y]: Point, height: number, angle: number, color: string): DrawnShape {
  const radians = (angle * Math.PI) / 180;
  const at: Point = [x - (height / 2) * Math.sin(radians), y + (height / 2) * Math.cos(radians)];
  return text(content, at, height, 'labels', { anchor: 'middle', color, rotation: angle });
}

/**
 * Name and cutting instruction where they cross no line; under a piece without room.
 *
 * @param instructions the lines below the name
 * @param taken lines and words that the label keeps clear of, beside the lines of the piece
 */
export function labelShapes(
  piece: Piece,
  instructions: readonly string[],
  taken: readonly Segment[],
  moved: (point: Point) => Point,
  effort: Effort,
): DrawnShape[] {
  const arrangements = [[piece.name, ...instructions], [`${piece.name}: ${instructions.join('; ')}`]];
  const places = arrangements.flatMap((lines) => {
    const place = labelPlace(piece, blockOf(lines), taken, effort);
    return place ? [{ lines, ...place }] : [];
  });
  const [best] = places.sort((a, b) => a.rank - b.rank || b.height - a.height);
  if (best) return linesOfText(best.lines, moved(best.center), best.height, best.upright);
  const xs = piece.boundary.map(([x]) => x);
  const bottom = Math.max(...piece.boundary.map(([, y]) => y));
  const middle: Point = [(Math.min(...xs) + Math.max(...xs)) / 2, bottom + 2 * besideHeight];
  return linesOfText(arrangements[0]!, moved(middle), besideHeight, false);
}

function blockOf(lines: readonly string[]): LabelBlock {
  const letters = Math.max(...lines.map((line, i) => letterCount(line) * (i === 0 ? 1 : furtherSize)));
  return { width: letterWidth * letters + 1, height: 1 + lineSpacing * (lines.length - 1) + 0.8 };
}

function linesOfText(lines: readonly string[], [x, y]: Point, height: number, upright: boolean): DrawnShape[] {
  const options = { anchor: 'middle' as const, color: ink, rotation: upright ? -90 : 0 };
  // the block reaches from the top of the first line to the descenders of the last
  const first = height * (0.5 - (lineSpacing * (lines.length - 1)) / 2 + 0.05 * (lines.length - 1));
  return lines.map((line, i) => {
    const down = first + i * lineSpacing * height;
    const at: Point = upright ? [x + down, y] : [x, y + down];
    return text(line, at, i === 0 ? height : height * furtherSize, 'labels', options);
  });
}

/** `cut 2 of fabric, mirrored`; for a half `cut 1 of fabric on the fold`. */
export function cuttingInstruction({ quantity, mirrored, material, foldLine }: Piece, halves: boolean): string {
  // designs write `rigidInterfacing`
  const cloth = material.replace(/([a-z])([A-Z])(?=[a-z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);
  return `cut ${quantity} of ${cloth}${halves && foldLine ? ' on the fold' : ''}${mirrored ? ', mirrored' : ''}`;
}
