/** A marker in figures: for the cutting room, the cost sheet and the page that goes with the rolls. */
import { ringOf, signedArea } from '../../geometry/ring.js';
import { boxOf } from '../plane.js';
import { offGrid } from './clipping-grid.js';
import type { CuttingSettings } from './cutting/cut-line.js';
import { type CutPath, cutPathOf, cuttingSeconds } from './cutting/cut-path.js';
import { type DrawnZone, zonesOfPart, zonesOfSheet } from './drawn-zones.js';
import type { Marker, MarkerMatch, MarkerPart, MarkerSheet } from './marker.js';

/** Lengths in mm, areas in mm². */
export interface MarkerReport {
  readonly unit: 'mm';
  /** Area of the parts / (length x width) of the boxes around them, as the service measures it. */
  readonly utilisation: number;
  /** Area of the parts / (length x width of the sheet): the share of the fabric that becomes a part. */
  readonly fabricUtilisation: number;
  /** Along the axis of gravity, summed over the sheets. */
  readonly length: number;
  readonly partArea: number;
  /** Length of all lines to cut; a half part is not cut along its fold. */
  readonly perimeter: number;
  /** The work of the cutter, summed over the sheets. */
  readonly cutting: CuttingReport;
  /** `pieces`: cut from the placed parts; two from a part on two layers. */
  readonly parts: { readonly placed: number; readonly unplaced: number; readonly pieces: number };
  readonly unplaced: readonly string[];
  readonly sheets: readonly SheetReport[];
  /** Equal parts together, by their id without a number at its end, in the order of the request. */
  readonly pieces: readonly PieceReport[];
  /** The repeat of the cloth's pattern; null: plain along that axis. */
  readonly repeat: { readonly x: number | null; readonly y: number | null };
  /** How far the seams of each match miss each other in the pattern. */
  readonly matches: readonly MarkerMatch[];
  /** The utilisation of the same parts on plain cloth; null: not known. */
  readonly plainUtilisation: number | null;
}

export interface CuttingReport {
  /** Length of all cuts: of the lines beside the parts by half the kerf, where parts share one only once. */
  readonly length: number;
  /** Length that two parts share. */
  readonly shared: number;
  /** Length of the ways between the cuts. */
  readonly travel: number;
  readonly starts: number;
  /** Estimated time; null without a feed. Speeds are constant here, so a real cutter takes longer at corners. */
  readonly seconds: number | null;
}

export interface SheetReport {
  /** Index into the request's bins. */
  readonly bin: number;
  /** Length and width of the box around the parts, along the axis of gravity and across it. */
  readonly length: number;
  readonly width: number;
  /** Width of the sheet itself, across the axis of gravity; of folded cloth as it lies. */
  readonly sheetWidth: number;
  /** 2 on folded and tubular cloth. */
  readonly layers: number;
  readonly utilisation: number;
  readonly parts: number;
  /** Its zones of quality. */
  readonly zones: readonly ZoneReport[];
  readonly perimeter: number;
  readonly cutting: CuttingReport;
  /** Indices of the request's polygons, in the order in which the last line of each is cut. */
  readonly cutOrder: readonly number[];
}

export interface PieceReport {
  readonly name: string;
  readonly quantity: number;
  /** Area of one piece; a half part on the fold gives a whole piece. */
  readonly area: number;
  /** Length of the lines that are cut around one piece, its openings included. */
  readonly perimeter: number;
  /** The least quality of material that it needs; null: any. */
  readonly quality: number | null;
  /** Its zones that need another one. */
  readonly zones: readonly ZoneReport[];
}

/** A zone of quality, and its area on the sheet or the part. */
export interface ZoneReport {
  readonly quality: number;
  readonly area: number;
}

export function markerReport(marker: Marker, cutting: CuttingSettings = {}): MarkerReport {
  const { sheets, unplaced, gravity, pattern, matches, plainUtilisation } = marker;
  const reports = sheets.map((sheet) => sheetReport(sheet, gravity, cutting));
  const parts = sheets.flatMap((sheet) => sheet.parts);
  const partArea = sum(parts.map(({ area }) => area));
  return {
    unit: 'mm',
    utilisation: share(partArea, sum(reports.map(({ length, width }) => length * width))),
    fabricUtilisation: share(partArea, sum(reports.map(({ length, sheetWidth }) => length * sheetWidth))),
    length: sum(reports.map(({ length }) => length)),
    partArea,
    perimeter: sum(parts.map(({ perimeter }) => perimeter)),
    cutting: inAll(reports.map((report) => report.cutting)),
    parts: { placed: parts.length, unplaced: unplaced.length, pieces: sum(parts.map(({ pieces: own }) => own)) },
    unplaced,
    sheets: reports,
    pieces: piecesOf(parts),
    repeat: { x: pattern?.repeatX ?? null, y: pattern?.repeatY ?? null },
    matches,
    plainUtilisation,
  };
}

function sheetReport(whole: MarkerSheet, gravity: Marker['gravity'], settings: CuttingSettings): SheetReport {
  const { bin, layers, outline, used, parts } = whole;
  const path = cutPathOf(whole, settings);
  const sheet = boxOf(outline);
  const upright = gravity === 'top' || gravity === 'bottom';
  const [across, along] = [used.right - used.left, used.bottom - used.top];
  const [length, width] = upright ? [along, across] : [across, along];
  return {
    bin,
    length,
    width,
    sheetWidth: upright ? sheet.right - sheet.left : sheet.bottom - sheet.top,
    layers,
    utilisation: share(sum(parts.map(({ area }) => area)), length * width),
    parts: parts.length,
    zones: zonesOfSheet(whole).map(zoneReport),
    perimeter: sum(parts.map(({ perimeter }) => perimeter)),
    cutting: {
      length: path.length,
      shared: path.shared,
      travel: path.travel,
      starts: path.lines.length,
      seconds: cuttingSeconds(path, settings),
    },
    cutOrder: partsInOrder(path).map((part) => parts[part]!.index),
  };
}

function inAll(sheets: readonly CuttingReport[]): CuttingReport {
  const seconds = sheets.map((sheet) => sheet.seconds);
  return {
    length: sum(sheets.map(({ length }) => length)),
    shared: sum(sheets.map(({ shared }) => shared)),
    travel: sum(sheets.map(({ travel }) => travel)),
    starts: sum(sheets.map(({ starts }) => starts)),
    seconds: seconds.every((each) => each !== null) && seconds.length > 0 ? sum(seconds) : null,
  };
}

/** Each part once, at the place of its last line. */
function partsInOrder({ lines }: CutPath): number[] {
  const backwards = new Set(lines.toReversed().map(({ part }) => part));
  return [...backwards].reverse();
}

function piecesOf(parts: readonly MarkerPart[]): PieceReport[] {
  const pieces: (Omit<PieceReport, 'quantity'> & { quantity: number })[] = [];
  for (const part of [...parts].sort((a, b) => a.index - b.index)) {
    const { id, index, quality, pieces: cut } = part;
    const halves = part.fold ? 2 : 1;
    const zones = zonesOfPart(part)
      .map(zoneReport)
      .map((zone) => ({ ...zone, area: halves * zone.area }));
    const [area, perimeter] = [halves * part.area, halves * part.perimeter];
    const name = id.replace(/[-_. #]*\d+$/, '') || id || `part ${index + 1}`;
    // a left and a right piece may differ by rounding; equal names with other sizes are other pieces
    const same = (a: number, b: number): boolean => Math.abs(a - b) <= sameSize * b;
    const piece = pieces.find(
      (one) => one.name === name && one.quality === quality && same(one.area, area) && same(one.perimeter, perimeter),
    );
    if (piece) piece.quantity += cut;
    else pieces.push({ name, quantity: cut, area, perimeter, quality, zones });
  }
  return pieces;
}

const zoneReport = ({ quality, ring }: DrawnZone): ZoneReport => ({
  quality,
  area: Math.abs(signedArea(ringOf(offGrid(ring)))),
});

/** Share by which pieces of one kind may differ. */
const sameSize = 0.005;

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
