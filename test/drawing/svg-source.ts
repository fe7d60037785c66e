/** SVG files for tests, and checks of their lines; resvg's painting is the independent judge. */

import { Resvg } from '@resvg/resvg-js';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { readParts } from '../../src/services/files/read-parts.js';
import { areaOf, perimeterOf } from './table-rows.js';

export const page = 'width="100mm" height="100mm" viewBox="0 0 100 100"';
export const svg = (content: string, head = page): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${head}>${content}</svg>`;
export const read = (content: string, head?: string) => readParts(svg(content, head), { format: 'svg' });
export const only = (content: string, head?: string): readonly Point[] => {
  const { parts, notes } = read(content, head);
  assert.equal(notes, []);
  assert.is(parts.length, 1);
  return parts[0]!.points;
};
export const leaves = (sentence: string, beside: string): void => {
  const { parts, notes } = read(`<rect width="10" height="10"/>${beside}`);
  assert.equal(notes, [sentence]);
  assert.equal(
    parts.map(({ points }) => areaOf(points)),
    [100],
  );
};
export const refused = (content: string, sentence: RegExp): void => {
  assert.throws(() => read(content), sentence);
};

/** mm² that resvg paints, by the coverage of pixels of 0.1 mm. */
export function painted(content: string, head: string | undefined, width: number): number {
  const { pixels } = new Resvg(svg(content, head), { fitTo: { mode: 'width', value: width * 10 } }).render();
  let sum = 0;
  for (let i = 3; i < pixels.length; i += 4) sum += pixels[i]!;
  return sum / 255 / 100;
}

/** As much area as resvg paints, to the width of a chord and half a percent. */
export function asPainted(content: string, head?: string, width = 100): void {
  const { parts, notes } = read(content, head);
  assert.equal(notes, []);
  const outlines = parts.flatMap(({ points, holes }) => [points, ...holes]);
  const area = parts.reduce(
    (sum, { points, holes }) => sum + areaOf(points) - holes.reduce((all, hole) => all + areaOf(hole), 0),
    0,
  );
  const most = 0.05 * outlines.reduce((sum, outline) => sum + perimeterOf(outline), 0) + 0.005 * area;
  const truth = painted(content, head, width);
  assert.ok(truth > 1 && Math.abs(area - truth) <= most, `${content}: ${area} mm², painted ${truth}`);
}

export const square = '<rect width="10" height="10"/>';
