/**
 * The check that every layout must pass before it leaves the solver, on the original polygons. Parts lie inside the
 * sheets, off their holes and zones of too low a quality, without overlap, at their distances, across folds too. Anchors lie on the grid,
 * and matches are in phase. It shares with the search the convention of a placement, the reading of qualities, and the groups
 * of parts that match.
 *
 * The service promises 1e-6 of the smaller side of the first sheet. The check is stricter: outlines shrunk by 1e-7 of
 * that side must not overlap. A distance may be short by at most twice that.
 */

import { eased } from '../../geometry/ease.js';
import type { Point } from '../../geometry/point.js';
import { insidePoint, winding } from '../../geometry/region.js';
import { type Box, boxOf, positive, type Ring, reversed, ringOf, withoutRedundantPoints } from '../../geometry/ring.js';
import { cosSin } from '../../geometry/rotation.js';
import type { Bin, NestRequest, Placement, Polyline } from '../request.js';
import { type DirectionGroup, degreesBetween, directionGroups, directionsOf } from './directions.js';
import { type FoldGaps, type FoldSide, type Folds, foldGapsOf, foldsOf, sideOfFold } from './folds.js';
import { frameOf, smallerSide } from './frame.js';
import { Phases } from './match-errors.js';
import { boundariesCloser, boxesApart, closerThan, type Outline, outlineOf, overlap } from './outlines-apart.js';
import { badZones, type Region, sensitiveTo } from './quality.js';
import { effectiveHoles } from './sheet.js';
import { distanceOf, distanceRange } from './spacing.js';
import { hasTolerance, isAllowed, tiltRounding, toleranceOf } from './tilt.js';

const easeShare = 1e-7;

interface SentPart {
  readonly ring: Ring;
  readonly eased: Ring;
  readonly openings: readonly Ring[];
  readonly easedOpenings: readonly Ring[];
  readonly inside: Point;
  /** Distance to other parts. */
  readonly distance: number;
  readonly gaps: FoldGaps;
  /** By quality of a zone: what must not lie there, eased and about the anchor. `whole`: all of the part. */
  readonly sensitive: Map<number, 'whole' | readonly Outline[]>;
}

interface SentSheet {
  readonly boundary: Outline;
  readonly isBox: boolean;
  readonly folds: Folds;
  readonly holes: readonly { readonly full: Outline; readonly eased: Outline }[];
  /** Zones too bad for some part, eased. */
  readonly zones: readonly { readonly quality: number; readonly eased: readonly Outline[] }[];
  readonly grid: readonly [Point, Point];
}

/** A placed part: its outline, and the eased outline. */
export interface PlacedOutline {
  readonly full: Outline;
  readonly eased: Outline;
}

export class ExactCheck {
  readonly #parts: readonly SentPart[];
  readonly #sheets: readonly SentSheet[];
  readonly #ease: number;
  readonly #greatestDistance: number;
  readonly #groups: readonly DirectionGroup[];
  readonly #phases: Phases;

  /** Calls `poll` at least every few milliseconds; an error from it ends a check. */
  constructor(
    readonly request: NestRequest,
    readonly poll: () => void = () => {},
  ) {
    this.#ease = easeShare * smallerSide(request);
    this.#greatestDistance = distanceRange(request).most;
    this.#groups = directionGroups(request);
    this.#phases = new Phases(request);
    this.#parts = request.polygons.map((polygon) => {
      poll();
      const anchor = anchorOf(polygon);
      const ring = withoutRedundantPoints(positive(ringOf(polygon.points))).map((v, i) => v - anchor[i % 2]!);
      const giving = easedUnlessThin(ring, this.#ease);
      const openings = (polygon.holes ?? []).map((hole) =>
        reversed(withoutRedundantPoints(positive(ringOf(hole.points)))).map((v, i) => v - anchor[i % 2]!),
      );
      // An opening is a reversed ring, so easing makes it wider.
      const easedOpenings = openings.map((opening) => eased(opening, this.#ease));
      const inside = insidePoint(giving, easedOpenings);
      const distance = distanceOf(request, polygon);
      const gaps = foldGapsOf(request, polygon, distance);
      return { ring, eased: giving, openings, easedOpenings, inside, distance, gaps, sensitive: new Map() };
    });
    this.#sheets = request.bins.map((bin) => this.#sheetOf(bin));
  }

  /** The outlines at their placements. */
  outlines(placements: readonly Placement[]): PlacedOutline[] {
    return placements.map((placement) => {
      this.poll();
      const part = this.#parts[placement.index]!;
      const move = (ring: Ring): Ring => moved(ring, placement);
      const [x, y] = move(Float64Array.from(part.inside));
      const inside: Point = [x!, y!];
      const placed = (ring: Ring, openings: readonly Ring[]): Outline => {
        const own = move(ring);
        return { ring: own, openings: openings.map(move), box: boxOf(own), inside };
      };
      return { full: placed(part.ring, part.openings), eased: placed(part.eased, part.easedOpenings) };
    });
  }

  /** Indices of the placements to remove so that the rest is valid; empty for a valid layout. */
  faults(placements: readonly Placement[], outlines: readonly PlacedOutline[] = this.outlines(placements)): number[] {
    const faulty = new Set<number>(this.#phases.faults(placements));
    const bySheet = new Map<number, number[]>();
    this.#checkRotations(placements, faulty);
    this.#checkDirections(placements, faulty);
    placements.forEach((placement, i) => {
      this.poll();
      if (faulty.has(i)) return;
      if (!this.#isInside(placement, outlines[i]!)) faulty.add(i);
      else if (bySheet.has(placement.bin)) bySheet.get(placement.bin)!.push(i);
      else bySheet.set(placement.bin, [i]);
    });
    for (const members of bySheet.values()) this.#checkPairs(members, placements, outlines, faulty);
    return [...faulty];
  }

  #checkRotations(placements: readonly Placement[], faulty: Set<number>): void {
    if (!hasTolerance(this.request)) return;
    const held = new Set(this.request.locked?.map(({ index }) => index));
    placements.forEach(({ index, rotation }, i) => {
      if (!held.has(index) && !isAllowed(this.request, this.request.polygons[index]!, rotation)) faulty.add(i);
    });
  }

  /** The parts of a group that lie in another direction than most of it are at fault. */
  #checkDirections(placements: readonly Placement[], faulty: Set<number>): void {
    if (this.#groups.length === 0) return;
    const { locked = [] } = this.request;
    const held = new Set(locked.map(({ index }) => index));
    const directions = directionsOf(this.#groups, placements, (index) => held.has(index));
    const rotationOf = new Map(
      this.#groups.flatMap(({ rotations, members }, g) =>
        members.map((index) => [index, rotations[directions[g]!]!] as const),
      ),
    );
    placements.forEach(({ index, rotation }, i) => {
      const wanted = rotationOf.get(index);
      if (wanted === undefined) return;
      const tolerance = toleranceOf(this.request, this.request.polygons[index]!) + tiltRounding;
      if (degreesBetween(rotation, wanted) > tolerance) faulty.add(i);
    });
  }

  #isInside(placement: Placement, { full, eased: giving }: PlacedOutline): boolean {
    const sheet = this.#sheets[placement.bin]!;
    const edge = this.request.edgeDistance;
    const slack = 2 * this.#ease;
    if (!this.#isOnGrid(placement, sheet)) return false;
    const { box } = sheet.boundary;
    const { minX, minY, maxX, maxY } = full.box;
    const room = edge - slack;
    const { gravityDirection } = this.request;
    const isLevel = gravityDirection === 'left' || gravityDirection === 'right';
    // A fold is no edge.
    const { gaps } = this.#parts[placement.index]!;
    const roomAt = (side: FoldSide): number => (sheet.folds[side] ? gaps[side] - slack : room);
    const [low, high] = [roomAt('low'), roomAt('high')];
    const [left, top, right, bottom] = isLevel ? [room, low, room, high] : [low, room, high, room];
    if (minX < box.minX + left || minY < box.minY + top || maxX > box.maxX - right || maxY > box.maxY - bottom)
      return false;
    if (!this.#isOnFold(placement, full, sheet, isLevel)) return false;
    if (!sheet.isBox) {
      if (winding([sheet.boundary.ring], giving.ring[0]!, giving.ring[1]!) === 0) return false;
      if (boundariesCloser(giving, sheet.boundary, 0)) return false;
      if (edge > slack && boundariesCloser(full, sheet.boundary, edge - slack)) return false;
    }
    const isOffHoles = sheet.holes.every((hole) =>
      edge > slack ? !closerThan(full, hole.full, edge - slack) : !overlap(giving, hole.eased),
    );
    return isOffHoles && sheet.zones.every(({ quality, eased: zone }) => this.#isOff(placement, giving, quality, zone));
  }

  /** Whether a half part lies on a fold; true for other parts. */
  #isOnFold(
    { index, rotation, mirrored = false }: Placement,
    { box }: Outline,
    sheet: SentSheet,
    isLevel: boolean,
  ): boolean {
    const polygon = this.request.polygons[index]!;
    if (!polygon.foldLine) return true;
    const side = sideOfFold(this.request, polygon, rotation, mirrored);
    if (!side || !sheet.folds[side]) return false;
    const end = ({ minX, minY, maxX, maxY }: Box): number => {
      if (side === 'low') return isLevel ? minY : minX;
      return isLevel ? maxY : maxX;
    };
    return Math.abs(end(box) - end(sheet.boundary.box)) <= 2 * this.#ease;
  }

  /** Whether nothing of a part that needs a better quality lies on a zone. */
  #isOff(placement: Placement, giving: Outline, quality: number, zone: readonly Outline[]): boolean {
    const sensitive = this.#sensitive(placement.index, quality);
    const own = sensitive === 'whole' ? [giving] : sensitive.map((outline) => movedOutline(outline, placement));
    return !own.some((outline) => zone.some((bad) => overlap(outline, bad)));
  }

  #sensitive(index: number, quality: number): 'whole' | readonly Outline[] {
    const part = this.#parts[index]!;
    let known = part.sensitive.get(quality);
    if (!known) {
      const polygon = this.request.polygons[index]!;
      const anchor = anchorOf(polygon);
      const regions = sensitiveTo(polygon, quality, frameOf(this.request).scale);
      known =
        regions === 'whole'
          ? regions
          : regions.map((region) => this.#easedRegion(region.map((ring) => ring.map((v, i) => v - anchor[i % 2]!))));
      part.sensitive.set(quality, known);
    }
    return known;
  }

  /** An eased region: smaller outside, and with wider openings. */
  #easedRegion([outer, ...inner]: Region): Outline {
    const holes = inner.map((ring) => eased(ring, this.#ease));
    return outlineOf(easedUnlessThin(outer!, this.#ease), holes);
  }

  #isOnGrid({ position }: Placement, { grid: [origin, step] }: SentSheet): boolean {
    if (this.request.matchingType === 'solid') return true;
    return step.every((s, axis) => {
      if (!(s > 0)) return true;
      const from = position[axis]! - origin[axis]!;
      return Math.abs(from - Math.round(from / s) * s) <= this.#ease;
    });
  }

  /** Sweeps along x over the parts of one sheet. The later placement of a pair in conflict is at fault. */
  #checkPairs(
    members: readonly number[],
    placements: readonly Placement[],
    outlines: readonly PlacedOutline[],
    faulty: Set<number>,
  ): void {
    const reach = Math.max(0, this.#greatestDistance - 2 * this.#ease);
    const wanted = (i: number): number => this.#parts[placements[i]!.index]!.distance;
    const byLeft = [...members].sort((a, b) => outlines[a]!.full.box.minX - outlines[b]!.full.box.minX);
    let active: number[] = [];
    for (const i of byLeft) {
      this.poll();
      const { full, eased: giving } = outlines[i]!;
      active = active.filter((j) => outlines[j]!.full.box.maxX + reach > full.box.minX);
      for (const j of active) {
        if (faulty.has(j) || faulty.has(i)) continue;
        const other = outlines[j]!;
        if (boxesApart(full.box, other.full.box, reach)) continue;
        const distance = Math.max(wanted(i), wanted(j)) - 2 * this.#ease;
        const conflict = distance > 0 ? closerThan(full, other.full, distance) : overlap(giving, other.eased);
        if (conflict) faulty.add(Math.max(i, j));
      }
      active.push(i);
    }
  }

  #sheetOf(bin: Bin): SentSheet {
    const { request } = this;
    const boundary = outlineOf(withoutRedundantPoints(positive(ringOf(bin.boundary.points))));
    const { ring, box } = boundary;
    let isBox = ring.length === 8;
    for (let i = 0; i < ring.length; i += 2) {
      isBox &&=
        (ring[i] === box.minX || ring[i] === box.maxX) && (ring[i + 1] === box.minY || ring[i + 1] === box.maxY);
    }
    const isEffective = effectiveHoles(bin);
    const holes = bin.holes
      .filter((_, i) => isEffective[i])
      .map((hole) => {
        const full = withoutRedundantPoints(positive(ringOf(hole.points)));
        return { full: outlineOf(full), eased: outlineOf(easedUnlessThin(full, this.#ease)) };
      });
    const zones = badZones(bin, request, frameOf(request).scale).map(({ quality, regions }) => {
      return { quality, eased: regions.map((region) => this.#easedRegion(region)) };
    });
    return {
      boundary,
      isBox,
      folds: foldsOf(request, bin),
      holes,
      zones,
      grid: [
        [box.minX, box.minY],
        [bin.cellWidth / request.xSteps, bin.cellHeight / request.ySteps],
      ],
    };
  }
}

function anchorOf({ origin, points }: Polyline): Point {
  if (origin) return origin;
  const { minX, minY } = boxOf(ringOf(points));
  return [minX, minY];
}

function movedOutline({ ring, openings, inside }: Outline, placement: Placement): Outline {
  const own = moved(ring, placement);
  const [x, y] = moved(Float64Array.from(inside), placement);
  const holes = openings.map((opening) => moved(opening, placement));
  return { ring: own, openings: holes, box: boxOf(own), inside: [x!, y!] };
}

/** Moves a ring about its anchor to a placement. Flipping reverses the points, so that the ring keeps its sense. */
function moved(ring: Ring, { rotation, mirrored, position: [x, y] }: Placement): Ring {
  const [cos, sin] = cosSin(rotation);
  const over = mirrored ? -1 : 1;
  const out = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    const u = over * ring[i]!;
    const v = ring[i + 1]!;
    out[i] = u * cos - v * sin + x;
    out[i + 1] = u * sin + v * cos + y;
  }
  return mirrored ? reversed(out) : out;
}

/** Leaves an outline alone that is too thin to be eased. */
function easedUnlessThin(ring: Ring, amount: number): Ring {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  return Math.min(maxX - minX, maxY - minY) > 8 * amount ? eased(ring, amount) : ring;
}
