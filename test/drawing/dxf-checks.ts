/** Readers for the DXF files of tests, and the entities that several rows of the table need. */

import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { type DxfParts, dxfSource, entity, type Group, square, xy } from './dxf-source.js';
import { areaOf } from './table-rows.js';

export const read = (entities: readonly Group[], parts?: DxfParts) =>
  readParts(dxfSource(entities, parts), { format: 'dxf' });
export const only = (entities: readonly Group[], parts?: DxfParts): readonly Point[] => {
  const { parts: found, notes } = read(entities, parts);
  assert.equal(notes, []);
  assert.is(found.length, 1);
  return found[0]!.points;
};
/** Reads a square beside an entity that the reader leaves out. */
export const leaves = (sentence: string, beside: readonly Group[], parts?: DxfParts): void => {
  const { parts: found, notes } = read([...square(10), ...beside], parts);
  assert.equal(notes, [sentence]);
  assert.equal(
    found.map(({ points }) => areaOf(points)),
    [100],
  );
};
/** Every point has the same value of a form in x and y. */
export const onCurve = (points: readonly Point[], form: (x: number, y: number) => number, value: number): void => {
  for (const [x, y] of points) assert.ok(Math.abs(form(x, y) - value) < 1e-9 * value, `${x}, ${y} is off the curve`);
};

export const behind: Group[] = [
  [210, 0],
  [220, 0],
  [230, -1],
];
export const tilted: Group[] = [
  [210, 0],
  [220, 1],
  [230, 1],
];
export const vertex = (x: number, y: number, ...more: Group[]): Group[] => entity('VERTEX', ...more, ...xy([[x, y]]));
export const polyline = (flags: number, ...vertices: Group[][]): Group[] => [
  ...entity('POLYLINE', [66, 1], [70, flags]),
  ...vertices.flat(),
  ...entity('SEQEND'),
];
export const knots = (values: readonly number[]): Group[] => values.map((value): Group => [40, value]);
/** The whole circle as a rational quadratic spline: exact, seven control points. */
export const roundSpline = (r: number, ...more: Group[]): Group[] =>
  entity(
    'SPLINE',
    ...more,
    [71, 2],
    ...knots([0, 0, 0, 1, 1, 2, 2, 3, 3, 3]),
    ...[1, 0.5, 1, 0.5, 1, 0.5, 1].map((weight): Group => [41, weight]),
    ...xy(
      Array.from({ length: 7 }, (_, i): [number, number] => {
        const [angle, reach] = [(i * Math.PI) / 3, i % 2 === 0 ? r : 2 * r];
        return [reach * Math.cos(angle), reach * Math.sin(angle)];
      }),
    ),
  );
