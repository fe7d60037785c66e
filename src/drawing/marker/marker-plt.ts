/**
 * A marker as HPGL (PLT), for plotters and cutters: 40 plotter units a millimetre, y up, one page a sheet. Pen 1 cuts
 * the parts. Pen 2 draws their names as strokes, and their zones of quality. Pen 3 draws the edges of the sheet, its
 * keep-out zones and its zones of quality.
 *
 * Names come first, while the material still lies fast. The cuts follow in the order of `cutting/tour.ts`.
 */
import type { Point } from '../../geometry/point.js';
import type { TextShape } from '../drawing.js';
import { boxOf } from '../plane.js';
import { type LetterOutline, textStrokes } from '../stroke-font.js';
import { offGrid } from './clipping-grid.js';
import type { CuttingSettings } from './cutting/cut-line.js';
import { cutPathOf } from './cutting/cut-path.js';
import { zonesOfSheet } from './drawn-zones.js';
import type { Marker, MarkerSheet } from './marker.js';
import { needRings, partWords } from './part-needs.js';
import { frameOf, zoneNames } from './sheet-cloth.js';

const unitsPerMm = 40;
const pens = { cut: 1, names: 2, sheet: 3 };
/** Height of the names, mm; smaller on small parts. */
const nameHeight = 10;

/**
 * ASCII text: `IN;` and then a page for each sheet.
 *
 * @param letters those of the names that have no strokes (`nameOutlines`). Default: a box for each
 */
export function writeMarkerPlt(
  { sheets }: Marker,
  cutting: CuttingSettings = {},
  letters?: ReadonlyMap<string, LetterOutline>,
): string {
  return ['IN;', ...sheets.map((sheet, i) => (i === 0 ? '' : 'PG;\n') + page(sheet, cutting, letters)), 'SP0;\n'].join(
    '\n',
  );
}

function page(
  sheet: MarkerSheet,
  cutting: CuttingSettings,
  letters: ReadonlyMap<string, LetterOutline> | undefined,
): string {
  const strokesOf = (name: TextShape): Point[][] => textStrokes(name, letters).filter((stroke) => stroke.length > 1);
  const { outline, keepOut, parts } = sheet;
  const box = boxOf(outline);
  const at = ([x, y]: Point): string =>
    `${Math.round((x - box.left) * unitsPerMm)},${Math.round((box.bottom - y) * unitsPerMm)}`;
  const line = (points: readonly Point[]): string => `PU${at(points[0]!)};PD${points.slice(1).map(at).join(',')};PU;`;
  const names = parts.map((part) => partWords(part, nameHeight));
  const ring = (points: readonly Point[]): string => line([...points, points[0]!]);
  return [
    `SP${pens.sheet};`,
    ...[outline, ...keepOut, ...zonesOfSheet(sheet).map(({ ring: zone }) => offGrid(zone))].map(ring),
    ...zoneNames(sheet, (point) => point, nameHeight, names.flat().map(frameOf)).flatMap((name) =>
      strokesOf(name).map(line),
    ),
    `SP${pens.names};`,
    ...parts.flatMap((part, i) => [...needRings(part).map(ring), ...names[i]!.flatMap(strokesOf).map(line)]),
    `SP${pens.cut};`,
    ...cutPathOf(sheet, cutting).lines.map(({ points }) => line(points)),
  ].join('\n');
}
