/**
 * A sheet being filled part by part. It keeps, for every variant, the positions that touch placed parts, the best
 * first. An overlapping position is dropped for good, because parts are only ever added.
 */

import { roomSlack, type Variant } from '../layout/problem.js';
import type { SheetShape } from '../layout/sheet.js';
import { Candidates } from './candidates.js';
import { crossings, lineCrossings } from './crossings.js';
import { MetPoints, Positions } from './met-points.js';
import { Neighbourhood } from './neighbourhood.js';
import { isBlocked, type NoFit } from './no-fit.js';
import type { NoFitCache } from './no-fit-cache.js';
import type { Nearness } from './plan.js';
import { gridPositions, snapCandidates } from './snap.js';

/** Weight of the place across against the reach along, so that parts gather in the corner. */
const acrossWeight = 0.02;

/** With more lines of the grid than this, only some are tried. */
const mostGridLines = 1000;

/** With more obstacles than this, crossings between them are left out. */
const mostCrossedObstacles = 200;

/** Lines of the grid to try on each side of a line, and the weight of a distance across against one along. */
const linesBeside = 2;
const beside = 0.2;

export interface FillOptions {
  /** The end of the room across (grid units), for narrow layouts. */
  readonly acrossLimit: number;
  /** Whether positions that touch two parts are candidates, beside the corners of no-fit polygons. */
  readonly crossings: boolean;
  /** Number of the last placed parts that give candidates to a new variant. */
  readonly contacts: number;
  readonly snaps: boolean;
  /** Called every few milliseconds. */
  readonly poll: () => void;
}

export interface Spot {
  readonly key: number;
  readonly along: number;
  readonly across: number;
}

/** A look at a candidate takes about as long as so many pairs of edges. */
const effortOfCandidate = 30;

export class SheetFill {
  readonly #variants: Variant[] = [];
  #along = new Float64Array(64);
  #across = new Float64Array(64);
  readonly #candidates = new Map<number, Candidates>();
  readonly #near: Neighbourhood;
  readonly #enclosed = new Set<number>();
  /** The reach of the placed parts along. */
  #reach = -Infinity;

  constructor(
    readonly shape: SheetShape,
    readonly cache: NoFitCache,
    readonly options: FillOptions,
    cell: number,
  ) {
    const { maxX, maxY } = shape.room;
    this.#near = new Neighbourhood(Math.max(maxX, 1), Math.max(maxY, 1), cell);
  }

  get count(): number {
    return this.#variants.length;
  }

  /** The best free position of a variant, or null, then for good. */
  best(variant: Variant): Spot | null {
    let candidates = this.#candidates.get(variant.id);
    if (!candidates) {
      candidates = this.#start(variant);
      this.#candidates.set(variant.id, candidates);
    }
    if (candidates.exhausted) return null;
    this.#take(candidates, variant, this.options.crossings);
    if (candidates.seen > 0 && this.options.contacts < Infinity) this.#pushBehindAll(candidates, variant);
    let spot = this.#firstFree(candidates, variant);
    if (!spot && !this.options.crossings && this.options.contacts === Infinity) {
      // A sheet that looks full may have room between two parts: look closer before giving up.
      this.#take(candidates, variant, true);
      spot = this.#firstFree(candidates, variant);
    }
    if (!spot && this.options.snaps) {
      this.#takeGridLines(candidates, variant);
      spot = this.#firstFree(candidates, variant);
    }
    if (!spot) candidates.exhausted = true;
    return spot;
  }

  /** The best free position of a variant on the lines of the grid near a place, or null where there is none. */
  bestNear(variant: Variant, along: number, across: number, nearness: Nearness): Spot | null {
    const room = this.#room(variant);
    if (!room.fits) return null;
    const { shape } = this;
    const candidates = new Candidates();
    const { minX, minY, maxX, maxY } = variant.box;
    const reach = 2 * (maxX - minX);
    const from = nearness === 'nearest' ? along - reach : room.minX;
    const add = (x: number, y: number): void => {
      if (x < room.minX - 1 || x > room.maxX + 1 || y < room.minY - 1 || y > room.maxY + 1) return;
      const off = Math.abs(y - across);
      candidates.push(nearness === 'nearest' ? Math.abs(x - along) + off : x + beside * off, x, y);
    };
    const push = snapCandidates(variant, this.#gridOf(variant).along, null, room, add, true);
    for (const line of this.#linesNear(variant, across, nearness === 'same line' ? 0 : linesBeside)) {
      push(room.minX, line);
      push(along, line);
      for (const { contact } of this.cache.obstacles(shape, variant)) lineCrossings(contact, 0, 0, false, line, push);
      this.#near.some(from + minX, line + minY, along + maxX + reach, line + maxY, (q) => {
        const { contact } = this.cache.between(this.#variants[q]!, variant);
        lineCrossings(contact, this.#along[q]!, this.#across[q]!, false, line, push);
        return false;
      });
    }
    return this.#firstFree(candidates, variant);
  }

  /** The nearest line across of the grid, and `count` more on either side; without a grid, the position itself. */
  #linesNear(variant: Variant, across: number, count: number): number[] {
    const { anchor, box } = variant;
    const { room } = this.shape;
    const { across: gridAxis } = this.#gridOf(variant);
    const low = room.minY - box.minY;
    const high = Math.max(low, room.maxY - box.maxY);
    const at = Math.min(high, Math.max(low, across));
    if (!gridAxis) return [at];
    const reach = (count + 0.5) * gridAxis.step;
    return gridPositions(gridAxis, anchor[1], Math.max(low, at - reach), Math.min(high, at + reach), 2 * count + 2);
  }

  /** `isEnclosed`: others surround it, so that it gives no candidates. */
  put(variant: Variant, along: number, across: number, isEnclosed = false): void {
    const n = this.#variants.length;
    if (isEnclosed) this.#enclosed.add(n);
    if (n === this.#along.length) {
      this.#along = doubled(this.#along);
      this.#across = doubled(this.#across);
    }
    this.#variants.push(variant);
    this.#along[n] = along;
    this.#across[n] = across;
    const { box } = variant;
    this.#reach = Math.max(this.#reach, along + box.maxX);
    this.#near.add(n, along + box.minX, across + box.minY, along + box.maxX, across + box.maxY);
  }

  /** Adds a place behind everything, which is free even when only some of the parts gave candidates. */
  #pushBehindAll(candidates: Candidates, variant: Variant): void {
    const { minX, minY } = this.#room(variant);
    const { greatestClearance } = this.cache.problem;
    this.#pusher(candidates, variant)(Math.max(minX, this.#reach + greatestClearance - variant.box.minX), minY);
  }

  #firstFree(candidates: Candidates, variant: Variant): Spot | null {
    const obstacles = this.cache.obstacles(this.shape, variant);
    let looked = 0;
    let spot: Spot | null = null;
    while (!spot && candidates.size > 0) {
      const { key, along, across } = candidates;
      if (!this.#isTaken(variant, obstacles, along, across)) spot = { key, along, across };
      else candidates.drop();
      if ((++looked & 255) === 0) this.options.poll();
    }
    this.cache.spend(effortOfCandidate * looked);
    return spot;
  }

  #isTaken(variant: Variant, obstacles: readonly NoFit[], along: number, across: number): boolean {
    for (const obstacle of obstacles) {
      // Sorted by their left ends: the rest is out of reach.
      if (obstacle.minX >= along) break;
      if (isBlocked(obstacle, along, across)) return true;
    }
    const reach = this.cache.problem.greatestClearance;
    const { box } = variant;
    const minX = along + box.minX - reach;
    const minY = across + box.minY - reach;
    const maxX = along + box.maxX + reach;
    const maxY = across + box.maxY + reach;
    return this.#near.some(minX, minY, maxX, maxY, (q) => {
      const fixed = this.#variants[q]!;
      const x = this.#along[q]!;
      const y = this.#across[q]!;
      // Boxes far apart need no no-fit polygon, which may not be made yet.
      if (x + fixed.box.maxX <= minX || x + fixed.box.minX >= maxX) return false;
      if (y + fixed.box.maxY <= minY || y + fixed.box.minY >= maxY) return false;
      return isBlocked(this.cache.between(fixed, variant), along - x, across - y);
    });
  }

  /** The axes of the grid that a variant keeps to; the offered ones where none is required. */
  #gridOf({ held }: Variant): Pick<SheetShape, 'along' | 'across'> {
    const { along, across } = this.shape;
    if (!this.options.snaps) return { along, across };
    return { along: held[0] ? along : null, across: held[1] ? across : null };
  }

  /** The room of the reference point: along from `minX`, across from `minY`. */
  #room(variant: Variant) {
    const { room } = this.shape;
    const maxAcross = Math.min(room.maxY, this.options.acrossLimit);
    const minX = room.minX - variant.box.minX;
    const minY = room.minY - variant.box.minY;
    const maxX = room.maxX - variant.box.maxX;
    const maxY = maxAcross - variant.box.maxY;
    const { fold, shape } = variant;
    const hasFold = !shape.isOnFold || (fold !== null && this.shape.folds[fold]);
    const fits = hasFold && maxX >= minX - roomSlack && maxY >= minY - roomSlack;
    if (fold) {
      const across = fold === 'low' ? minY : room.maxY - variant.box.maxY;
      return { minX, minY: across, maxX: Math.max(minX, maxX), maxY: across, fits };
    }
    return { minX, minY, maxX: Math.max(minX, maxX), maxY: Math.max(minY, maxY), fits };
  }

  #start(variant: Variant): Candidates {
    const candidates = new Candidates();
    const room = this.#room(variant);
    if (!room.fits) {
      candidates.exhausted = true;
      return candidates;
    }
    candidates.met = this.#metPoints(variant);
    const push = this.#pusher(candidates, variant);
    candidates.seen = Math.max(0, this.#variants.length - this.options.contacts);
    candidates.withCrossings = candidates.seen;
    push(room.minX, room.minY);
    push(room.minX, room.maxY);
    push(room.maxX, room.minY);
    push(room.maxX, room.maxY);
    const obstacles = this.cache.obstacles(this.shape, variant);
    obstacles.forEach((obstacle, i) => {
      this.#pushContacts(push, variant, obstacle, 0, 0);
      if (obstacles.length > mostCrossedObstacles) return;
      for (const other of obstacles.slice(0, i)) this.#pushCrossings(push, variant, obstacle, 0, 0, other, 0, 0);
    });
    return candidates;
  }

  /** Adds the candidates of the parts placed since the last time. */
  #take(candidates: Candidates, variant: Variant, withCrossings: boolean): void {
    const push = this.#pusher(candidates, variant);
    const count = this.#variants.length;
    for (; candidates.seen < count; candidates.seen++) {
      const q = candidates.seen;
      if (this.#enclosed.has(q)) continue;
      this.#pushContacts(
        push,
        variant,
        this.cache.between(this.#variants[q]!, variant),
        this.#along[q]!,
        this.#across[q]!,
      );
      if ((q & 63) === 63) this.options.poll();
    }
    if (!withCrossings) return;
    const obstacles = this.cache.obstacles(this.shape, variant);
    for (; candidates.withCrossings < count; candidates.withCrossings++) {
      const q = candidates.withCrossings;
      if (this.#enclosed.has(q)) continue;
      const noFit = this.cache.between(this.#variants[q]!, variant);
      const x = this.#along[q]!;
      const y = this.#across[q]!;
      for (const obstacle of obstacles) this.#pushCrossings(push, variant, noFit, x, y, obstacle, 0, 0);
      const { box } = variant;
      // Two no-fit polygons can cross only where both parts are within reach of the moving one.
      const width = box.maxX - box.minX + this.cache.problem.greatestClearance;
      const height = box.maxY - box.minY + this.cache.problem.greatestClearance;
      const own = this.#variants[q]!.box;
      this.#near.some(x + own.minX - width, y + own.minY - height, x + own.maxX + width, y + own.maxY + height, (p) => {
        if (p >= q) return false;
        const other = this.cache.between(this.#variants[p]!, variant);
        this.#pushCrossings(push, variant, noFit, x, y, other, this.#along[p]!, this.#across[p]!);
        return false;
      });
      this.options.poll();
    }
  }

  /** Adds, on every line of the grid, the positions at which a contact begins or ends. */
  #takeGridLines(candidates: Candidates, variant: Variant): void {
    const { along, across } = this.#gridOf(variant);
    const gridAxis = across ?? along;
    if (!gridAxis) return;
    const push = this.#pusher(candidates, variant);
    const room = this.#room(variant);
    const vertical = !across;
    const lines = vertical
      ? gridPositions(gridAxis, variant.anchor[0], room.minX, room.maxX, mostGridLines)
      : gridPositions(gridAxis, variant.anchor[1], room.minY, room.maxY, mostGridLines);
    const obstacles = this.cache.obstacles(this.shape, variant);
    const isFirst = candidates.withGridLines < 0;
    const from = Math.max(0, candidates.withGridLines);
    const count = this.#variants.length;
    for (const line of lines) {
      if (isFirst) {
        for (const edge of vertical ? [room.minY, room.maxY] : [room.minX, room.maxX]) {
          if (vertical) push(line, edge);
          else push(edge, line);
        }
        for (const { contact } of obstacles) lineCrossings(contact, 0, 0, vertical, line, push);
      }
      for (let q = from; q < count; q++) {
        const noFit = this.cache.between(this.#variants[q]!, variant);
        const at = line - (vertical ? this.#along[q]! : this.#across[q]!);
        if (at < (vertical ? noFit.minX : noFit.minY) - 8 || at > (vertical ? noFit.maxX : noFit.maxY) + 8) continue;
        lineCrossings(noFit.contact, this.#along[q]!, this.#across[q]!, vertical, line, push);
      }
      this.options.poll();
    }
    candidates.withGridLines = count;
  }

  #pushContacts(push: Push, variant: Variant, noFit: NoFit, x: number, y: number): void {
    const { corners, contact } = noFit;
    for (let i = 0; i < corners.length; i += 2) push(corners[i]! + x, corners[i + 1]! + y);
    const room = this.#room(variant);
    lineCrossings(contact, x, y, true, room.minX, push);
    lineCrossings(contact, x, y, true, room.maxX, push);
    lineCrossings(contact, x, y, false, room.minY, push);
    lineCrossings(contact, x, y, false, room.maxY, push);
  }

  #pushCrossings(
    push: Push,
    variant: Variant,
    a: NoFit,
    ax: number,
    ay: number,
    b: NoFit,
    bx: number,
    by: number,
  ): void {
    const room = this.#room(variant);
    const minX = Math.max(a.minX + ax, b.minX + bx, room.minX) - roomSlack;
    const maxX = Math.min(a.maxX + ax, b.maxX + bx, room.maxX) + roomSlack;
    const minY = Math.max(a.minY + ay, b.minY + by, room.minY) - roomSlack;
    const maxY = Math.min(a.maxY + ay, b.maxY + by, room.maxY) + roomSlack;
    if (minX > maxX || minY > maxY) return;
    this.cache.spend(crossings(a.contact, ax, ay, b.contact, bx, by, minX, minY, maxX, maxY, push));
  }

  #metPoints(variant: Variant): MetPoints | null {
    const { along, across } = this.#gridOf(variant);
    if (!this.options.snaps || !along || !across) return null;
    const room = this.#room(variant);
    const { anchor } = variant;
    return MetPoints.of(
      new Positions(along, anchor[0], room.minX, room.maxX),
      new Positions(across, anchor[1], room.minY, room.maxY),
    );
  }

  /**
   * Takes positions within the room, and moves positions outside by a rounding onto its edge. Snaps where there is a
   * grid.
   */
  #pusher(candidates: Candidates, variant: Variant): Push {
    const room = this.#room(variant);
    const reach = variant.box.maxX;
    const middle = (variant.box.minY + variant.box.maxY) / 2;
    const free = (along: number, across: number): void => {
      if (along < room.minX - 1 || along > room.maxX + 1 || across < room.minY - 1 || across > room.maxY + 1) return;
      const x = Math.min(Math.max(along, room.minX), room.maxX);
      const y = Math.min(Math.max(across, room.minY), room.maxY);
      // A point that is taken stays so.
      if (candidates.met?.isNew(x, y) === false) return;
      candidates.push(x + reach + acrossWeight * (y + middle), x, y);
    };
    const { along, across } = this.#gridOf(variant);
    if (!along && !across) return free;
    return snapCandidates(variant, along, across, room, free, this.options.snaps);
  }
}

type Push = (along: number, across: number) => void;

function doubled(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * array.length);
  larger.set(array);
  return larger;
}
