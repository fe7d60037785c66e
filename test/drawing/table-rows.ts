/** Tables of docs/files.md, so that tests can prove each row. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { packageRoot } from '../cli/readme.js';

/** The first cells of the table below a heading. */
export function rowsUnder(heading: string): string[] {
  const text = readFileSync(join(packageRoot, 'docs/files.md'), 'utf8');
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`));
  assert.ok(section, `docs/files.md has no heading ${heading}`);
  const rows = section.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) => row.split('|')[1]!.trim());
}

export function areaOf(points: readonly Point[]): number {
  const sum = points.reduce((total, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!;
    return total + x * ny - nx * y;
  }, 0);
  return Math.abs(sum) / 2;
}

export const perimeterOf = (points: readonly Point[]): number =>
  points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length]!;
    return sum + Math.hypot(nx - x, ny - y);
  }, 0);

/** Left, top, right, bottom to a hundredth of a millimetre. */
export function boxAround(points: readonly Point[]): number[] {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].map((v) => Math.round(v * 100) / 100 + 0);
}

/** For a flattened curve: no chord is farther from it than 0.05 mm. */
export function nearlyArea(points: readonly Point[], area: number): void {
  const most = 0.05 * perimeterOf(points);
  assert.ok(Math.abs(areaOf(points) - area) <= most, `${areaOf(points)} mm², not ${area} within ${most}`);
}
