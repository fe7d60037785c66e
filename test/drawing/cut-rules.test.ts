/**
 * Files for cutters of layouts under each rule of cloth, read back and judged by the places of the layout: the tool cuts into
 * no part, leaves out no side, takes what lies inside first, and does not cut a half part along its fold.
 */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { layMarker } from '../../src/drawing/marker/marker.js';
import { writeMarkerDxf } from '../../src/drawing/marker/marker-dxf.js';
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

type Cuts = ReadonlyMap<number, readonly Outline[]>;

/** The cuts of each used sheet, in its coordinates, by the kind of file. A closed line repeats its first point. */
function cutsOf(
  request: NestRequest,
  { placements, unplaced }: Solution,
  commonLines: boolean,
): Readonly<Record<'PLT' | 'DXF', Cuts>> {
  const { polygons, bins, clothForm, gravityDirection } = request;
  const marker = layMarker({ polygons, bins, clothForm, gravityDirection, placements, unplaced, roll: false });
  const used = [...new Set(placements.map(({ bin }) => bin))].sort((a, b) => a - b);
  const settings = { kerf, commonLines };
  return {
    PLT: cutsInPlt(writeMarkerPlt(marker, settings), bins, used),
    DXF: cutsInDxf(writeMarkerDxf(marker, settings), bins, used),
  };
}

/** The strokes of pen 1 on each page. */
function cutsInPlt(file: string, bins: NestRequest['bins'], used: readonly number[]): Cuts {
  const pages = file.split('PG;');
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

/** The lines on layer CUT after the outline of each sheet, whose place tells where the sheet lies in the drawing. */
function cutsInDxf(file: string, bins: NestRequest['bins'], used: readonly number[]): Cuts {
  const cuts = new Map<number, Outline[]>();
  let [dx, dy] = [0, 0];
  for (const { layer, points } of polylinesOf(file)) {
    if (layer === 'SHEET') {
      const bin = used[cuts.size]!;
      const [drawn, sent] = [bounds(points), bounds(bins[bin]!.boundary.points)];
      [dx, dy] = [sent.minX - drawn.minX, sent.minY - drawn.minY];
      cuts.set(bin, []);
    }
    if (layer === 'CUT') [...cuts.values()].at(-1)!.push(points.map(([x, y]): Point => [x + dx, y + dy]));
  }
  return cuts;
}

/** The polylines of a drawing with y downwards, read by the published codes of the format: 70 is 1 where one is closed. */
function polylinesOf(file: string): { layer: string; points: Point[] }[] {
  const lines = file.split(/\r?\n/);
  const found: { layer: string; points: Point[]; isClosed: boolean }[] = [];
  let entity = '';
  let x = 0;
  for (let i = 0; i + 1 < lines.length; i += 2) {
    const [code, value] = [Number(lines[i]), lines[i + 1]!.trim()];
    const last = found.at(-1);
    if (code === 0) entity = value;
    if (code === 0 && value === 'POLYLINE') found.push({ layer: '', points: [], isClosed: false });
    if (code === 8 && entity === 'POLYLINE') last!.layer = value;
    if (code === 70 && entity === 'POLYLINE') last!.isClosed = value === '1';
    if (code === 10 && entity === 'VERTEX') x = Number(value);
    if (code === 20 && entity === 'VERTEX') last!.points.push([x, -Number(value)]);
    assert.not(['LINE', 'LWPOLYLINE', 'ARC', 'CIRCLE', 'SPLINE'].includes(entity), `${entity} is not read here`);
  }
  return found.map(({ layer, points, isClosed }) => ({ layer, points: isClosed ? [...points, points[0]!] : points }));
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
        for (const [kind, cuts] of Object.entries(cutsOf(request, last, commonLines)))
          judge(request, last, commonLines, cuts, kind);
      }),
      { numRuns: 2, seed: 11, endOnFailure: true },
    );
  });
}

function judge(request: NestRequest, last: Solution, commonLines: boolean, cuts: Cuts, kind: string): void {
  for (const { index, bin, ...place } of last.placements) {
    const polygon = request.polygons[index]!;
    const region = placedRegion(polygon, { index, bin, ...place });
    const own = cuts.get(bin)!;
    for (const point of own.flat()) {
      assert.ok(beyondFold(request, bin, point) < slack, `${kind}: ${point} cuts into the other layer`);
      const isBeside = !covers(region, point) && gapTo(region, point) > kerf / 2 - slack;
      assert.ok(isBeside, `${kind}: ${point} cuts into ${index}`);
    }
    for (const at of wantedPlaces(region)) {
      const gap = gapToStrokes(own, at);
      if (polygon.foldLine && isOffCloth(request, bin, at))
        assert.ok(gap > kerf / 4, `${kind}: ${index} is cut along its fold`);
      else assert.ok(gap < slack, `${kind}: ${index} is not cut at ${at}: ${gap}`);
    }
  }
  if (commonLines) return;
  for (const own of cuts.values()) {
    for (const [i, around] of own.entries()) {
      for (const inner of own.slice(i + 1)) {
        const isClosed = around[0]!.join() === around.at(-1)!.join();
        assert.not(isClosed && inner.every((point) => covers([around], point)), `${kind}: an inner line comes late`);
      }
    }
  }
}

/** How far a place lies beyond a fold; less than 0 on the cloth, and on cloth without folds. */
function beyondFold({ bins, clothForm = 'open' }: NestRequest, bin: number, [, y]: Point): number {
  const { minY, maxY } = bounds(bins[bin]!.boundary.points);
  if (clothForm === 'open' || bins[bin]!.open) return -Infinity;
  return clothForm === 'tubular' ? Math.max(minY - y, y - maxY) : minY - y;
}

/** Whether a place lies beyond the folds. */
function isOffCloth({ bins }: NestRequest, bin: number, [, y]: Point): boolean {
  const { minY, maxY } = bounds(bins[bin]!.boundary.points);
  return y < minY || y > maxY;
}

test.run();
