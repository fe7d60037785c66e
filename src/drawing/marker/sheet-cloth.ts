/** The cloth of a sheet in the picture of its marker: its zones under the parts, its stripes and the match points above them. */
import { difference } from '../../geometry/boolean.js';
import type { Point } from '../../geometry/point.js';
import { type Ring, signedArea } from '../../geometry/ring.js';
import { circle, type DrawnShape, polyline, type TextShape, text } from '../drawing.js';
import { letterCount } from '../letter-count.js';
import { type NamePlace, namePlace } from '../name-place.js';
import { boxOf, type PlaneBox } from '../plane.js';
import { offGrid, onGrid } from './clipping-grid.js';
import { type ClothLook, zoneAreas, zonesOfSheet } from './drawn-zones.js';
import type { MarkerPart, MarkerSheet } from './marker.js';

const stripeColor = '#7d8fa9';
const zoneColor = '#a16207';
const matchColor = '#b91c1c';
const foldColor = '#c1121f';

/** A sheet with all that its zones share it with. */
type ZonedSheet = Pick<MarkerSheet, 'outline' | 'zones' | 'keepOut'> & {
  readonly parts: readonly Pick<MarkerPart, 'outline'>[];
};

export const zoneShapes = (sheet: MarkerSheet, move: (point: Point) => Point, look: ClothLook): DrawnShape[] =>
  zoneAreas(zonesOfSheet(sheet), move, look, {
    layer: 'zones',
    color: zoneColor,
    strokeWidth: (look.filled ? 1 : 1.5) * look.pen,
  });

/**
 * The quality of each zone where no part lies on it. Where they cover it all, it stands on a part, beside the other words; and
 * where these leave no room, too, in the corner of the zone.
 *
 * @param words boxes around the other words on the sheet
 */
export function zoneNames(
  sheet: ZonedSheet,
  move: (point: Point) => Point,
  tallest: number,
  words: readonly (readonly Point[])[],
): TextShape[] {
  const zones = zonesOfSheet(sheet).map(({ quality, ring }) => ({ quality, ring: onGrid(offGrid(ring).map(move)) }));
  if (zones.length === 0) return [];
  const lying = [...sheet.parts.map(({ outline }) => outline), ...sheet.keepOut].map((ring) => ring.map(move));
  const [written, taken] = [words, [...lying, ...words]].map((rings) =>
    rings.map(onGrid).filter((ring) => ring.every(Number.isFinite)),
  ) as [Ring[], Ring[]];
  return zones.map(({ quality, ring }) => {
    const name = `quality ${quality}`;
    for (const rings of [taken, written]) {
      const place = placeBeside(name, ring, rings, tallest);
      if (place && place.height >= tallest / 4) return nameAt(name, place);
    }
    const { left, top, right, bottom } = boxOf(offGrid(ring));
    const height = Math.min(tallest, (right - left) / 8, (bottom - top) / 3);
    return text(name, [left + height, top + 2 * height], height, 'zone-names', { color: zoneColor });
  });
}

/** Where most room is left of a ring. */
function placeBeside(name: string, ring: Ring, taken: readonly Ring[], tallest: number): NamePlace | undefined {
  const free = difference([ring], taken);
  const rooms = free.filter((each) => signedArea(each) > 0);
  const openings = free.filter((each) => signedArea(each) < 0);
  const places = rooms.flatMap((room) => {
    const holes = openings.filter((opening) => contains(boxOf(offGrid(room)), boxOf(offGrid(opening))));
    const place = namePlace(name, [room, ...holes].map(offGrid), tallest);
    return place ? [place] : [];
  });
  return places.sort((a, b) => b.height - a.height)[0];
}

function nameAt(name: string, { center: [x, y], height, upright }: NamePlace): TextShape {
  const at: Point = upright ? [x - height / 2, y] : [x, y + height / 2];
  return text(name, at, height, 'zone-names', { anchor: 'middle', rotation: upright ? 90 : 0, color: zoneColor });
}

/** The box around a level or upright word that is anchored in its middle. */
export function frameOf({ at: [x, y], height, rotation, text: word }: TextShape): Point[] {
  const half = 0.5 * height * letterCount(word);
  const corner = (along: number, across: number): Point =>
    rotation === 0 ? [x + along, y - across] : [x + across, y + along];
  return [corner(-half, 0), corner(half, 0), corner(half, height), corner(-half, height)];
}

const contains = (outer: PlaneBox, inner: PlaneBox): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom;

/** A fold of the cloth, with its name at its start, on the side of the cloth. */
export function foldShapes(
  { folds, outline }: MarkerSheet,
  move: (point: Point) => Point,
  { pen, unit }: Omit<ClothLook, 'filled'>,
): DrawnShape[] {
  const style = { stroke: foldColor, strokeWidth: 3 * pen, dash: [12 * pen, 6 * pen] };
  const { right, bottom } = boxOf(outline.map(move));
  const height = 14 * unit;
  return folds.flatMap((fold): DrawnShape[] => {
    const [[x, y], to] = fold.map(move) as [Point, Point];
    const isLevel = y === to[1];
    const inward = (y === bottom ? -0.5 : 1.5) * height;
    const at: Point = isLevel ? [x + height, y + inward] : [x + (x === right ? -1.5 : 0.5) * height, y + height];
    return [
      polyline(fold.map(move), 'folds', style),
      text('fold', at, height, 'folds', { color: foldColor, rotation: isLevel ? 0 : 90 }),
    ];
  });
}

/** They run on across the parts, so they lie above the colours of these. */
export const stripeShapes = (
  { stripes }: MarkerSheet,
  move: (point: Point) => Point,
  { pen, filled }: ClothLook,
): DrawnShape[] => {
  const style = { stroke: stripeColor, strokeWidth: (filled ? 1.5 : 0.6) * pen };
  return stripes.map((stripe) => polyline(stripe.map(move), 'stripes', style));
};

/** A dot where a seam must meet another one in the pattern. */
export const matchShapes = (
  { parts }: MarkerSheet,
  move: (point: Point) => Point,
  { unit, filled }: ClothLook,
): DrawnShape[] =>
  parts.flatMap(({ matchPoints }) =>
    matchPoints.map((point) => circle(move(point), (filled ? 5 : 3) * unit, 'match-points', { fill: matchColor })),
  );
