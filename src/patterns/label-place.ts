/** Finds where on a piece its name can be read: inside the outline, across no other line, as large as may be. */
import type { Piece, Point } from './draft.js';

/** A free place for a block of text, mm. */
export interface LabelPlace {
  readonly center: Point;
  /** Height of capital letters of the first line. */
  readonly height: number;
  /** True: to be read from the right, turned a quarter against the clock. */
  readonly upright: boolean;
}

/** Size of a block of text at capitals 1 mm high. */
export interface LabelBlock {
  readonly width: number;
  readonly height: number;
}

/** Heights of capitals that are tried, mm: those that are read well, and those that are still read. */
const [large, small] = [
  [12, 10, 8, 6.5, 5, 4],
  [3, 2.2, 1.6],
];
/** Places that are tried along each side of the piece's box. */
const steps = 24;

type Segment = readonly [ax: number, ay: number, bx: number, by: number];

/**
 * Null where the text fits nowhere. Of the largest letters the place nearest to the middle is taken, level first. Before
 * letters become small they may cross marks within the piece.
 */
export function labelPlace(piece: Piece, block: LabelBlock): LabelPlace | null {
  const { boundary, holes, seamLine, foldLine, grainline, internalLines, drillHoles } = piece;
  const outlines = [boundary, ...holes, ...(seamLine ? [seamLine] : [])].flatMap(segmentsOf);
  const marks = [
    ...[foldLine, grainline].filter((line) => line !== null),
    ...internalLines.map(({ points }) => points),
    ...drillHoles.map(({ at }) => [at, at]),
  ].flatMap(segmentsOf);
  const all = [...outlines, ...marks];
  const places = gridOf(boundary).filter((place) => inside(boundary, place));
  return (
    largestFree(places, block, large, all) ??
    largestFree(places, block, large, outlines) ??
    largestFree(places, block, small, all) ??
    largestFree(places, block, small, outlines)
  );
}

function largestFree(
  places: readonly Point[],
  block: LabelBlock,
  heights: readonly number[],
  segments: readonly Segment[],
): LabelPlace | null {
  for (const height of heights) {
    for (const upright of [false, true]) {
      const [along, across] = [(block.width * height) / 2, (block.height * height) / 2];
      const [reachX, reachY] = upright ? [across, along] : [along, across];
      const center = places.find((place) => isFree(place, reachX, reachY, segments));
      if (center) return { center, height, upright };
    }
  }
  return null;
}

const segmentsOf = (line: readonly Point[]): Segment[] =>
  line.slice(1).map(([bx, by], i): Segment => [line[i]![0], line[i]![1], bx, by]);

/** Points of a grid over the box of an outline, the nearest to its middle first. */
function gridOf(outline: readonly Point[]): Point[] {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  const [minX, minY] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - minX, Math.max(...ys) - minY];
  const points: Point[] = [];
  for (let i = 1; i < steps; i++) {
    for (let j = 1; j < steps; j++) points.push([minX + (i * width) / steps, minY + (j * height) / steps]);
  }
  const distance = ([x, y]: Point): number => Math.hypot(x - minX - width / 2, y - minY - height / 2);
  return points.sort((a, b) => distance(a) - distance(b));
}

function inside(outline: readonly Point[], [x, y]: Point): boolean {
  let odd = false;
  for (const [ax, ay, bx, by] of segmentsOf(outline)) {
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}

/** Whether no segment meets the box round a place: each is cut to the box, and nothing may be left. */
function isFree([x, y]: Point, reachX: number, reachY: number, segments: readonly Segment[]): boolean {
  return segments.every(([ax, ay, bx, by]) => {
    const acrossX = slab(ax - x, bx - ax, reachX);
    const acrossY = slab(ay - y, by - ay, reachY);
    return Math.max(acrossX[0], acrossY[0], 0) > Math.min(acrossX[1], acrossY[1], 1);
  });
}

/** From where to where, as shares of a segment, |start + t * step| <= reach. */
function slab(start: number, step: number, reach: number): [from: number, to: number] {
  if (step === 0) return Math.abs(start) <= reach ? [-Infinity, Infinity] : [Infinity, -Infinity];
  const [a, b] = [(-reach - start) / step, (reach - start) / step];
  return a < b ? [a, b] : [b, a];
}
