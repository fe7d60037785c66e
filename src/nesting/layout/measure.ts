/** What a layout is worth: usage, utilisation, papers, and the fitness by which layouts are compared. */

import { boxOf, ringOf, signedArea, withoutRedundantPoints } from '../../geometry/ring.js';
import type { NestRequest, Placement, Usage } from '../request.js';
import type { PlacedOutline } from './exact-check.js';

export interface Measures {
  readonly fitness: number;
  readonly usage: Usage;
  readonly utilisation: number;
  readonly sheetCount: number | null;
  readonly sheetUtilisation: number | null;
  readonly unplacedArea: number;
  readonly sheets: number;
  /** The span (type length) or the occupied area (type area). */
  readonly goal: number;
}

export class Measure {
  readonly #areas: readonly number[];
  readonly #totalArea: number;
  readonly #goalOfAllSheets: number;
  readonly #unplacedWeight: number;
  readonly #alongX: boolean;

  constructor(readonly request: NestRequest) {
    this.#areas = request.polygons.map((polygon) =>
      Math.abs(signedArea(withoutRedundantPoints(ringOf(polygon.points)))),
    );
    this.#totalArea = this.#areas.reduce((sum, area) => sum + area, 0);
    this.#alongX = request.gravityDirection === 'left' || request.gravityDirection === 'right';
    const boxes = request.bins.map((bin) => boxOf(ringOf(bin.boundary.points)));
    const { type } = request.optimization;
    this.#goalOfAllSheets = boxes.reduce((sum, box) => {
      const x = box.maxX - box.minX;
      const y = box.maxY - box.minY;
      return sum + (type === 'area' ? x * y : this.#alongX ? x : y);
    }, 0);
    // leaving out the smallest part must weigh more than using every sheet
    const smallest = this.#areas.reduce((least, area) => Math.min(least, area), Infinity);
    this.#unplacedWeight = ((request.bins.length + 1) * this.#totalArea) / smallest;
  }

  areaOf(index: number): number {
    return this.#areas[index]!;
  }

  get totalArea(): number {
    return this.#totalArea;
  }

  /** Summed in the order of the polygons, so that equal sets give equal sums. */
  #unplacedArea(placements: readonly Placement[]): number {
    if (placements.length === this.#areas.length) return 0;
    const placed = new Set(placements.map(({ index }) => index));
    return this.#areas.reduce((sum, area, index) => (placed.has(index) ? sum : sum + area), 0);
  }

  measures(placements: readonly Placement[], outlines: readonly PlacedOutline[]): Measures {
    const { optimization } = this.request;
    const spans = new Map<number, { minX: number; minY: number; maxX: number; maxY: number }>();
    let partArea = 0;
    placements.forEach(({ bin, index }, i) => {
      const { box } = outlines[i]!.full;
      partArea += this.#areas[index]!;
      const span = spans.get(bin);
      if (!span) {
        spans.set(bin, { ...box });
        return;
      }
      span.minX = Math.min(span.minX, box.minX);
      span.minY = Math.min(span.minY, box.minY);
      span.maxX = Math.max(span.maxX, box.maxX);
      span.maxY = Math.max(span.maxY, box.maxY);
    });
    let length = 0;
    let width = 0;
    let area = 0;
    let papers = 0;
    const { paperWidth, paperHeight } = optimization;
    for (const { minX, minY, maxX, maxY } of spans.values()) {
      const x = maxX - minX;
      const y = maxY - minY;
      length += this.#alongX ? x : y;
      width += this.#alongX ? y : x;
      area += x * y;
      if (paperWidth && paperHeight) papers += papersFor(x, paperWidth) * papersFor(y, paperHeight);
    }
    const counted = optimization.type === 'area' && paperWidth !== null && paperHeight !== null;
    const sheetCount = counted ? papers : null;
    const goal = optimization.type === 'area' ? area : length;
    const unplacedArea = this.#unplacedArea(placements);
    const fitness =
      this.#unplacedWeight * (unplacedArea / this.#totalArea) + spans.size + Math.min(1, goal / this.#goalOfAllSheets);
    return {
      fitness,
      usage: { width, length, area },
      utilisation: area > 0 ? partArea / area : 0,
      sheetCount,
      sheetUtilisation: counted && papers > 0 ? partArea / (papers * paperWidth * paperHeight) : null,
      unplacedArea,
      sheets: spans.size,
      goal,
    };
  }
}

/** Papers needed for an extent; what sticks out by rounding alone needs none. */
function papersFor(extent: number, paper: number): number {
  return Math.max(1, Math.ceil(extent / paper - 1e-9));
}

/** Whether `a` is better than `b`: less unplaced, then fewer sheets, then less span or area; in the fitness as well. */
export function isBetter(a: Measures, b: Measures): boolean {
  if (!(a.fitness < b.fitness)) return false;
  if (a.unplacedArea !== b.unplacedArea) return a.unplacedArea < b.unplacedArea;
  if (a.sheets !== b.sheets) return a.sheets < b.sheets;
  return a.goal < b.goal;
}
