/** The signs of the drafted pieces on the parts of the marker: grain, notches and folds. */
import { computed, signal } from '@preact/signals';
import type { Polygon } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { PatternPiece } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { boxOf } from '../pattern/arrange.js';
import { notchPath } from '../pattern/path.js';
import { garments, isTrouble, pieces } from './cutting-list.js';
import { ground } from './run.js';

interface PlanePoint {
  readonly x: number;
  readonly y: number;
}

/** Paths about the part's anchor, in the unit of the request. */
export interface Marks {
  readonly grain: string;
  readonly notches: string;
  readonly fold: string;
}

/** Whether the page writes names and draws marks on the parts. */
export const showsMarks = signal(true);

const polygons = computed(() => ground.value?.polygons ?? []);

/** The marks of each polygon, by its index; null: nothing is known of it. */
export const partMarks = computed<readonly (Marks | null)[]>(() => {
  if (!showsMarks.value) return [];
  const drafted = garments.value.map(({ id }) => {
    const entry = pieces.value.get(id);
    return entry && !isTrouble(entry) ? entry.map(({ piece }) => piece) : [];
  });
  return polygons.value.map((polygon) => marksOf(polygon, drafted));
});

/** @param drafted the pieces of each garment of the list */
function marksOf(polygon: Polygon, drafted: readonly (readonly PatternPiece[])[]): Marks | null {
  const box = boxOf(polygon.points);
  const anchor = polygon.origin ?? { x: box.left, y: box.top };
  const about = ({ x, y }: PlanePoint): PlanePoint => ({ x: x - anchor.x, y: y - anchor.y });
  const ownFold = lineOf(polygon.foldLine.map(about));
  const isOnIt = ({ x, y }: PlanePoint): boolean =>
    x > box.left - same && x < box.left + box.width + same && y > box.top - same && y < box.top + box.height + same;
  // The service names a part by the number of its garment, its piece and its copy.
  const [, order, name = ''] = /^(\d+)-(.+)-\d+$/.exec(polygon.id) ?? [];
  for (const piece of drafted[Number(order) - 1] ?? []) {
    if (!name.startsWith(piece.id)) continue;
    const place = ownFold === '' ? placing(piece.boundary.slice(0, -1), polygon.points) : halfPlacing(piece, polygon);
    if (!place) continue;
    const laid = (point: PlanePoint): PlanePoint => about(place(point));
    const grain = piece.grainline.map(place);
    return {
      // The grain of a half may be drawn on the other one.
      grain: grain.every(isOnIt) ? arrowOf(grain.map(about)) : '',
      fold: ownFold || lineOf(piece.foldLine.map(laid)),
      notches: piece.notches
        .filter(({ at }) => isOnIt(place(at!)))
        .map((notch) => placedNotch(notch, laid))
        .join(''),
    };
  }
  return ownFold === '' ? null : { grain: '', notches: '', fold: ownFold };
}

const lineOf = (points: readonly PlanePoint[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');

/** Length of the head of an arrow as a share of its line, and half of its breadth. */
const [headShare, headBreadth] = [0.08, 0.03];

/** A line with a head at both ends. */
function arrowOf(points: readonly PlanePoint[]): string {
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to || points.length < 2) return '';
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const head = ({ x, y }: PlanePoint, back: 1 | -1): string =>
    lineOf([
      { x: x + back * dx * headShare - dy * headBreadth, y: y + back * dy * headShare + dx * headBreadth },
      { x, y },
      { x: x + back * dx * headShare + dy * headBreadth, y: y + back * dy * headShare - dx * headBreadth },
    ]);
  return lineOf([from, to]) + head(from, 1) + head(to, -1);
}

function placedNotch(notch: PatternPiece['notches'][number], laid: (point: PlanePoint) => PlanePoint): string {
  const turn = (notch.angle * Math.PI) / 180;
  const at = notch.at!;
  const [from, to] = [laid(at), laid({ x: at.x + Math.cos(turn), y: at.y + Math.sin(turn) })];
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return notchPath({ ...notch, at: { ...at, ...from }, angle });
}

/** Points that differ by less, mm, are the same. */
const same = 0.01;
/** A whole piece comes from its half by way of a grid. */
const sameOnHalf = 0.2;

/** The turn, with or without a flip, and the move that bring a drawn outline onto a part; null: none does. */
function placing(
  drawn: readonly PlanePoint[],
  laid: readonly PlanePoint[],
): ((point: PlanePoint) => PlanePoint) | null {
  if (drawn.length !== laid.length || drawn.length < 2) return null;
  const [p0, q0] = [drawn[0]!, laid[0]!];
  const far = drawn.reduce((most, point, i) => (apart(point, p0) > apart(drawn[most]!, p0) ? i : most), 0);
  const [p1, q1] = [drawn[far]!, laid[far]!];
  for (const over of [1, -1]) {
    const turn = Math.atan2(q1.y - q0.y, q1.x - q0.x) - Math.atan2(over * (p1.y - p0.y), p1.x - p0.x);
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    const place = ({ x, y }: PlanePoint): PlanePoint => {
      const [u, v] = [x - p0.x, over * (y - p0.y)];
      return { x: q0.x + u * cos - v * sin, y: q0.y + u * sin + v * cos };
    };
    if (drawn.every((point, i) => apart(place(point), laid[i]!) < same)) return place;
  }
  return null;
}

/** The place of the half of a piece that lies on the fold of the cloth: its fold comes onto that of the part. */
function halfPlacing(piece: PatternPiece, { foldLine, points }: Polygon): ((point: PlanePoint) => PlanePoint) | null {
  const [from, to] = piece.foldLine;
  if (!from || !to) return null;
  for (const line of [
    [from, to],
    [to, from],
  ]) {
    const place = placing(line, foldLine);
    if (!place) return null;
    const corners = piece.boundary.map(place);
    if (points.every((point) => [...foldLine, ...corners].some((corner) => apart(corner, point) < sameOnHalf)))
      return place;
  }
  return null;
}

const apart = (a: PlanePoint, b: PlanePoint): number => Math.hypot(a.x - b.x, a.y - b.y);
