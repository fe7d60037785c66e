/** One entity of a DXF file: flat shapes are read exactly, and become points once the tolerance is known. */

import { circleArc, type EllipseArc, ellipseArcPoints } from '../geometry/ellipse-arc.js';
import type { Point } from '../geometry/point.js';
import { type DxfRecord, has, numberOf, numbersOf, numeric, pointsOf, textOf } from './dxf-groups.js';
import { splineCurve } from './dxf-spline.js';

interface Common {
  /** The file's own name: LINE, SPLINE. For an unread entity a reason follows, where its kind alone gives none. */
  readonly type: string;
  readonly layer: string;
  /** The reason why a drawing program does not show it, as the end of a phrase; null where it does. */
  readonly hidden: string | null;
}

export type DxfEntity = DxfLineEntity | DxfPointEntity | DxfTextEntity | DxfInsert | DxfOther;

export interface DxfLineEntity extends Common {
  readonly kind: 'line';
  readonly closed: boolean;
  /**
   * In drawing units, y up; the points stray from the true line by at most `tolerance`. A closed line repeats no point.
   */
  readonly points: (tolerance: number) => readonly Point[];
  /** Whether the file leaves the curve between its points open. */
  readonly guessed: boolean;
}

export interface DxfPointEntity extends Common {
  readonly kind: 'point';
  readonly at: Point;
  readonly z: number;
  readonly angle: number | null;
  /** Group 39, which apparel files use for the width of a notch. */
  readonly thickness: number;
}

export interface DxfTextEntity extends Common {
  readonly kind: 'text';
  readonly text: string;
  /** On the baseline: its middle where the text is centred, else its start. */
  readonly at: Point;
  readonly centred: boolean;
  readonly height: number;
  /** Degrees, counter-clockwise. */
  readonly rotation: number;
}

/** A block in its place, as often as it has columns and rows. */
export interface DxfInsert extends Common {
  readonly kind: 'insert';
  readonly block: string;
  readonly at: Point;
  readonly scale: Point;
  /** Degrees, counter-clockwise. */
  readonly rotation: number;
  /** Seen from behind: x runs to the left. */
  readonly mirrored: boolean;
  readonly columns: number;
  readonly rows: number;
  readonly spacing: Point;
}

/** An entity without an outline here. */
export interface DxfOther extends Common {
  readonly kind: 'other';
}

const degrees = Math.PI / 180;

/**
 * @param vertices of a POLYLINE
 * @param hidden the reason why the entity is not shown, if any
 */
export function entityOf(record: DxfRecord, vertices: readonly DxfRecord[], hidden: string | null): DxfEntity {
  const { type } = record;
  const common = { type, layer: textOf(record, 8), hidden };
  const other = (reason = ''): DxfOther => ({ ...common, kind: 'other', type: reason ? `${type} ${reason}` : type });
  const facing = facingOf(record);
  const line = (closed: boolean, points: DxfLineEntity['points'], guessed = false): DxfLineEntity => ({
    ...common,
    kind: 'line',
    closed,
    points,
    guessed,
  });
  /** For an entity drawn in a plane of its own. */
  const flat = (closed: boolean, points: DxfLineEntity['points']): DxfEntity => {
    if (facing === 'up') return line(closed, points);
    if (facing === 'down') return line(closed, (tolerance) => points(tolerance).map(([x, y]) => [-x, y]));
    return other('tilted out of the plane');
  };
  const at = (x: number, y: number): Point => [numberOf(record, x), numberOf(record, y)];
  switch (type) {
    case 'LINE': {
      const ends = [at(10, 20), at(11, 21)];
      return line(false, () => ends);
    }
    case 'POLYLINE':
      return polyline(numberOf(record, 70), vertices, { line, flat, other });
    case 'LWPOLYLINE': {
      const corners = lightCorners(record);
      if (corners.length < 2) return other('of one point');
      const closed = (numberOf(record, 70) & 1) === 1;
      return flat(closed, (tolerance) => cornerPoints(corners, closed, tolerance));
    }
    case 'ARC':
    case 'CIRCLE': {
      const radius = numberOf(record, 40);
      if (!(radius > 0)) return other('without a radius');
      const circle = type === 'CIRCLE';
      const start = circle ? 0 : numberOf(record, 50);
      const sweep = circle ? 360 : (((numberOf(record, 51) - start) % 360) + 360) % 360 || 360;
      return arc(circleArc(at(10, 20), radius, start * degrees, sweep * degrees), circle, flat);
    }
    case 'ELLIPSE': {
      if (facing === 'tilted') return other('tilted out of the plane');
      return ellipse(record, facing === 'down', line) ?? other('without an axis');
    }
    case 'SPLINE': {
      const curve = splineCurve({
        flags: numberOf(record, 70),
        degree: numberOf(record, 71),
        knots: numbersOf(record, 40),
        weights: numbersOf(record, 41),
        controls: pointsOf(record, 10),
        fits: pointsOf(record, 11),
        startTangent: pointsOf(record, 12)[0] ?? null,
        endTangent: pointsOf(record, 13)[0] ?? null,
      });
      return 'fault' in curve ? other(curve.fault) : line(curve.closed, curve.points, curve.guessed);
    }
    case 'POINT': {
      const angle = has(record, 50) ? numberOf(record, 50) : null;
      return {
        ...common,
        kind: 'point',
        at: at(10, 20),
        z: numberOf(record, 30),
        angle,
        thickness: numberOf(record, 39),
      };
    }
    case 'TEXT':
    case 'MTEXT': {
      const parts = record.groups.filter(({ code }) => code === 3 || code === 1).map(({ value }) => value);
      // the second point of a TEXT is its alignment point; 1 and 4 are centred
      const centred = type === 'TEXT' && [1, 4].includes(numberOf(record, 72));
      return {
        ...common,
        kind: 'text',
        text: (type === 'TEXT' ? textOf(record, 1) : parts.join('')).trim(),
        at: centred ? at(11, 21) : at(10, 20),
        centred,
        height: numberOf(record, 40),
        rotation: numberOf(record, 50),
      };
    }
    case 'INSERT':
      if (facing === 'tilted') return other('tilted out of the plane');
      return {
        ...common,
        kind: 'insert',
        block: textOf(record, 2),
        at: at(10, 20),
        scale: [numberOf(record, 41, 1), numberOf(record, 42, 1)],
        rotation: numberOf(record, 50),
        mirrored: facing === 'down',
        columns: Math.max(1, numberOf(record, 70, 1)),
        rows: Math.max(1, numberOf(record, 71, 1)),
        spacing: at(44, 45),
      };
    default:
      return other();
  }
}

/** By the direction of extrusion, groups 210 to 230. The arbitrary axis of a downward one mirrors x and keeps y. */
function facingOf(record: DxfRecord): 'up' | 'down' | 'tilted' {
  const [x, y, z] = [numberOf(record, 210), numberOf(record, 220), numberOf(record, 230, 1)];
  if (Math.hypot(x, y) > 1e-6 * Math.abs(z)) return 'tilted';
  return z < 0 ? 'down' : 'up';
}

interface Makers {
  readonly line: (closed: boolean, points: DxfLineEntity['points']) => DxfEntity;
  readonly flat: (closed: boolean, points: DxfLineEntity['points']) => DxfEntity;
  readonly other: (reason: string) => DxfEntity;
}

const polylineFlag = { closed: 1, space: 8, mesh: 16 | 64 } as const;
/** A control point of a spline-fit polyline; the curve has vertices of its own. */
const frameVertex = 16;

function polyline(flags: number, vertices: readonly DxfRecord[], { line, flat, other }: Makers): DxfEntity {
  if ((flags & polylineFlag.mesh) !== 0) return other('that is a mesh');
  const drawn = vertices.filter((vertex) => (numberOf(vertex, 70) & frameVertex) === 0);
  if (drawn.length < 2) return other(vertices.length < 2 ? 'of one point' : 'without its curve, only its frame');
  const closed = (flags & polylineFlag.closed) !== 0;
  const corners = drawn.map(
    (vertex): Corner => ({ x: numberOf(vertex, 10), y: numberOf(vertex, 20), bulge: numberOf(vertex, 42) }),
  );
  const inSpace = (flags & polylineFlag.space) !== 0;
  return (inSpace ? line : flat)(closed, (tolerance) => cornerPoints(corners, closed, tolerance));
}

interface Corner {
  x: number;
  y: number;
  /** Tangent of a quarter of the angle of the arc to the next corner; 0: straight. */
  bulge: number;
}

function lightCorners(record: DxfRecord): Corner[] {
  const corners: Corner[] = [];
  for (const group of record.groups) {
    if (group.code === 10) corners.push({ x: numeric(group), y: 0, bulge: 0 });
    const last = corners.at(-1);
    if (last && group.code === 20) last.y = numeric(group);
    if (last && group.code === 42) last.bulge = numeric(group);
  }
  return corners;
}

function cornerPoints(corners: readonly Corner[], closed: boolean, tolerance: number): Point[] {
  const points: Point[] = [];
  corners.forEach(({ x, y, bulge }, i) => {
    points.push([x, y]);
    const next = corners[i + 1] ?? (closed ? corners[0] : undefined);
    if (next && bulge !== 0) points.push(...bulgePoints([x, y], [next.x, next.y], bulge, tolerance));
  });
  return points;
}

/** The points between the ends of an arc given by its bulge. */
function bulgePoints(from: Point, to: Point, bulge: number, tolerance: number): Point[] {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const chord = Math.hypot(dx, dy);
  if (chord === 0) return [];
  const sweep = 4 * Math.atan(bulge);
  const radius = chord / (2 * Math.sin(Math.abs(sweep) / 2));
  const height = (chord / 2) * ((1 - bulge * bulge) / (2 * bulge));
  const center: Point = [(from[0] + to[0]) / 2 - (dy / chord) * height, (from[1] + to[1]) / 2 + (dx / chord) * height];
  const start = Math.atan2(from[1] - center[1], from[0] - center[0]);
  return ellipseArcPoints(circleArc(center, radius, start, sweep), tolerance).slice(1, -1);
}

function arc(curve: EllipseArc, closed: boolean, make: Makers['line']): DxfEntity {
  return make(closed, (tolerance) => {
    const points = ellipseArcPoints(curve, tolerance);
    return closed ? points.slice(0, -1) : points;
  });
}

/** Files write the ends of a whole ellipse with as few as five decimals, to either side. */
const turnTolerance = 1e-4;

/** Its centre and axis are in the plane of the drawing, even seen from behind. Null: it has no size. */
function ellipse(record: DxfRecord, fromBehind: boolean, make: Makers['line']): DxfEntity | null {
  const [center, [mx, my]] = [
    [numberOf(record, 10), numberOf(record, 20)],
    [numberOf(record, 11), numberOf(record, 21)],
  ] as const;
  const ratio = (fromBehind ? -1 : 1) * numberOf(record, 40, 1);
  if (mx === 0 && my === 0) return null;
  const start = numberOf(record, 41);
  const turn = 2 * Math.PI;
  const sweep = (((numberOf(record, 42, turn) - start) % turn) + turn) % turn;
  const whole = sweep < turnTolerance || sweep > turn - turnTolerance;
  const curve = { center, major: [mx, my], minor: [-my * ratio, mx * ratio], start } as const;
  return arc({ ...curve, sweep: whole ? turn : sweep }, whole, make);
}
