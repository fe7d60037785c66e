/**
 * A marker as HPGL (PLT), for plotters and cutters: 40 plotter units a millimetre, y up, one page a sheet. Pen 1 cuts
 * the parts, pen 2 draws their names as strokes, pen 3 draws the edges of the sheet and its keep-out zones.
 *
 * Names come first, while the material still lies fast. Openings come before the part around them, so that no loose
 * piece is cut again. The next part is always the nearest one.
 */
import type { Point } from '../../geometry/point.js';
import { boxOf } from '../plane.js';
import { textStrokes } from '../stroke-font.js';
import type { Marker, MarkerPart, MarkerSheet } from './marker.js';
import { partName } from './part-name.js';

const unitsPerMm = 40;
const pens = { cut: 1, names: 2, sheet: 3 };
/** Height of the names, mm; smaller on small parts. */
const nameHeight = 10;

/** ASCII text: `IN;` and then a page for each sheet. */
export function writeMarkerPlt({ sheets }: Marker): string {
  return ['IN;', ...sheets.map((sheet, i) => (i === 0 ? '' : 'PG;\n') + page(sheet)), 'SP0;\n'].join('\n');
}

function page({ outline, keepOut, parts }: MarkerSheet): string {
  const box = boxOf(outline);
  const at = ([x, y]: Point): string =>
    `${Math.round((x - box.left) * unitsPerMm)},${Math.round((box.bottom - y) * unitsPerMm)}`;
  const line = (points: readonly Point[]): string => `PU${at(points[0]!)};PD${points.slice(1).map(at).join(',')};PU;`;
  const ring = (points: readonly Point[]): string => line([...points, points[0]!]);
  return [
    `SP${pens.sheet};`,
    ...[outline, ...keepOut].map(ring),
    `SP${pens.names};`,
    ...parts.flatMap((part) => nameStrokes(part).map(line)),
    `SP${pens.cut};`,
    ...inCuttingOrder(parts, [box.left, box.bottom]).flatMap(({ outline: outer, holes }) =>
      [...holes, outer].map(ring),
    ),
  ].join('\n');
}

function nameStrokes(part: MarkerPart): Point[][] {
  const name = partName(part, nameHeight);
  return name ? textStrokes(name).filter((stroke) => stroke.length > 1) : [];
}

/** Greedy: from the place of the tool to the part whose outline begins nearest. */
function inCuttingOrder(parts: readonly MarkerPart[], start: Point): MarkerPart[] {
  const left = new Set(parts);
  const order: MarkerPart[] = [];
  let [x, y] = start;
  while (left.size > 0) {
    let nearest: MarkerPart | undefined;
    let least = Infinity;
    for (const part of left) {
      const [px, py] = part.outline[0]!;
      const distance = (px - x) ** 2 + (py - y) ** 2;
      if (distance < least) [nearest, least] = [part, distance];
    }
    left.delete(nearest!);
    order.push(nearest!);
    [x, y] = nearest!.outline[0]!;
  }
  return order;
}
