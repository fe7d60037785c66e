/** Finds the best place for a piece's name: inside the outline, across no other line, as large as possible. */
import type { Point } from '../geometry/point.js';
import type { Fastener, InternalLine, Notch, Piece } from './draft.js';
import { type Effort, isFree, type Segment, segmentsOf } from './free-place.js';

/** A free place for a block of text, mm. */
export interface LabelPlace {
  readonly center: Point;
  /** Height of capital letters of the first line. */
  readonly height: number;
  /** True: turned a quarter against the clock, readable from the right. */
  readonly upright: boolean;
  /** Legibility, 0 is best: by size, and by marks within the piece underneath. */
  readonly rank: number;
}

/** The lines of a piece, between which its name finds a place. */
export interface PieceLines
  extends Pick<Piece, 'boundary' | 'seamLine' | 'holes' | 'grainline' | 'foldLine' | 'drillHoles'> {
  readonly internalLines: readonly Pick<InternalLine, 'points'>[];
  readonly fasteners: readonly Pick<Fastener, 'at' | 'angle' | 'size'>[];
  readonly notches: readonly Pick<Notch, 'at' | 'angle' | 'depth'>[];
}

/** Size of a block of text at capitals 1 mm high. */
export interface LabelBlock {
  readonly width: number;
  readonly height: number;
}

/** Heights of capitals, mm, and the marks that they may cross, in order of preference. */
const attempts = [
  { heights: [12, 10, 8, 6.5, 5, 4, 3, 2.2], overMarks: false },
  { heights: [8, 6.5, 5, 4, 3], overMarks: true },
  { heights: [1.6], overMarks: false },
  { heights: [2.2, 1.6], overMarks: true },
];
/** Places to try along each side of the piece's box. */
const steps = 24;

/**
 * Null where the text fits nowhere. The largest letters win, then the place nearest to the middle, level first. Before
 * letters become tiny they may cross marks within the piece, but no outline and no other words.
 *
 * @param words the words already on the piece
 */
export function labelPlace(
  piece: PieceLines,
  block: LabelBlock,
  words: readonly Segment[],
  effort: Effort,
): LabelPlace | null {
  const outlines = [...outlinesOf(piece), ...words];
  const all = [...outlines, ...marksOf(piece)];
  if (effort.isSpent) return null;
  effort.spend(steps * steps * piece.boundary.length);
  const places = gridOf(piece.boundary).filter((place) => inside(piece.boundary, place));
  for (const [rank, { heights, overMarks }] of attempts.entries()) {
    const place = largestFree(places, block, heights, overMarks ? outlines : all, effort);
    if (place) return { ...place, rank };
  }
  return null;
}

/** The edges of cloth and the seams. */
export const outlinesOf = ({ boundary, holes, seamLine }: Pick<Piece, 'boundary' | 'holes' | 'seamLine'>): Segment[] =>
  [boundary, ...holes, ...(seamLine ? [seamLine] : [])].flatMap(segmentsOf);

/** All other drawn lines, but no words. */
export function marksOf(piece: PieceLines): Segment[] {
  const { foldLine, grainline, internalLines, drillHoles, fasteners, notches } = piece;
  return [
    ...[foldLine, grainline].filter((line) => line !== null),
    ...internalLines.map(({ points }) => points),
    ...drillHoles.map(({ at }) => [at, at]),
    ...fasteners.map(({ at, angle, size }) => {
      const [dx, dy] = [(size / 2) * Math.cos((angle * Math.PI) / 180), (size / 2) * Math.sin((angle * Math.PI) / 180)];
      const ends: Point[] = [
        [at[0] - dx, at[1] - dy],
        [at[0] + dx, at[1] + dy],
      ];
      return ends;
    }),
    ...notches.map(({ at, angle, depth }) => {
      const radians = (angle * Math.PI) / 180;
      const tip: Point = [at[0] + depth * Math.cos(radians), at[1] + depth * Math.sin(radians)];
      return [at, tip];
    }),
  ].flatMap(segmentsOf);
}

function largestFree(
  places: readonly Point[],
  block: LabelBlock,
  heights: readonly number[],
  segments: readonly Segment[],
  effort: Effort,
): Omit<LabelPlace, 'rank'> | null {
  for (const height of heights) {
    for (const upright of [false, true]) {
      const [along, across] = [(block.width * height) / 2, (block.height * height) / 2];
      const reach: Point = upright ? [across, along] : [along, across];
      const center = places.find((place) => isFree({ center: place, reach, angle: 0 }, segments, effort));
      if (center) return { center, height, upright };
    }
  }
  return null;
}

/** Points of a grid over the box of an outline, the nearest to its middle first. */
function gridOf(outline: readonly Point[]): Point[] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - minY];
  const points: Point[] = [];
  for (let i = 1; i < steps; i++) {
    for (let j = 1; j < steps; j++) points.push([minX + (i * width) / steps, minY + (j * height) / steps]);
  }
  const distance = ([x, y]: Point): number => (x - minX - width / 2) ** 2 + (y - minY - height / 2) ** 2;
  return points.sort((a, b) => distance(a) - distance(b));
}

function inside(outline: readonly Point[], [x, y]: Point): boolean {
  let odd = false;
  for (let i = 1; i < outline.length; i++) {
    const [ax, ay] = outline[i - 1]!;
    const [bx, by] = outline[i]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
