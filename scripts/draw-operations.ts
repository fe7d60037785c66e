/**
 * Draws the construction of each operation of a pattern definition, for docs/pattern-documents.md. The given points are
 * black, and the result of the operation is blue. A test compares the pictures with the operations.
 *
 *     node dist/scripts/draw-operations.js
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { area, circle, type Drawing, type DrawnShape, polyline, text } from '../src/drawing/drawing.js';
import { writeSvg } from '../src/drawing/svg.js';
import type { Point } from '../src/geometry/point.js';
import type { Json } from '../src/json/json.js';
import { loadDefinition } from '../src/patterns/definition/draft-definition.js';
import { compute } from '../src/patterns/definition/program.js';

interface Example {
  readonly op: string;
  readonly makes: 'point' | 'curve';
  readonly parameters: Readonly<Record<string, Json>>;
  /** Named points, as the input of the operation. */
  readonly given: Readonly<Record<string, Point>>;
  /** Curves, as the input of the operation. */
  readonly curves?: Readonly<Record<string, Json>>;
  /** Thin lines between named points, `result` among them. */
  readonly lines?: readonly (readonly [string, string])[];
  readonly circles?: readonly (readonly [center: string, radius: number])[];
}

const bow = { op: 'smooth', through: ['p', 'q', 'r'] };
const bowPoints: Readonly<Record<string, Point>> = { p: [5, 30], q: [28, 12], r: [55, 24] };

// biome-ignore format: a table
export const examples: readonly Example[] = [
  { op: 'xy', makes: 'point', parameters: { x: 36, y: 24 }, given: { u: [36, 0], v: [0, 24] }, lines: [['u', 'result'], ['v', 'result']] },
  { op: 'offset', makes: 'point', parameters: { from: 'a', dx: 28, dy: 18 }, given: { a: [12, 10] }, lines: [['a', 'result']] },
  { op: 'polar', makes: 'point', parameters: { from: 'a', angle: -35, length: 38 }, given: { a: [10, 33] }, lines: [['a', 'result']] },
  { op: 'between', makes: 'point', parameters: { a: 'a', b: 'b', t: 0.35 }, given: { a: [8, 32], b: [52, 10] }, lines: [['a', 'b']] },
  { op: 'alongLine', makes: 'point', parameters: { from: 'a', to: 'b', length: 18 }, given: { a: [8, 10], b: [52, 30] }, lines: [['a', 'b']] },
  { op: 'normal', makes: 'point', parameters: { from: 'a', to: 'b', length: -20 }, given: { a: [18, 32], b: [52, 26] }, lines: [['a', 'b'], ['a', 'result']] },
  { op: 'bisector', makes: 'point', parameters: { a: 'a', corner: 'c', b: 'b', length: 30 }, given: { a: [50, 7], c: [8, 20], b: [46, 36] }, lines: [['c', 'a'], ['c', 'b'], ['c', 'result']] },
  { op: 'intersectLines', makes: 'point', parameters: { a: 'a', b: 'b', c: 'c', d: 'd' }, given: { a: [6, 8], b: [28, 18], c: [8, 36], d: [30, 28] }, lines: [['a', 'result'], ['c', 'result']] },
  { op: 'intersectLineAxis', makes: 'point', parameters: { from: 'e', angle: -60, a: 'a', b: 'b' }, given: { e: [16, 35], a: [6, 10], b: [54, 18] }, lines: [['a', 'b'], ['e', 'result']] },
  { op: 'foot', makes: 'point', parameters: { from: 'e', a: 'a', b: 'b' }, given: { e: [34, 35], a: [6, 20], b: [54, 8] }, lines: [['a', 'b'], ['e', 'result']] },
  { op: 'circleLine', makes: 'point', parameters: { center: 'c', radius: 13, a: 'a', b: 'b', pick: 'last' }, given: { c: [30, 20], a: [4, 31], b: [56, 15] }, lines: [['a', 'b']], circles: [['c', 13]] },
  { op: 'circleCircle', makes: 'point', parameters: { a: 'a', radiusA: 15, b: 'b', radiusB: 12, side: 'left' }, given: { a: [21, 21], b: [41, 21] }, lines: [['a', 'b']], circles: [['a', 15], ['b', 12]] },
  { op: 'tangent', makes: 'point', parameters: { from: 'a', center: 'c', radius: 12, side: 'left' }, given: { a: [5, 32], c: [38, 21] }, lines: [['a', 'c'], ['a', 'result']], circles: [['c', 12]] },
  { op: 'xyOf', makes: 'point', parameters: { x: 'a', y: 'b' }, given: { a: [44, 34], b: [10, 11] }, lines: [['a', 'result'], ['b', 'result']] },
  { op: 'onCurve', makes: 'point', parameters: { curve: 'bow', t: 0.4 }, given: bowPoints, curves: { bow } },
  { op: 'curveAxis', makes: 'point', parameters: { curve: 'bow', from: 'e', angle: -75 }, given: { ...bowPoints, e: [33, 37] }, curves: { bow }, lines: [['e', 'result']] },
  { op: 'circleSegment', makes: 'point', parameters: { center: 'c', radius: 13, a: 'a', b: 'b' }, given: { c: [30, 20], a: [25, 22], b: [56, 15] }, lines: [['a', 'b']], circles: [['c', 13]] },
  { op: 'circleBeyond', makes: 'point', parameters: { center: 'c', radius: 20, a: 'a', b: 'b' }, given: { c: [26, 20], a: [8, 30], b: [30, 25] }, lines: [['a', 'result']], circles: [['c', 20]] },
  { op: 'arcsMeet', makes: 'point', parameters: { a: 'a', radiusA: 17, arcA: 'bowA', b: 'b', radiusB: 15, arcB: 'bowB', side: 'left' }, given: { a: [20, 27], b: [41, 27] }, curves: { bowA: { op: 'arc', center: 'a', radius: 17, start: -110, end: -10 }, bowB: { op: 'arc', center: 'b', radius: 15, start: -170, end: -60 } } },
  { op: 'arcTangent', makes: 'point', parameters: { from: 'a', center: 'c', radius: 12, arc: 'bow', side: 'left' }, given: { a: [5, 32], c: [38, 21] }, curves: { bow: { op: 'arc', center: 'c', radius: 12, start: -170, end: -20 } }, lines: [['a', 'result']] },
  { op: 'curveAhead', makes: 'point', parameters: { curve: 'bow', from: 'e', angle: -75 }, given: { ...bowPoints, e: [33, 37] }, curves: { bow }, lines: [['e', 'result']] },
  { op: 'curvesMeet', makes: 'point', parameters: { a: 'bow', b: 'bowB', height: 'lowest', side: 'rightmost' }, given: { ...bowPoints, c: [30, 3] }, curves: { bow, bowB: { op: 'arc', center: 'c', radius: 22, start: 15, end: 165 } } },
  { op: 'boxCenter', makes: 'point', parameters: { points: ['a', 'b'], curves: ['bow'] }, given: { ...bowPoints, a: [14, 36], b: [36, 6] }, curves: { bow } },
  { op: 'mirror', makes: 'point', parameters: { point: 'p', a: 'a', b: 'b' }, given: { p: [12, 14], a: [28, 5], b: [34, 37] }, lines: [['a', 'b'], ['p', 'result']] },
  { op: 'rotate', makes: 'point', parameters: { point: 'p', center: 'c', angle: -50 }, given: { p: [50, 31], c: [14, 33] }, lines: [['c', 'p'], ['c', 'result']] },
  { op: 'move', makes: 'point', parameters: { point: 'p', from: 'a', to: 'b' }, given: { p: [14, 12], a: [22, 34], b: [48, 26] }, lines: [['a', 'b'], ['p', 'result']] },
  { op: 'line', makes: 'curve', parameters: { from: 'a', to: 'b' }, given: { a: [8, 30], b: [52, 10] } },
  { op: 'cubic', makes: 'curve', parameters: { from: 'a', c1: 'c', c2: 'd', to: 'b' }, given: { a: [6, 32], c: [14, 6], d: [40, 6], b: [54, 30] }, lines: [['a', 'c'], ['b', 'd']] },
  { op: 'handles', makes: 'curve', parameters: { from: 'a', angle1: -90, length1: 22, to: 'b', angle2: 180, length2: 22 }, given: { a: [8, 34], b: [52, 10] } },
  { op: 'cubics', makes: 'curve', parameters: { through: ['a', 'c', 'd', 'm', 'e', 'f', 'b'] }, given: { a: [6, 32], c: [8, 14], d: [20, 6], m: [28, 18], e: [36, 30], f: [46, 36], b: [54, 14] }, lines: [['a', 'c'], ['d', 'm'], ['m', 'e'], ['f', 'b']] },
  { op: 'path', makes: 'curve', parameters: { nodes: [{ at: 'a', angle: -60, after: 14 }, { at: 'c', angle: 20, before: 10, after: 10 }, { at: 'b', angle: 60, before: 14 }] }, given: { a: [6, 32], c: [28, 13], b: [54, 33] } },
  { op: 'smooth', makes: 'curve', parameters: { through: ['a', 'c', 'd', 'b'] }, given: { a: [6, 30], c: [20, 10], d: [38, 30], b: [54, 12] } },
  { op: 'arc', makes: 'curve', parameters: { center: 'c', radius: 22, start: -150, end: -20 }, given: { c: [30, 32] } },
  { op: 'ellipse', makes: 'curve', parameters: { center: 'c', radiusX: 24, radiusY: 13, start: -180, end: 0 }, given: { c: [30, 28] } },
  { op: 'part', makes: 'curve', parameters: { curve: 'bow', from: 'a', to: 'b' }, given: { p: [5, 30], q: [28, 12], r: [55, 24], a: [14, 14], b: [42, 10] }, curves: { bow } },
  { op: 'mirror', makes: 'curve', parameters: { curve: 'bow', a: 'a', b: 'b' }, given: { p: [6, 8], q: [18, 14], r: [24, 34], a: [30, 4], b: [30, 38] }, curves: { bow }, lines: [['a', 'b']] },
  { op: 'rotate', makes: 'curve', parameters: { curve: 'bow', center: 'c', angle: -45 }, given: { p: [20, 36], q: [34, 28], r: [52, 32], c: [10, 36] }, curves: { bow } },
  { op: 'move', makes: 'curve', parameters: { curve: 'bow', from: 'a', to: 'b' }, given: { p: [6, 26], q: [18, 10], r: [34, 14], a: [10, 36], b: [30, 32] }, curves: { bow }, lines: [['a', 'b']] },
];

const [width, height] = [60, 40];
const [black, gray, blue] = ['#1f2933', '#9aa5b1', '#2563eb'];

export const fileOf = ({ op, makes }: Pick<Example, 'op' | 'makes'>): string => `${makes}-${op}.svg`;

/** The text of an SVG. */
export function drawExample({ op, makes, parameters, given, curves = {}, lines = [], circles = [] }: Example): string {
  const made = { op, ...parameters };
  const document = {
    schema: 'pattern-definition/1',
    name: op,
    unit: 'mm',
    points: {
      ...Object.fromEntries(Object.entries(given).map(([name, [x, y]]) => [name, { op: 'xy', x, y }])),
      ...(makes === 'point' ? { result: made } : {}),
    },
    curves: { ...curves, ...(makes === 'curve' ? { result: made } : {}) },
    pieces: [{ name: 'none', outline: [{ move: { x: 0, y: 0 } }, { line: { x: 1, y: 0 } }, { line: { x: 0, y: 1 } }] }],
  };
  const scope = { variables: new Map(), points: new Map(), curves: new Map() };
  compute(loadDefinition(document as unknown as Json), scope);
  const at = (name: string): Point => scope.points.get(name)!;
  const thin = { stroke: gray, strokeWidth: 0.3, dash: [1.2, 0.8] };
  const flat = (name: string): Point[] => scope.curves.get(name)!.flatten(0.02);
  const shapes: DrawnShape[] = [
    area(
      [
        [0, 0],
        [width, 0],
        [width, height],
        [0, height],
      ],
      'paper',
      { fill: '#ffffff' },
    ),
    ...circles.map(([center, radius]) => circle(at(center), radius, 'guides', thin)),
    ...lines.map(([from, to]) => polyline([at(from), at(to)], 'guides', thin)),
    ...Object.keys(curves).map((name) => polyline(flat(name), 'given', { stroke: black, strokeWidth: 0.5 })),
    ...Object.keys(given).flatMap((name) => dot(name, at(name), black)),
    ...(makes === 'point' ? dot('', at('result'), blue, 1.2) : []),
    ...(makes === 'curve' ? [polyline(flat('result'), 'result', { stroke: blue, strokeWidth: 0.9 })] : []),
  ];
  const drawing: Drawing = { title: `${op} makes a ${makes}`, description: '', shapes, margin: 0 };
  return writeSvg(drawing);
}

const dot = (name: string, [x, y]: Point, color: string, radius = 0.8): DrawnShape[] => [
  circle([x, y], radius, 'points', { fill: color }),
  ...(name === '' ? [] : [text(name, [x + 1.6, y - 1.4], 2.6, 'names', { color })]),
];

if (process.argv[1]?.endsWith('draw-operations.js')) {
  const folder = join('docs', 'images', 'operations');
  mkdirSync(folder, { recursive: true });
  for (const example of examples) writeFileSync(join(folder, fileOf(example)), drawExample(example));
}
