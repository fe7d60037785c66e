/** The share of the material that the parts of a layout take. */

import type { NestRequest, Solution } from '../../src/nesting/request.js';

/**
 * Placed area / material, in percent. The material is all sheets where parts are left, else the sheets in use, the last
 * one as far as it is used.
 */
export function densityOf({ bins }: NestRequest, { usage, unplaced }: Solution): number {
  const areas = bins.map(({ boundary: { points } }) => areaOf(points));
  const used = usage.sheets.map(({ bin }) => areas[bin]!);
  const last = usage.sheets[usage.sheets.length - 1]!;
  const material = unplaced.length > 0 ? sum(areas) : sum(used.slice(0, -1)) + last.area;
  return (100 * usage.partArea) / material;
}

function areaOf(points: readonly (readonly [number, number])[]): number {
  let doubled = 0;
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    doubled += x * nextY - nextX * y;
  });
  return Math.abs(doubled) / 2;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
