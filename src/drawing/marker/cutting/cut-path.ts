/** The way of the tool over one sheet: which lines, in which order, from where, and what it takes. */
import type { Point } from '../../../geometry/point.js';
import { boxOf } from '../../plane.js';
import type { MarkerSheet } from '../marker.js';
import { separateLines, sharedLines } from './common-lines.js';
import { type CutLine, type CuttingSettings, lengthOf } from './cut-line.js';
import { cutLoops } from './cut-loops.js';
import { tourOf } from './tour.js';

/** Lengths in mm. */
export interface CutPath {
  /** In the order and the direction of their cuts; a closed line ends where it starts, and repeats that point. */
  readonly lines: readonly { readonly points: readonly Point[]; readonly part: number; readonly closed: boolean }[];
  /** The tool rests here at first: the lower left corner of the sheet. */
  readonly home: Point;
  /** Length of all cuts. */
  readonly length: number;
  /** Length of the ways between them, the one to the first cut included. */
  readonly travel: number;
  /** Length that two parts share and that is cut once. */
  readonly shared: number;
  /** The stretches that two parts share and that are cut once. */
  readonly commonLines: readonly (readonly Point[])[];
  /** Names of the parts with an opening that the kerf fills: it is not cut. */
  readonly closedOpenings: readonly string[];
}

/** The ways found so far, since each file of a marker asks for those of its sheets. */
const found = new WeakMap<MarkerSheet, Map<string, CutPath>>();

/** `keepsFolds`: half parts stay closed outlines, as if their folds were cut. */
export function cutPathOf(
  sheet: MarkerSheet,
  { kerf = 0, commonLines = true }: Pick<CuttingSettings, 'kerf' | 'commonLines'> = {},
  { keepsFolds = false }: { readonly keepsFolds?: boolean } = {},
): CutPath {
  const ways = found.get(sheet) ?? new Map<string, CutPath>();
  found.set(sheet, ways);
  const asked = `${kerf} ${commonLines} ${keepsFolds}`;
  const way = ways.get(asked) ?? findCutPath(sheet, kerf, commonLines, keepsFolds);
  ways.set(asked, way);
  return way;
}

function findCutPath(
  { outline, parts }: MarkerSheet,
  kerf: number,
  commonLines: boolean,
  keepsFolds: boolean,
): CutPath {
  const { loops, closedOpenings } = cutLoops(keepsFolds ? parts.map((part) => ({ ...part, fold: null })) : parts, kerf);
  const { lines, saved, common } = commonLines
    ? sharedLines(loops)
    : { lines: separateLines(loops), saved: 0, common: [] };
  const sheet = boxOf(outline);
  const home: Point = [sheet.left, sheet.bottom];
  const { order, start, travel } = tourOf(lines, loops, home);
  return {
    lines: Array.from(order, (line) => {
      const cut = lines[line]!;
      return { points: directed(cut, start[line]!), part: loops[cut.loop]!.part, closed: cut.closed };
    }),
    home,
    length: lines.reduce((sum, line) => sum + lengthOf(line), 0),
    travel,
    shared: saved,
    commonLines: common,
    closedOpenings,
  };
}

function directed({ points, closed }: CutLine, start: number): readonly Point[] {
  if (closed) return [...points.slice(start), ...points.slice(0, start + 1)];
  return start === 1 ? points.toReversed() : points;
}

/** Seconds of cuts and travel; null without a feed. */
export function cuttingSeconds(
  { length, travel, lines }: Pick<CutPath, 'length' | 'travel' | 'lines'>,
  { feed, travel: speed = feed, startSeconds = 0 }: CuttingSettings,
): number | null {
  if (feed === undefined) return null;
  return length / feed + travel / speed! + lines.length * startSeconds;
}
