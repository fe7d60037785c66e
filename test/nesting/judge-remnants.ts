/** The part of the independent judge that looks at remnants: it shares no code with the engine. */

import { Clipper, FillRule, type Paths64 } from 'clipper2-ts';
import type { Point } from '../../src/geometry/point.js';
import type { Bin, NestRequest, Solution } from '../../src/nesting/request.js';
import {
  bounds,
  covers,
  distance,
  extent,
  gapTo,
  perimeter,
  placedRegion,
  qualityRegions,
  type Region,
} from './judge.js';

/**
 * Faults of the reported remnants. They lie in their sheets, off its holes and off each other, and off the parts by the
 * distance. They are large enough. Every place for a disc of the least width belongs to one. They
 * have the qualities of their sheet.
 */
export function remnantComplaints(request: NestRequest, solution: Solution): string[] {
  const { remnants: settings, bins, polygons, minDistance } = request;
  if (!settings) return [];
  const said: string[] = [];
  const first = bounds(bins[0]!.boundary.points);
  const smaller = Math.min(first.maxX - first.minX, first.maxY - first.minY);
  const tolerance = 1e-6 * smaller;
  const width = settings.leastWidth ?? smaller / 20;
  for (const { bin, remnants = [] } of solution.usage.sheets) {
    const sheet = bins[bin]!;
    const parts = solution.placements
      .filter((placement) => placement.bin === bin)
      .map((placement) => placedRegion(polygons[placement.index]!, placement));
    const pieces = remnants.map((own): Region => [own.boundary.points, ...own.holes.map(({ points }) => points)]);
    const scale = 2 ** Math.floor(Math.log2(2 ** 40 / Math.max(extent(sheet.boundary.points), 1)));
    const grid = (region: Region) =>
      region.map((outline) => outline.map(([x, y]) => ({ x: Math.round(x * scale), y: Math.round(y * scale) })));
    const area = (paths: Paths64) => Math.abs(Clipper.areaPaths(paths)) / scale ** 2;
    const shared = (a: Region, b: Region) => area(Clipper.intersect(grid(a), grid(b), FillRule.EvenOdd));
    for (const [i, piece] of pieces.entries()) {
      const slack = tolerance * perimeter(piece);
      if (area(Clipper.difference(grid(piece), grid([sheet.boundary.points]), FillRule.EvenOdd)) > slack)
        said.push(`remnant ${i} sticks out of sheet ${bin}`);
      if (sheet.holes.some(({ points }) => shared(piece, [points]) > slack)) said.push(`remnant ${i} covers a hole`);
      if (area(grid(piece)) < (settings.leastArea ?? width * width) - slack) said.push(`remnant ${i} is too small`);
      if (pieces.some((other, k) => k > i && shared(piece, other) > slack)) said.push(`remnant ${i} meets another`);
      for (const own of parts) {
        if (shared(piece, own) > slack) said.push(`remnant ${i} covers a part`);
        else if (distance(piece, own) < minDistance - tolerance) said.push(`remnant ${i} is too near a part`);
      }
    }
    for (const [i, own] of remnants.entries()) {
      const piece = grid(pieces[i]!);
      const qualities = new Set([...(sheet.zones ?? []), ...(own.zones ?? [])].map(({ quality }) => quality));
      const onQuality = (of: Bin, quality: number): Paths64 => {
        const regions = qualityRegions(of, grid).filter((each) => each.quality === quality);
        return Clipper.intersect(
          piece,
          regions.flatMap(({ region }) => region),
          FillRule.NonZero,
        );
      };
      for (const quality of qualities) {
        const changed = Clipper.xor(onQuality(sheet, quality), onQuality(own, quality), FillRule.NonZero);
        if (area(changed) > tolerance * perimeter(pieces[i]!))
          said.push(`remnant ${i} has other places of quality ${quality}`);
      }
      if ((own.quality ?? 1) !== (sheet.quality ?? 1)) said.push(`remnant ${i} has the quality ${own.quality}`);
    }
    const { minX, minY, maxX, maxY } = bounds(sheet.boundary.points);
    const isFree = (point: Point): boolean => {
      if (!covers([sheet.boundary.points], point) || gapTo([sheet.boundary.points], point) < width / 2) return false;
      if (sheet.holes.some(({ points }) => covers([points], point) || gapTo([points], point) < width / 2)) return false;
      return parts.every((own) => !covers(own, point) && gapTo(own, point) >= minDistance + width / 2 + 0.01 * width);
    };
    // A free piece below the least area is none, so only places in rows of free ones count.
    if ((settings.leastArea ?? width * width) > width * width) continue;
    const step = Math.max(width / 3, (maxX - minX) / 30);
    for (let x = minX; x < maxX; x += step) {
      for (let y = minY; y < maxY; y += step) {
        const around = [-1, 0, 1].flatMap((i) => [-1, 0, 1].map((k): Point => [x + i * step, y + k * step]));
        if (around.every(isFree) && !pieces.some((piece) => covers(piece, [x, y])))
          said.push(`the free place ${x}, ${y} of sheet ${bin} is in no remnant`);
      }
    }
  }
  return said;
}
