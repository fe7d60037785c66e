/** The measures of a layout: usage, utilisation, papers, and the fitness by which layouts are compared. */

import { type Box, boxOf, ringOf, signedArea, withoutRedundantPoints } from '../../geometry/ring.js';
import type { NestRequest, Placement, Polygon, Polyline, SheetUsage, Usage } from '../request.js';
import { costOf, free, hasCosts, type SheetCost } from './cost.js';
import type { PlacedOutline } from './exact-check.js';
import { piecesOf } from './folds.js';
import { worthsOf } from './worth.js';

export interface Measures {
  readonly fitness: number;
  readonly usage: Usage;
  readonly utilisation: number;
  readonly sheetCount: number | null;
  readonly sheetUtilisation: number | null;
  /** The worth of the unplaced parts: their area where all have one priority. */
  readonly unplaced: number;
  readonly sheets: number;
  /** Of the used sheets; 0 where no bin has a cost. */
  readonly cost: number;
  /** The span (type length) or the occupied area (type area). */
  readonly goal: number;
}

/** Costs may count as equal that differ by less than one part in this many of the cost of all sheets. */
const finestCosts = 1e4;

export class Measure {
  readonly #areas: readonly number[];
  readonly #worths: readonly number[];
  readonly #goalOfAllSheets: number;
  /** Null where no bin has a cost. */
  readonly #costs: readonly SheetCost[] | null;
  readonly #costWeight: number;
  readonly #unplacedWeight: number;
  readonly #alongX: boolean;

  constructor(readonly request: NestRequest) {
    this.#areas = request.polygons.map(areaOf);
    this.#worths = worthsOf(request.polygons, this.#areas);
    this.#alongX = request.gravityDirection === 'left' || request.gravityDirection === 'right';
    const boxes = request.bins.map((bin) => boxOf(ringOf(bin.boundary.points)));
    const { type } = request.optimization;
    this.#goalOfAllSheets = boxes.reduce((sum, box) => {
      const x = box.maxX - box.minX;
      const y = box.maxY - box.minY;
      return sum + (type === 'area' ? x * y : this.#alongX ? x : y);
    }, 0);
    this.#costs = hasCosts(request) ? request.bins.map(costOf) : null;
    const most = boxes.reduce((sum, box, i) => {
      const { cost, costPerLength } = this.#costs?.[i] ?? free;
      return sum + cost + costPerLength * (this.#alongX ? box.maxX - box.minX : box.maxY - box.minY);
    }, 0);
    this.#costWeight = this.#costs ? (finestCosts * (request.bins.length + 1)) / most : 0;
    // Leaving out the smallest part must weigh more than using every sheet, whatever its cost.
    const least = this.#worths.reduce((low, worth) => Math.min(low, worth), Infinity);
    this.#unplacedWeight = (this.#costWeight * most + request.bins.length + 1) / least;
  }

  /** Summed in the order of the polygons, so that equal sets give equal sums. */
  #unplaced(placements: readonly Placement[]): number {
    if (placements.length === this.#worths.length) return 0;
    const placed = new Set(placements.map(({ index }) => index));
    return this.#worths.reduce((sum, worth, index) => (placed.has(index) ? sum : sum + worth), 0);
  }

  measures(placements: readonly Placement[], outlines: readonly PlacedOutline[]): Measures {
    const { optimization } = this.request;
    const sheets = this.#sheets(placements, outlines);
    const sum = (of: (sheet: SheetUsage) => number): number => sheets.reduce((total, sheet) => total + of(sheet), 0);
    const usage = {
      length: sum(({ length }) => length),
      width: sum(({ width }) => width),
      area: sum(({ area }) => area),
      partArea: sum(({ partArea }) => partArea),
      sheets,
      cost: this.#costs && sum(({ cost }) => cost ?? 0),
    };
    const { paperWidth, paperHeight } = optimization;
    const hasPapers = optimization.type === 'area' && paperWidth !== null && paperHeight !== null;
    const papers = hasPapers
      ? sum(({ length, width }) => {
          const [x, y] = this.#alongX ? [length, width] : [width, length];
          return papersFor(x, paperWidth) * papersFor(y, paperHeight);
        })
      : 0;
    const goal = optimization.type === 'area' ? usage.area : usage.length;
    const unplaced = this.#unplaced(placements);
    const cost = usage.cost ?? 0;
    const span = Math.min(1, goal / this.#goalOfAllSheets);
    return {
      fitness: this.#unplacedWeight * unplaced + this.#costWeight * cost + sheets.length + span,
      usage,
      utilisation: usage.area > 0 ? usage.partArea / usage.area : 0,
      sheetCount: hasPapers ? papers : null,
      sheetUtilisation: hasPapers && papers > 0 ? usage.partArea / (papers * paperWidth * paperHeight) : null,
      unplaced,
      sheets: sheets.length,
      cost,
      goal,
    };
  }

  /** The usage of every used sheet, in their order. */
  #sheets(placements: readonly Placement[], outlines: readonly PlacedOutline[]): SheetUsage[] {
    const spans = new Map<number, { box: Box; parts: number; pieces: number; partArea: number }>();
    placements.forEach(({ bin, index }, i) => {
      const { box } = outlines[i]!.full;
      const span = spans.get(bin);
      spans.set(bin, {
        box: span ? around(span.box, box) : box,
        parts: (span?.parts ?? 0) + 1,
        pieces: (span?.pieces ?? 0) + piecesOf(this.request, this.request.bins[bin]!, this.request.polygons[index]!),
        partArea: (span?.partArea ?? 0) + this.#areas[index]!,
      });
    });
    return [...spans]
      .sort(([a], [b]) => a - b)
      .map(([bin, { box, parts, pieces, partArea }]) => {
        const x = box.maxX - box.minX;
        const y = box.maxY - box.minY;
        const [length, width] = this.#alongX ? [x, y] : [y, x];
        const price = this.#costs?.[bin];
        const cost = price ? price.cost + price.costPerLength * length : null;
        return { bin, length, width, area: x * y, parts, pieces, partArea, cost };
      });
  }
}

function around(a: Box, b: Box): Box {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

/** The area of an original polygon, without its openings. */
function areaOf({ points, holes = [] }: Polygon): number {
  const area = (line: Polyline['points']): number => Math.abs(signedArea(withoutRedundantPoints(ringOf(line))));
  return holes.reduce((left, hole) => left - area(hole.points), area(points));
}

/** Papers needed for an extent; an excess by rounding alone needs none. */
function papersFor(extent: number, paper: number): number {
  return Math.max(1, Math.ceil(extent / paper - 1e-9));
}

/**
 * Whether `a` is better than `b`: less unplaced, then a lower cost, then fewer sheets, then less span or area. Its fitness
 * must be lower, too.
 */
export function isBetter(a: Measures, b: Measures): boolean {
  if (!(a.fitness < b.fitness)) return false;
  if (a.unplaced !== b.unplaced) return a.unplaced < b.unplaced;
  if (a.cost !== b.cost) return a.cost < b.cost;
  if (a.sheets !== b.sheets) return a.sheets < b.sheets;
  return a.goal < b.goal;
}
