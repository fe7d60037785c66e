/**
 * Files for cutters of layouts under each rule of cloth, read back and judged by the places of the layout: the tool cuts into
 * no part, leaves out no side, takes what lies inside first, and does not cut a half part along its fold.
 */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { layMarker } from '../../src/drawing/marker/marker.js';
import { writeMarkerPlt } from '../../src/drawing/marker/marker-plt.js';
import type { Point } from '../../src/geometry/point.js';
import { checkNestRequest } from '../../src/nesting/check/request.js';
import type { NestRequest, Solution } from '../../src/nesting/request.js';
import { bounds, covers, gapTo, type Outline, placedRegion, type Region } from '../nesting/judge.js';
import { nest } from '../nesting/nest.js';
import { base, rules } from '../nesting/rules.js';

const kerf = 4;
/** A plotter unit, and the chords of round corners, mm. */
const slack = 0.06;

/** The strokes of pen 1 on each page, in the coordinates of the sheet. */
function cutsOf(
  request: NestRequest,
  { placements, unplaced }: Solution,
  commonLines: boolean,
): Map<number, Outline[]> {
  const { polygons, bins, clothForm, gravityDirection } = request;
  const marker = layMarker({ polygons, bins, clothForm, gravityDirection, placements, unplaced, roll: false });
  const pages = writeMarkerPlt(marker, { kerf, commonLines }).split('PG;');
  const used = [...new Set(placements.map(({ bin }) => bin))].sort((a, b) => a - b);
  return new Map(
    used.map((bin, page) => {
      const { minX, maxY } = bounds(bins[bin]!.boundary.points);
      const strokes = pages[page]!.split('SP1;')[1]!.matchAll(/PU(-?\d+,-?\d+);PD([\d,-]+);/g);
      const cuts = [...strokes].map(([, from, to]) =>
        `${from},${to}`.match(/-?\d+,-?\d+/g)!.map((pair): Point => {
          const [x, y] = pair.split(',').map(Number);
          return [minX + x! / 40, maxY - y! / 40];
        }),
      );
      return [bin, cuts];
    }),
  );
}

/** The places beside the middles of the sides where the tool must pass, unless the part itself is nearer there. */
function wantedPlaces(region: Region): Point[] {
  return region.flatMap((ring) =>
    ring.flatMap(([ax, ay], i): Point[] => {
      const [bx, by] = ring[(i + 1) % ring.length]!;
      const length = Math.hypot(bx - ax, by - ay);
      const beside = (side: number): Point => [
        (ax + bx) / 2 - (side * (by - ay)) / length,
        (ay + by) / 2 + (side * (bx - ax)) / length,
      ];
      const outer = covers(region, beside(1e-4)) ? -1 : 1;
      // A little further out, so that the tool has room there.
      const free = beside(outer * (kerf / 2 + slack));
      const isFree = gapTo(region, free) > kerf / 2 + 0.9 * slack && !covers(region, free);
      return isFree ? [beside((outer * kerf) / 2)] : [];
    }),
  );
}

/** The distance of a point from strokes, which are open. */
const gapToStrokes = (strokes: readonly Outline[], point: Point): number =>
  Math.min(...strokes.map((stroke) => gapTo([[...stroke, ...stroke.slice(1, -1).reverse()]], point)));

for (const name of Object.keys(rules)) {
  test(`${name}: a cutter follows the layout`, () => {
    fc.assert(
      fc.property(base, fc.boolean(), (plain, commonLines) => {
        const request = rules[name]!({ ...plain, minDistance: kerf });
        fc.pre(checkNestRequest(request).problems.length === 0);
        const { last } = nest(request);
        const cuts = cutsOf(request, last, commonLines);
        for (const { index, bin, ...place } of last.placements) {
          const polygon = request.polygons[index]!;
          const region = placedRegion(polygon, { index, bin, ...place });
          const own = cuts.get(bin)!;
          for (const point of own.flat()) {
            const isBeside = !covers(region, point) && gapTo(region, point) > kerf / 2 - slack;
            assert.ok(isBeside, `${point} cuts into ${index}`);
          }
          for (const at of wantedPlaces(region)) {
            const gap = gapToStrokes(own, at);
            if (polygon.foldLine && isOffCloth(request, bin, at))
              assert.ok(gap > kerf / 4, `${index} is cut along its fold`);
            else assert.ok(gap < slack, `${index} is not cut at ${at}: ${gap}`);
          }
        }
        if (commonLines) return;
        for (const own of cuts.values()) {
          for (const [i, around] of own.entries()) {
            for (const inner of own.slice(i + 1)) {
              const isClosed = around[0]!.join() === around.at(-1)!.join();
              assert.not(isClosed && inner.every((point) => covers([around], point)), 'an inner line comes late');
            }
          }
        }
      }),
      { numRuns: 2, seed: 11, endOnFailure: true },
    );
  });
}

/** Whether a place lies beyond the folds. */
function isOffCloth({ bins }: NestRequest, bin: number, [, y]: Point): boolean {
  const { minY, maxY } = bounds(bins[bin]!.boundary.points);
  return y < minY || y > maxY;
}

test.run();
