/**
 * An independent judge of layouts for the tests. It measures areas by clipper2 on a fine grid, and distances point by
 * point. It shares no code with the engine and follows the published convention of a placement.
 */

import { Clipper, FillRule, type Paths64 } from 'clipper2-ts';
import type { Point } from '../../src/geometry/point.js';
import type { Bin, NestRequest, Placement, Polygon, Solution } from '../../src/nesting/request.js';

export type Outline = readonly Point[];
/** An outline and its openings. */
export type Region = readonly Outline[];

/** One sentence for each fault of a solution; empty for a sound one. `ruledOut`: see `mismatches`. */
export function complaints(request: NestRequest, solution: Solution, ruledOut: readonly string[] = []): string[] {
  const said: string[] = [];
  const { polygons, bins } = request;
  const sent = bounds(bins[0]!.boundary.points);
  const tolerance = 1e-6 * Math.min(sent.maxX - sent.minX, sent.maxY - sent.minY);
  const { locked = [] } = request;
  const indices = [...solution.placements.map(({ index }) => index), ...solution.unplacedIndices].sort((a, b) => a - b);
  const wanted = polygons.flatMap(({ quantity = 1 }, i) => Array.from({ length: quantity }, () => i));
  if (indices.join() !== wanted.join()) said.push(`not every polygon as often as wanted: ${indices}`);
  if (solution.unplaced.join() !== solution.unplacedIndices.map((i) => polygons[i]!.id).join())
    said.push('unplaced ids');
  for (const held of locked) {
    const same = (p: Placement) =>
      p.index === held.index &&
      p.bin === held.bin &&
      p.position.join() === held.position.join() &&
      p.rotation === held.rotation &&
      !p.mirrored === !held.mirrored;
    if (!solution.placements.some(same)) said.push(`locked polygon ${held.index} has been moved`);
  }
  const { usage } = solution;
  const isPriced = bins.some(({ cost = 0, costPerLength = 0 }) => cost + costPerLength > 0);
  if (isPriced !== ((usage.cost ?? null) !== null)) said.push(`the cost of the layout is ${usage.cost}`);
  if (isPriced) {
    const costs = usage.sheets.map(
      ({ bin, length }) => (bins[bin]!.cost ?? 0) + (bins[bin]!.costPerLength ?? 0) * length,
    );
    const whole = costs.reduce((sum, cost) => sum + cost, 0);
    const isEqual = (a: number, b: number) => Math.abs(a - b) <= 1e-9 * Math.max(1, b);
    if (!isEqual(usage.cost!, whole)) said.push(`the layout costs ${whole}, not ${usage.cost}`);
    if (!usage.sheets.every(({ cost }, i) => isEqual(cost!, costs[i]!))) said.push('the costs of the sheets are wrong');
  }
  const ways = new Map<string, number[]>();
  for (const { index, rotation } of solution.placements) {
    const { directionGroup } = polygons[index]!;
    if (!directionGroup) continue;
    const near = allowedNear(request, polygons[index]!, rotation);
    const way = ways.get(directionGroup)?.filter((degrees) => near.includes(degrees)) ?? near;
    ways.set(directionGroup, way);
    if (way.length === 0) said.push(`polygon ${index} lies at ${rotation}, unlike others of its group`);
  }
  said.push(...mismatches(request, solution, ruledOut));
  const placed = solution.placements.map((placement) => {
    const { index, id, position, rotation, bin, mirrored } = placement;
    const polygon = polygons[index]!;
    const isLocked = locked.some((held) => held.index === index && held.position.join() === position.join());
    if (polygon.id !== id) said.push(`placement of ${index} has id ${id}`);
    if (!isLocked && allowedNear(request, polygon, rotation).length === 0)
      said.push(`rotation ${rotation} is not allowed`);
    if (!isLocked && mirrored && !polygon.mirror) said.push(`polygon ${index} must not be flipped`);
    if (!isLocked && request.matchingType !== 'solid') {
      for (const gap of gapsToGrid(request, placement)) {
        if (gap > tolerance) said.push(`the anchor of ${index} is ${gap} off the grid`);
      }
    }
    return { index, bin, region: placedRegion(polygon, placement) };
  });
  const scale =
    2 ** Math.floor(Math.log2(2 ** 40 / Math.max(...placed.map(({ bin }) => extent(bins[bin]!.boundary.points)), 1)));
  const area = (paths: Paths64) => Math.abs(Clipper.areaPaths(paths)) / scale ** 2;
  const grid = (region: Region) =>
    region.map((outline) => outline.map(([x, y]) => ({ x: Math.round(x * scale), y: Math.round(y * scale) })));
  for (const { index, bin, region } of placed) {
    const sheet = bins[bin]!;
    const own = grid(region);
    const slack = tolerance * perimeter(region);
    const outside = area(Clipper.difference(own, grid([sheet.boundary.points]), FillRule.EvenOdd));
    if (outside > slack) said.push(`polygon ${index} sticks out of sheet ${bin} by ${outside}`);
    if (request.edgeDistance > tolerance) {
      const sides = edges(sheet.boundary.points).filter((side) => !isFoldSide(request, sheet, side));
      for (const edge of [...sides, ...sheet.holes.map(({ points }) => points)]) {
        const gap = distance(region, [edge]);
        if (gap < request.edgeDistance - tolerance)
          said.push(`polygon ${index} is ${gap} from an edge of sheet ${bin}`);
      }
    }
    for (const hole of sheet.holes) {
      const over = area(Clipper.intersect(own, grid([hole.points]), FillRule.EvenOdd));
      if (over > slack) said.push(`polygon ${index} lies over a hole by ${over}`);
    }
  }
  for (const placement of solution.placements) {
    const { bin, index } = placement;
    for (const { quality, region } of qualityRegions(bins[bin]!, grid)) {
      for (const { need, region: own } of needRegions(polygons[index]!, placement, grid)) {
        if (need >= quality) continue;
        const over = area(Clipper.intersect(own, region, FillRule.NonZero));
        const slack = tolerance * perimeter(placedRegion(polygons[index]!, placement));
        if (over > slack) said.push(`polygon ${index} needs quality ${need} and has ${over} on quality ${quality}`);
      }
    }
  }
  said.push(...foldComplaints(request, solution, tolerance));
  const boxes = placed.map(({ region }) => bounds(region[0]!));
  const distances = placed.map(({ index }) => Math.max(request.minDistance, polygons[index]!.spacing ?? 0));
  const reach = Math.max(...distances, tolerance);
  const isNear = (a: ReturnType<typeof bounds>, b: ReturnType<typeof bounds>): boolean =>
    a.minX < b.maxX + reach && b.minX < a.maxX + reach && a.minY < b.maxY + reach && b.minY < a.maxY + reach;
  for (const [i, a] of placed.entries()) {
    for (let k = i + 1; k < placed.length; k++) {
      const b = placed[k]!;
      if (a.bin !== b.bin || !isNear(boxes[i]!, boxes[k]!)) continue;
      const over = area(Clipper.intersect(grid(a.region), grid(b.region), FillRule.EvenOdd));
      if (over > (tolerance * Math.min(perimeter(a.region), perimeter(b.region))) / 2) {
        said.push(`polygons ${a.index} and ${b.index} overlap by ${over}`);
      }
      const least = Math.max(distances[i]!, distances[k]!);
      if (least <= tolerance) continue;
      const gap = distance(a.region, b.region);
      if (gap < least - tolerance) said.push(`polygons ${a.index} and ${b.index} are ${gap} apart`);
    }
  }
  const apart = placed.map((own, i) => ({ ...own, distance: distances[i]! }));
  return [...said, ...openedComplaints(request, apart, tolerance)];
}

/**
 * Pieces too near to each other once the cloth is opened at a fold. A part of two layers is two pieces, mirror images about
 * the fold; a half part is one piece with its image.
 */
function openedComplaints(
  request: NestRequest,
  placed: readonly {
    readonly index: number;
    readonly bin: number;
    readonly region: Region;
    readonly distance: number;
  }[],
  tolerance: number,
): string[] {
  const said: string[] = [];
  const reach = Math.max(0, ...placed.map((own) => own.distance));
  for (const [bin, sheet] of request.bins.entries()) {
    for (const [[x, y], [other]] of edges(sheet.boundary.points).filter((side) => isFoldSide(request, sheet, side))) {
      const axis = x === other ? 0 : 1;
      const fold = axis === 0 ? x : y;
      const near = placed.filter(({ bin: own, region }) => {
        return own === bin && region[0]!.some((point) => Math.abs(point[axis] - fold) < reach);
      });
      const images = near.map(({ region }) =>
        region.map((line) => line.map(([x, y]): Point => (axis === 0 ? [2 * fold - x, y] : [x, 2 * fold - y]))),
      );
      for (const [i, a] of near.entries()) {
        for (const [k, b] of near.entries()) {
          const least = Math.max(a.distance, b.distance);
          if (k < i || least <= tolerance || (k === i && request.polygons[a.index]!.foldLine)) continue;
          const gap = distance(a.region, images[k]!);
          if (gap < least - tolerance)
            said.push(`polygon ${a.index} is ${gap} from ${b.index} in the other layer of sheet ${bin}`);
        }
      }
    }
  }
  return said;
}

/** Whether a side of a bin is a fold: the upper one, or the left one where gravity is vertical; on tubular cloth both. */
function isFoldSide({ clothForm = 'open', gravityDirection }: NestRequest, sheet: Bin, [p, q]: Outline): boolean {
  if (clothForm === 'open' || sheet.open) return false;
  const axis = gravityDirection === 'left' || gravityDirection === 'right' ? 1 : 0;
  const { minX, minY, maxX, maxY } = bounds(sheet.boundary.points);
  const folds = clothForm === 'tubular' ? [axis ? minY : minX, axis ? maxY : maxX] : [axis ? minY : minX];
  return folds.some((at) => p![axis] === at && q![axis] === at);
}

/** Half parts lie with their fold lines on folds, open parts on open bins, and the pieces are counted by layers. */
function foldComplaints(request: NestRequest, solution: Solution, tolerance: number): string[] {
  const { clothForm = 'open', bins, polygons } = request;
  const said: string[] = [];
  const pieces = new Map<number, number>();
  for (const placement of solution.placements) {
    const polygon = polygons[placement.index]!;
    const sheet = bins[placement.bin]!;
    const isFolded = clothForm !== 'open' && !sheet.open;
    pieces.set(placement.bin, (pieces.get(placement.bin) ?? 0) + (isFolded && !polygon.foldLine ? 2 : 1));
    if (clothForm !== 'open' && Boolean(polygon.open) !== Boolean(sheet.open))
      said.push(`polygon ${placement.index} lies on the wrong layers of sheet ${placement.bin}`);
    if (!polygon.foldLine) continue;
    const line = { ...polygon, origin: polygon.origin ?? topLeft(polygon.points), points: polygon.foldLine, holes: [] };
    const [placed] = placedRegion(line, placement);
    const sides = edges(sheet.boundary.points).filter((side) => isFoldSide(request, sheet, side));
    const gap = Math.min(
      ...sides.map(([p, q]) => Math.max(...placed!.map((point) => pointToSegment(point, p, q)))),
      Infinity,
    );
    if (gap > tolerance) said.push(`the fold line of polygon ${placement.index} is ${gap} off the fold`);
  }
  for (const { bin, pieces: told } of solution.usage.sheets) {
    if (told !== pieces.get(bin)) said.push(`sheet ${bin} gives ${pieces.get(bin)} pieces, not ${told}`);
  }
  return said;
}

type OnGrid = (region: Region) => Paths64;

/** The regions of a bin by quality. Where zones overlap, the worst counts, so each zone counts as a whole. */
export function qualityRegions({ boundary, zones = [], quality: rest = 1 }: Bin, grid: OnGrid) {
  const regions = zones.map((zone) => ({ quality: zone.quality, region: grid([zone.boundary.points]) }));
  const ofZones = regions.flatMap(({ region }) => region);
  const outside = Clipper.difference(grid([boundary.points]), ofZones, FillRule.NonZero);
  return [...regions, { quality: rest, region: outside }];
}

/** The regions of a placed part by the quality that they need: each place needs the best of its zones, else the part's. */
function needRegions(polygon: Polygon, placement: Placement, grid: OnGrid) {
  const { zones = [], quality = Infinity } = polygon;
  let left = Clipper.union(grid(placedRegion(polygon, placement)), [], FillRule.EvenOdd);
  const regions: { need: number; region: Paths64 }[] = [];
  for (const { boundary, quality: need } of [...zones].sort((a, b) => a.quality - b.quality)) {
    const anchored = {
      ...polygon,
      origin: polygon.origin ?? topLeft(polygon.points),
      points: boundary.points,
      holes: [],
    };
    const zone = grid(placedRegion(anchored, placement));
    regions.push({ need, region: Clipper.intersect(left, zone, FillRule.NonZero) });
    left = Clipper.difference(left, zone, FillRule.NonZero);
  }
  return [...regions, { need: quality, region: left }];
}

function topLeft(points: Outline): Point {
  const { minX, minY } = bounds(points);
  return [minX, minY];
}

/** Whether a point lies in a region, by a ray to the right. */
export function covers(region: Region, [x, y]: Point): boolean {
  const crossed = region.flatMap(edges).filter(([[ax, ay], [bx, by]]) => {
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
  });
  return crossed.length % 2 === 1;
}

export const gapTo = (region: Region, point: Point): number =>
  Math.min(...region.flatMap(edges).map(([p, q]) => pointToSegment(point, p, q)));

/**
 * Matches that miss by more than a hundredth of the tolerance, except `ruledOut` ones, as "axis name". Two points meet
 * where the cloth looks the same at both and goes on in the same direction.
 */
export function mismatches(request: NestRequest, solution: Solution, ruledOut: readonly string[] = []): string[] {
  const { fabric, match = [], polygons, bins } = request;
  if (!fabric) return [];
  const said: string[] = [];
  for (const { name, points, axis, phaseX, phaseY } of match) {
    for (const [k, on, repeat, offset, given] of [
      [0, 'x', fabric.repeatX, fabric.offsetX, phaseX],
      [1, 'y', fabric.repeatY, fabric.offsetY, phaseY],
    ] as const) {
      if (repeat === null || (axis !== 'both' && axis !== on) || ruledOut.includes(`${on} ${name}`)) continue;
      const phases = points.flatMap(({ part, point }) =>
        solution.placements
          .filter(({ index }) => index === part)
          .flatMap(({ position, rotation, mirrored, bin }) => {
            const polygon = polygons[part]!;
            const box = bounds(polygon.points);
            const { at } = polygon.matchPoints!.find((own) => own.name === point)!;
            const on = place(at, polygon.origin ?? [box.minX, box.minY], rotation, position, mirrored ?? false)[k];
            const sheet = bounds(bins[bin]!.boundary.points);
            const from = on - (k === 0 ? sheet.minX : sheet.minY);
            const sense = Math.abs(rotation % 360) === 180 ? -1 : 1;
            return [from - offset, ...lowerLayers(request, bin, k, from, offset)].map((phase) => sense * phase);
          }),
      );
      if (given !== null) phases.push(given);
      for (const phase of phases) {
        const miss = (phase - phases[0]!) / repeat;
        const error = Math.abs(miss - Math.round(miss)) * repeat;
        if (error > fabric.matchTolerance / 100) said.push(`${on} of the match ${name} misses by ${error}`);
      }
    }
  }
  return said;
}

/**
 * The places of a point of the mirrored pieces in the other layers of folded cloth, less the offset. A layer is unfolded
 * about its fold; there the piece lies the other way round, so its phase counts backwards.
 */
function lowerLayers(request: NestRequest, bin: number, axis: number, from: number, offset: number): number[] {
  const { clothForm = 'open', gravityDirection, bins } = request;
  const across = gravityDirection === 'left' || gravityDirection === 'right' ? 1 : 0;
  if (clothForm === 'open' || bins[bin]!.open || axis !== across) return [];
  const { minX, minY, maxX, maxY } = bounds(bins[bin]!.boundary.points);
  const width = across === 1 ? maxY - minY : maxX - minX;
  const folds = clothForm === 'tubular' ? [0, width] : [0];
  return folds.map((fold) => -(2 * fold - from - offset));
}

/** The allowed rotations, below 360 degrees, from which a rotation differs by at most the tolerance. */
function allowedNear(request: NestRequest, polygon: Polygon, rotation: number): number[] {
  const tolerance = isStraight(request, polygon) ? 0 : (polygon.rotationTolerance ?? request.rotationTolerance ?? 0);
  const allowed = polygon.allowedRotations ?? request.allowedRotations;
  if (tolerance === 0) return allowed.includes(rotation) ? [((rotation % 360) + 360) % 360] : [];
  const apart = (degrees: number): number => Math.abs(((((rotation - degrees) % 360) + 540) % 360) - 180);
  return allowed
    .filter((degrees) => apart(degrees) <= tolerance + 1e-6)
    .map((degrees) => ((degrees % 360) + 360) % 360);
}

/** Whether a part must not tilt: it lies on a fold, or matches on an axis with a repeat. */
function isStraight({ match = [], fabric, polygons }: NestRequest, polygon: Polygon): boolean {
  const repeats = { x: fabric?.repeatX ?? null, y: fabric?.repeatY ?? null };
  const own = match.filter(({ points }) => points.some(({ part }) => polygons[part] === polygon));
  const axes = own.flatMap(({ axis }) => (axis === 'both' ? (['x', 'y'] as const) : [axis]));
  return Boolean(polygon.foldLine) || axes.some((axis) => repeats[axis] !== null);
}

/** The distance of an anchor from its sheet's grid, on each axis that has a grid. */
export function gapsToGrid({ bins, xSteps, ySteps }: NestRequest, { bin, position }: Placement): number[] {
  const { boundary, cellWidth, cellHeight } = bins[bin]!;
  const { minX, minY } = bounds(boundary.points);
  const axes = [
    [position[0] - minX, cellWidth / xSteps],
    [position[1] - minY, cellHeight / ySteps],
  ] as const;
  return axes.filter(([, step]) => step > 0).map(([way, step]) => Math.abs(way - Math.round(way / step) * step));
}

/** The outline of a placed polygon. */
export function placedOutline(request: NestRequest, solution: Solution, index: number): Outline {
  const placement = solution.placements.find((one) => one.index === index)!;
  return placedRegion(request.polygons[index]!, placement)[0]!;
}

export function placedRegion(polygon: Polygon, { position, rotation, mirrored }: Placement): Region {
  const { origin, points, holes = [] } = polygon;
  const box = bounds(points);
  const anchor = origin ?? [box.minX, box.minY];
  return [points, ...holes.map((hole) => hole.points)].map((line) =>
    line.map((p) => place(p, anchor, rotation, position, mirrored ?? false)),
  );
}

export function bounds(points: Outline) {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { minX: Math.min(...xs), minY: Math.min(...ys), maxX: Math.max(...xs), maxY: Math.max(...ys) };
}

function place([x, y]: Point, anchor: Point, degrees: number, position: Point, mirrored: boolean): Point {
  const quarter = (((degrees % 360) + 360) % 360) / 90;
  const cos = Number.isInteger(quarter) ? [1, 0, -1, 0][quarter]! : Math.cos((degrees * Math.PI) / 180);
  const sin = Number.isInteger(quarter) ? [0, 1, 0, -1][quarter]! : Math.sin((degrees * Math.PI) / 180);
  const dx = mirrored ? anchor[0] - x : x - anchor[0];
  const dy = y - anchor[1];
  return [dx * cos - dy * sin + position[0], dx * sin + dy * cos + position[1]];
}

export const extent = (points: Outline) => Math.max(...points.map(([x, y]) => Math.max(Math.abs(x), Math.abs(y))));

const edges = (outline: Outline) => outline.map((p, i) => [p, outline[(i + 1) % outline.length]!] as const);

export const perimeter = (region: Region) =>
  region.flatMap(edges).reduce((sum, [p, q]) => sum + Math.hypot(q[0] - p[0], q[1] - p[1]), 0);

/** The smallest distance between two boundaries that do not cross. */
export function distance(a: Region, b: Region): number {
  // Outlines of hundreds of points have more pairs than a call takes arguments.
  const oneWay = (from: Region, to: Region) => {
    const sides = to.flatMap(edges);
    const nearest = (p: Point) => sides.reduce((least, [q, r]) => Math.min(least, pointToSegment(p, q, r)), Infinity);
    return from.flat().reduce((least, p) => Math.min(least, nearest(p)), Infinity);
  };
  return Math.min(oneWay(a, b), oneWay(b, a));
}

function pointToSegment([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}
