/**
 * A marker as DXF R12 in millimetres or inches, for cutters and CAD programs: closed outlines on layers named by their use.
 * Sheets lie under each other, as in the picture.
 *
 * Layers: CUT outlines and openings of parts in the order of their cuts, SHEET, KEEPOUT zones of sheets, NAMES of parts. Zones
 * of quality of sheets and parts lie on QUALITY, with their words.
 */
import type { Point } from '../../geometry/point.js';
import type { TextShape } from '../drawing.js';
import { centredText, type DxfPoint, dxfFile, polyline, type Tag } from '../dxf-tags.js';
import { inch, type Lengths } from '../lengths.js';
import { boxOf } from '../plane.js';
import { offGrid } from './clipping-grid.js';
import type { CuttingSettings } from './cutting/cut-line.js';
import { cutPathOf } from './cutting/cut-path.js';
import { zonesOfSheet } from './drawn-zones.js';
import type { Marker } from './marker.js';
import { needRings, partWords } from './part-needs.js';
import { frameOf, zoneNames } from './sheet-cloth.js';
import { stackedSheets } from './stacked-sheets.js';

/** Height of the names, mm; smaller on small parts. */
const nameHeight = 10;

/** `$INSUNITS` of a file in inches. */
const inInches = 1;

/**
 * @param cutting without it all outlines stay closed: a program reads them back as parts
 * @param lengths a file in inches names its unit
 */
export function writeMarkerDxf(marker: Marker, cutting?: CuttingSettings, lengths: Lengths = 'metric'): string {
  const unitMm = lengths === 'inches' ? inch : 1;
  const up = ([x, y]: Point): DxfPoint => ({ x: x / unitMm, y: -y / unitMm });
  const corners: Point[] = [];
  const entities = stackedSheets(marker).flatMap(({ sheet, move }): Tag[] => {
    const line = (layer: string, points: readonly Point[], isClosed = true): Tag[] => {
      const moved = (isClosed ? open(points) : points).map(move);
      corners.push(...moved);
      return polyline(layer, moved.map(up), isClosed);
    };
    const words = (layer: string, { at, height, text, rotation }: TextShape): Tag[] =>
      centredText(layer, up(at), height / unitMm, text, -rotation);
    const names = sheet.parts.flatMap((part) => partWords(part, nameHeight, move));
    const { lines } = cutting
      ? cutPathOf(sheet, cutting)
      : cutPathOf(sheet, { commonLines: false }, { keepsFolds: true });
    return [
      ...line('SHEET', sheet.outline),
      ...sheet.keepOut.flatMap((zone) => line('KEEPOUT', zone)),
      ...lines.flatMap(({ points, closed }) => line('CUT', points, closed)),
      ...zonesOfSheet(sheet).flatMap(({ ring }) => line('QUALITY', offGrid(ring))),
      ...zoneNames(sheet, move, nameHeight, names.map(frameOf)).flatMap((name) => words('QUALITY', name)),
      ...sheet.parts.flatMap(needRings).flatMap((ring) => line('QUALITY', ring)),
      ...names.flatMap((name) => words(name.layer === 'names' ? 'NAMES' : 'QUALITY', name)),
    ];
  });
  const box = corners.length === 0 ? { left: 0, top: 0, right: 0, bottom: 0 } : boxOf(corners);
  const extents = { min: up([box.left, box.bottom]), max: up([box.right, box.top]) };
  return dxfFile(
    ['CUT', 'SHEET', 'KEEPOUT', 'QUALITY', 'NAMES'],
    [],
    entities,
    extents,
    unitMm === inch ? inInches : undefined,
  );
}

const open = (points: readonly Point[]): readonly Point[] => {
  const [first, last] = [points[0], points.at(-1)];
  return first && last && points.length > 1 && first[0] === last[0] && first[1] === last[1]
    ? points.slice(0, -1)
    : points;
};
