/** The rows of lines and curves in the table of DXF: areas by formula, points on the true curve. */

import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { behind, knots, leaves, onCurve, only, polyline, read, roundSpline, vertex } from './dxf-checks.js';
import { circle, entity, type Group, square, xy } from './dxf-source.js';
import { areaOf, boxAround, nearlyArea } from './table-rows.js';

export const curveRows: Readonly<Record<string, () => void>> = {
  '`LINE`': () => {
    const sides: [Point, Point][] = [
      [
        [0, 0],
        [30, 0],
      ],
      [
        [30, 20],
        [30, 0.4],
      ],
      [
        [0, 20],
        [30, 20],
      ],
      [
        [0, 0],
        [0, 20],
      ],
    ];
    const points = only(sides.flatMap(([from, to]) => entity('LINE', ...xy([from]), ...xy([to], 11))));
    assert.equal(boxAround(points), [0, -20, 30, 0]);
    assert.is(Math.round(areaOf(points) * 10) / 10, 600);
  },
  '`LWPOLYLINE`': () => {
    assert.is(areaOf(only(square(30))), 900);
    const lens = only(entity('LWPOLYLINE', [70, 1], ...xy([[0, 0]]), [42, 1], ...xy([[100, 0]]), [42, 1]));
    onCurve(lens, (x, y) => Math.hypot(x - 50, y), 50);
    nearlyArea(lens, 2500 * Math.PI);
  },
  '`POLYLINE`': () => {
    assert.is(areaOf(only(polyline(1, vertex(0, 0), vertex(30, 0), vertex(0, 40)))), 600);
    const half = only(polyline(1, vertex(0, 0, [42, 1]), vertex(60, 0)));
    nearlyArea(half, 450 * Math.PI);
    // spline-fit: the frame (16) is not part of the curve (8)
    const fit = polyline(
      1 | 4,
      vertex(90, 90, [70, 16]),
      vertex(0, 0, [70, 8]),
      vertex(30, 0, [70, 8]),
      vertex(0, 40, [70, 8]),
    );
    assert.is(areaOf(only(fit)), 600);
    // curve-fit: inserted vertices (1) are
    const curved = polyline(1 | 2, vertex(0, 0, [42, 1]), vertex(60, 0, [42, 1], [70, 1]));
    nearlyArea(only(curved), 900 * Math.PI);
  },
  '`POLYLINE` that is a mesh': () => {
    leaves('left out: 1 POLYLINE that is a mesh', polyline(64, vertex(0, 0), vertex(1, 0), vertex(1, 1)));
    leaves('left out: 1 POLYLINE that is a mesh', polyline(16, vertex(0, 0), vertex(1, 0), vertex(1, 1)));
  },
  '`ARC`, `CIRCLE`': () => {
    for (const [units, mm] of [
      [1, 25.4],
      [4, 1],
      [6, 1000],
      [9, 0.0254],
    ] as const) {
      const disc = only(circle(50 / mm), { units });
      onCurve(disc, Math.hypot, 50);
      nearlyArea(disc, 2500 * Math.PI);
    }
    const arc = (from: number, to: number) => entity('ARC', ...xy([[0, 0]]), [40, 50], [50, from], [51, to]);
    const whole = only([...arc(20, 300), ...arc(300, 20)]);
    onCurve(whole, Math.hypot, 50);
    nearlyArea(whole, 2500 * Math.PI);
  },
  '`ELLIPSE`': () => {
    const ellipse = (...more: Group[]) => entity('ELLIPSE', ...xy([[0, 0]]), ...xy([[60, 0]], 11), [40, 0.5], ...more);
    const form = (x: number, y: number): number => (x / 60) ** 2 + (y / 30) ** 2;
    for (const more of [
      [],
      [
        [41, 0],
        [42, 6.28319],
      ],
      behind,
    ] as Group[][]) {
      const whole = only(ellipse(...more));
      onCurve(whole, form, 1);
      nearlyArea(whole, 1800 * Math.PI);
    }
    const upper = [...ellipse([41, 0], [42, Math.PI]), ...entity('LINE', ...xy([[-60, 0]]), ...xy([[60, 0]], 11))];
    const half = only(upper);
    onCurve(half, (x, y) => (y > -1e-9 ? 1 : form(x, y)), 1);
    nearlyArea(half, 900 * Math.PI);
    // seen from behind, parameters run the other way round
    const quarter = only([
      ...ellipse([41, 0], [42, Math.PI / 2], ...behind),
      ...entity('LINE', ...xy([[0, -30]]), ...xy([[0, 0]], 11)),
      ...entity('LINE', ...xy([[0, 0]]), ...xy([[60, 0]], 11)),
    ]);
    assert.equal(boxAround(quarter), [0, 0, 60, 30]);
  },
  '`SPLINE` by control points': () => {
    for (const [units, mm] of [
      [4, 1],
      [1, 25.4],
    ] as const) {
      const disc = only(roundSpline(50 / mm, [70, 1 | 2 | 4 | 8]), { units });
      onCurve(disc, Math.hypot, 50);
      nearlyArea(disc, 2500 * Math.PI);
    }
    // a cubic over its chord: 3/20 of the sum of cross products (Green)
    const bow = [
      ...entity(
        'SPLINE',
        [70, 8],
        [71, 3],
        ...knots([0, 0, 0, 0, 1, 1, 1, 1]),
        ...xy([
          [0, 0],
          [0, 60],
          [90, 60],
          [90, 0],
        ]),
      ),
      ...entity('LINE', ...xy([[0, 0]]), ...xy([[90, 0]], 11)),
    ];
    nearlyArea(only(bow), 0.6 * 90 * 60);
    // periodic: the first three control points repeat, the knots are not clamped
    const round = Array.from(
      { length: 9 },
      (_, i): Point => [40 * Math.cos((i * Math.PI) / 3), 40 * Math.sin((i * Math.PI) / 3)],
    );
    const periodic = only(
      entity('SPLINE', [70, 1 | 2], [71, 3], ...knots(Array.from({ length: 13 }, (_, i) => i)), ...xy(round)),
    );
    nearlyArea(periodic, periodicArea(round.slice(0, 6)));
  },
  '`SPLINE` by fit points alone': () => {
    const corners: Point[] = Array.from({ length: 12 }, (_, i) => [
      50 * Math.cos((i * Math.PI) / 6),
      50 * Math.sin((i * Math.PI) / 6),
    ]);
    const { parts, notes } = read(entity('SPLINE', [70, 1], [71, 3], ...xy(corners, 11)));
    assert.equal(notes, ['1 SPLINE has fit points but no control points; a cubic spline through them is assumed']);
    const { points } = parts[0]!;
    for (const [x, y] of corners) assert.ok(points.some(([u, v]) => Math.hypot(u - x, v + y) < 1e-9));
    // through twelve points of a circle the spline is the circle to a few hundredths
    for (const [x, y] of points) assert.ok(Math.abs(Math.hypot(x, y) - 50) < 0.05, `${x}, ${y}`);
  },
  '`SPLINE` that is not a curve': () => {
    const clamped = xy([
      [0, 0],
      [50, 0],
      [50, 50],
      [0, 50],
    ]);
    const spline = (flags: number, values: number[], ...more: Group[]) =>
      entity('SPLINE', [70, flags], [71, 3], ...knots(values), ...clamped, ...more);
    leaves('left out: 1 SPLINE whose knots do not fit its control points', spline(8, [0, 0, 0, 1, 1, 1]));
    leaves('left out: 1 SPLINE whose knots fall', spline(8, [0, 0, 0, 0, 1, 1, 1, 0.5]));
    leaves('left out: 1 SPLINE marked closed with ends apart', spline(11, [0, 0, 0, 0, 1, 1, 1, 1]));
    const weights = [1, -1, 1, 1].map((weight): Group => [41, weight]);
    leaves('left out: 1 SPLINE with a weight that is not above 0', spline(8, [0, 0, 0, 0, 1, 1, 1, 1], ...weights));
  },
};

/** Area of a closed uniform cubic B-spline: each span is a Bézier curve, whose area is a sum of cross products. */
function periodicArea(controls: readonly Point[]): number {
  const n = controls.length;
  const at = (i: number): Point => controls[(i + n) % n]!;
  const mix = (...parts: [number, Point][]): Point => [
    parts.reduce((sum, [w, [x]]) => sum + w * x, 0),
    parts.reduce((sum, [w, [, y]]) => sum + w * y, 0),
  ];
  const cross = ([ax, ay]: Point, [bx, by]: Point): number => ax * by - ay * bx;
  let sum = 0;
  for (let i = 0; i < n; i++) {
    const a = mix([1 / 6, at(i - 1)], [4 / 6, at(i)], [1 / 6, at(i + 1)]);
    const b = mix([2 / 3, at(i)], [1 / 3, at(i + 1)]);
    const c = mix([1 / 3, at(i)], [2 / 3, at(i + 1)]);
    const d = mix([1 / 6, at(i)], [4 / 6, at(i + 1)], [1 / 6, at(i + 2)]);
    sum += 6 * cross(a, b) + 3 * cross(a, c) + cross(a, d) + 3 * cross(b, c) + 3 * cross(b, d) + 6 * cross(c, d);
  }
  return Math.abs(sum) / 20;
}
