/** The picture of a marker: the sheets one under the other, the parts in their places, named and coloured. */
import type { Point } from '../../geometry/point.js';
import { area, circle, type Drawing, type DrawnShape, polyline, type TextShape, text } from '../drawing.js';
import { distinctColor } from '../palette.js';
import { boxOf } from '../plane.js';
import type { CuttingSettings } from './cutting/cut-line.js';
import { cutPathOf } from './cutting/cut-path.js';
import type { Marker, MarkerPart, MarkerRest, MarkerSheet } from './marker.js';
import { partName } from './part-name.js';
import { needShapes, partWords } from './part-needs.js';
import { foldShapes, frameOf, matchShapes, stripeShapes, zoneNames, zoneShapes } from './sheet-cloth.js';
import { stackedSheets } from './stacked-sheets.js';

export interface MarkerDrawingOptions {
  readonly title?: string;
  /** `filled`: parts in colours, to look at; `lines`: lines alone, to print and cut. Default filled. */
  readonly look?: 'filled' | 'lines';
  /** Height of the smallest legible name, mm. Default: five thousandths of the smaller side of a sheet. */
  readonly legible?: number;
  /** Draws the way of this cutter: its starts, and the ways between the cuts. */
  readonly cutting?: CuttingSettings | undefined;
}

const remnantColor = '#2f855a';
const ink = '#33302a';
/** Heights of names in thousandths of the smaller side of a sheet; illegible smaller names are left out. */
const [tallestName, smallestName] = [22, 5];

/** Sizes are those of the marker; line widths and names follow the smaller side of each sheet. */
export function markerDrawing(
  marker: Marker,
  { title = 'Layout', look = 'filled', legible = Number.POSITIVE_INFINITY, cutting }: MarkerDrawingOptions = {},
): Drawing {
  const colors = new Map<string, string>();
  const fillOf = (part: MarkerPart): string => {
    const group = groupOf(part);
    const color = colors.get(group) ?? distinctColor(colors.size);
    colors.set(group, color);
    return color;
  };
  const filled = look === 'filled';
  const shapes = stackedSheets(marker).flatMap(({ sheet, box, move }): DrawnShape[] => {
    const unit = Math.min(box.right - box.left, box.bottom - box.top) / 1000;
    const pen = filled ? unit : 0.25;
    const restNames = sheet.remnants.flatMap((rest) => restName(rest, tallestName * unit, move));
    const words = sheet.parts
      .flatMap((part) => partWords(part, tallestName * unit, move))
      .filter(({ height }) => height >= Math.min(smallestName * unit, legible));
    const placed = sheet.parts.map((part) => ({ part, points: part.outline.map(move) }));
    return [
      area(sheet.outline.map(move), 'sheets', {
        ...(filled && { fill: '#f7f4ee' }),
        stroke: '#8a8172',
        strokeWidth: 2 * pen,
      }),
      // Their zones and keep-outs lie on them.
      ...sheet.remnants.map(({ outline, holes }) => {
        const style = {
          ...(filled && { fill: '#ffffff' }),
          stroke: remnantColor,
          strokeWidth: 2 * pen,
          dash: [6 * unit, 4 * unit],
        };
        return area(
          outline.map(move),
          'remnants',
          style,
          holes.map((hole) => hole.map(move)),
        );
      }),
      ...zoneShapes(sheet, move, { pen, unit, filled }),
      ...sheet.keepOut.map((hole) =>
        area(hole.map(move), 'holes', { ...(filled && { fill: '#ffffff' }), stroke: '#b3541e', strokeWidth: 2 * pen }),
      ),
      ...placed.map(({ part, points }) => {
        const style = { ...(filled && { fill: fillOf(part) }), stroke: ink, strokeWidth: 1.5 * pen };
        return area(
          points,
          'parts',
          style,
          part.holes.map((hole) => hole.map(move)),
        );
      }),
      ...sheet.parts.flatMap((part) => needShapes(part, move, { pen, unit, filled })),
      ...stripeShapes(sheet, move, { pen, unit, filled }),
      ...(marker.pattern ? matchShapes(sheet, move, { pen, unit, filled }) : []),
      ...words,
      ...zoneNames(sheet, move, tallestName * unit, [...restNames, ...words].map(frameOf)),
      ...restNames,
      ...foldShapes(sheet, move, { pen, unit }),
      ...(cutting ? wayOf(sheet, cutting, move, unit) : []),
    ];
  });
  const box = boxOf(shapes.flatMap((shape) => (shape.kind === 'polyline' ? shape.points : [])));
  const size = shapes.length === 0 ? 1 : Math.min(box.right - box.left, box.bottom - box.top);
  return {
    title,
    description: summary(marker),
    shapes: shapes.length === 0 ? [polyline([], 'sheets', {})] : shapes,
    margin: Math.max(1, size / 50),
  };
}

/** The word that tells a rest from a part. */
function restName(rest: MarkerRest, tallest: number, move: (point: Point) => Point): TextShape[] {
  const name = partName({ id: 'rest', ...rest }, tallest, move);
  return name ? [{ ...name, layer: 'remnants', color: remnantColor }] : [];
}

/** The cuts, a numbered dot where each starts, and the ways between them. */
function wayOf(
  sheet: MarkerSheet,
  cutting: CuttingSettings,
  move: (point: Point) => Point,
  unit: number,
): DrawnShape[] {
  const { lines, home, commonLines } = cutPathOf(sheet, cutting);
  const ends = lines.map(({ points }) => ({ from: move(points[0]!), to: move(points.at(-1)!) }));
  const way = { stroke: wayColor, strokeWidth: 2 * unit, dash: [8 * unit, 5 * unit] };
  return [
    ...lines.map(({ points }) => polyline(points.map(move), 'cuts', { stroke: cutColor, strokeWidth: unit })),
    ...commonLines.map((points) =>
      polyline(points.map(move), 'common-cuts', { stroke: cutColor, strokeWidth: 4 * unit }),
    ),
    ...ends.map(({ from }, i) => polyline([i === 0 ? move(home) : ends[i - 1]!.to, from], 'ways', way)),
    ...ends.map(({ from }) => circle(from, 7 * unit, 'starts', { fill: wayColor })),
    ...ends.map(({ from: [x, y] }, i) =>
      text(`${i + 1}`, [x + 9 * unit, y - 9 * unit], 26 * unit, 'cut-numbers', { color: wayColor }),
    ),
  ];
}

const [cutColor, wayColor] = ['#c0392b', '#1d4ed8'];

function summary({ sheets, unplaced }: Marker): string {
  const placed = sheets.reduce((sum, { parts }) => sum + parts.length, 0);
  return `${placed} parts placed, ${unplaced.length} not`;
}

/** Parts whose ids begin with the same two words (`shirt-M-...`) belong together; a part without an id stands alone. */
function groupOf({ id, index }: MarkerPart): string {
  const words = id.split(/[-_. ]+/).filter(Boolean);
  return words.length === 0 ? `#${index}` : words.slice(0, 2).join('-');
}
