/**
 * A layout in blocks: each shape of many copies fills whole columns of its best tiling, one block beside the other; what is
 * left over goes into the gaps, part by part. Orders of few shapes and many copies get a dense layout at once.
 */

import type { Box } from '../../geometry/ring.js';
import type { Layout } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import { type Part, type Problem, roomSlack } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import type { Sheet } from '../layout/sheet.js';
import { construct } from './construct.js';
import type { Groundwork } from './groundwork.js';
import { isBlocked } from './no-fit.js';
import type { Plan } from './plan.js';
import { type MotifPart, modulo, type Tiling, tilingsOf } from './tilings.js';
import { endless, type Turns } from './turns.js';

/** A shape of fewer copies has no block. */
const fewestCopies = 20;
/** So much of the area must belong to shapes of many copies. */
const leastShare = 0.5;
/** How many of the densest tilings of a shape are laid out in the room. */
const triedTilings = 6;
/** Orientations of a shape whose pairs are looked at. */
const mostVariants = 4;
/** A tiling of more than this has no room between its copies. */
const closedDensity = 0.85;
/** The last column of a block is whole where the block is about as dense as its densest part. */
const wholeShare = 0.97;
/** Shares of a step that count as rounding. */
const rounding = 1e-9;
/** A block that fills less of its stretch is none: its parts go into the gaps. */
const leastDensity = 0.6;

/** Whether blocks make sense: most of the area belongs to shapes of many copies, and positions are free. */
export function isRepetitive(problem: Problem): boolean {
  if (problem.snaps || problem.parts.some(({ isLocked }) => isLocked)) return false;
  let all = 0;
  let repeated = 0;
  for (const [shape, parts] of byShape(problem.parts)) {
    all += shape.area * parts.length;
    if (parts.length >= fewestCopies) repeated += shape.area * parts.length;
  }
  return repeated >= leastShare * all;
}

/** The tilings of the shapes of a problem, each list made once. */
export class Tilings {
  readonly #known = new Map<string, readonly Tiling[]>();
  /** Of the highest sheet with an outline, in which no period fills a column evenly: all of them share their tilings. */
  readonly #outlinedHeight: number;

  constructor(
    readonly ground: Groundwork,
    readonly poll: () => void,
  ) {
    const { sheets } = ground.problem;
    const outlined = sheets.filter(({ shape }) => shape.outline !== null);
    this.#outlinedHeight = outlined.reduce((most, sheet) => Math.max(most, heightOf(sheet)), 0);
  }

  of(shape: Shape, sheet: Sheet): readonly Tiling[] {
    const height = sheet.shape.outline === null ? heightOf(sheet) : this.#outlinedHeight;
    const key = `${shape.index} ${height}`;
    let tilings = this.#known.get(key);
    if (!tilings) {
      const { choices, noFits } = this.ground;
      const variants = choices.of(shape).slice(0, mostVariants);
      tilings = tilingsOf(noFits, variants, height, this.poll).slice(0, triedTilings);
      this.#known.set(key, tilings);
    }
    return tilings;
  }
}

const heightOf = ({ shape: { room } }: Sheet): number => room.maxY - room.minY;

/**
 * Builds a layout of blocks in the order of the plan. `gaps`: the share of the area, of the shapes that come last in the
 * plan, that has no blocks and fills gaps. Parts stay unplaced once the `turns` are over.
 */
export function inBlocks(tilings: Tilings, plan: Plan, gaps: number, poll: () => void, turns: Turns = endless): Layout {
  const { ground } = tilings;
  const { problem } = ground;
  const waiting = withBlocks(problem, plan.order, gaps);
  const standing: Placed[] = [...plan.standing];
  const enclosed = new Set<Placed>();
  const soFar = (): Layout => {
    const stands = new Set(standing.map(({ part }) => part));
    return { placed: [...standing], unplaced: plan.order.filter((part) => !stands.has(part)) };
  };
  for (const sheet of problem.sheets) {
    let front = sheet.shape.room.minX;
    for (const [shape, parts] of waiting) {
      poll();
      turns.next(soFar);
      const block = parts.length === 0 || turns.isOver() ? null : bestBlock(tilings, sheet, shape, front, parts.length);
      if (!block) continue;
      const inside = insideOf(block);
      for (const place of block.places) {
        const { variant, along, across } = place;
        const placed = { part: parts.shift()!, variant, sheet: sheet.index, along, across };
        standing.push(placed);
        if (inside.has(place)) enclosed.add(placed);
      }
      front = block.reach + problem.greatestClearance;
    }
  }
  return construct(ground, { ...plan, standing, enclosed }, poll, turns);
}

/** The parts of the shapes that get blocks, in the order of the plan. */
function withBlocks(problem: Problem, order: readonly Part[], gaps: number): Map<Shape, Part[]> {
  const shapes = byShape(order);
  let rest = gaps * order.reduce((sum, { shape }) => sum + shape.area, 0);
  for (const [shape, parts] of [...shapes].reverse()) {
    rest -= shape.area * parts.length;
    if (rest >= 0 || shape.isOnFold || parts.length < fewestCopies || problem.fittingOrientations(shape).length === 0)
      shapes.delete(shape);
  }
  return shapes;
}

function byShape(parts: readonly Part[]): Map<Shape, Part[]> {
  const shapes = new Map<Shape, Part[]>();
  for (const part of parts) {
    const list = shapes.get(part.shape);
    if (list) list.push(part);
    else shapes.set(part.shape, [part]);
  }
  return shapes;
}

/** A copy of a tiling: of a part of its motif, in one of its columns. */
interface Place extends MotifPart {
  readonly ofMotif: number;
  readonly column: number;
}

interface Block {
  readonly places: readonly Place[];
  /** Whether its tiling leaves no room for others between its copies. */
  readonly isClosed: boolean;
  /** Where it ends along. */
  readonly reach: number;
}

/** The copies that have others of the block on all sides. */
function insideOf({ places, isClosed }: Block): Set<Place> {
  if (!isClosed) return new Set();
  const inner = new Set(places);
  const last = places.reduce((most, { column }) => Math.max(most, column), -Infinity);
  const first = places.reduce((least, { column }) => Math.min(least, column), Infinity);
  const ends = new Map<string, { low: Place; high: Place }>();
  for (const place of places) {
    if (place.column === first || place.column === last) inner.delete(place);
    const key = `${place.ofMotif} ${place.column}`;
    const { low, high } = ends.get(key) ?? { low: place, high: place };
    ends.set(key, { low: place.across < low.across ? place : low, high: place.across > high.across ? place : high });
  }
  for (const { low, high } of ends.values()) {
    inner.delete(low);
    inner.delete(high);
  }
  return inner;
}

/**
 * The block of at most `count` copies from `front` on: the one that ends first or, where not all of them find room, the one
 * of most copies. Null where it would fill its stretch badly.
 */
function bestBlock(tilings: Tilings, sheet: Sheet, shape: Shape, front: number, count: number): Block | null {
  const { noFits, problem } = tilings.ground;
  const { room } = sheet.shape;
  const height = heightOf(sheet);
  const area = shape.area * problem.frame.scale ** 2;
  let best: readonly Place[] = [];
  let isClosed = false;
  const isFree = ({ variant, along, across }: Place): boolean =>
    !noFits.obstacles(sheet.shape, variant).some((obstacle) => isBlocked(obstacle, along, across));
  for (const tiling of tilings.of(shape, sheet)) {
    // usually enough of the room for the copies
    const reach = (1.1 * count * area) / (tiling.density * height);
    for (const phase of phasesOf(tiling)) {
      tilings.poll();
      const { all, free } = nearest(phase, { ...room, minX: front }, { reach, count, isFree });
      const places = free.sort((a, b) => reachOf(a) - reachOf(b)).slice(0, count);
      if (places.length < best.length || places.length === 0) continue;
      if (places.length === best.length && reachOf(places.at(-1)!) >= reachOf(best.at(-1)!)) continue;
      best = places;
      isClosed = tiling.density > closedDensity && free.length === all.length;
    }
  }
  const density = (copies: number): number => (copies * area) / ((reachOf(best[copies - 1]!) - front) * height);
  let densest = 0;
  for (let copies = 1; copies <= best.length; copies++) densest = Math.max(densest, density(copies));
  // A few copies that begin a column fill gaps better.
  let copies = best.length;
  while (copies > 0 && density(copies) < wholeShare * densest) copies--;
  if (copies === 0 || density(copies) < leastDensity) return null;
  return { places: best.slice(0, copies), isClosed, reach: reachOf(best[copies - 1]!) };
}

const reachOf = ({ variant, along }: MotifPart): number => along + variant.box.maxX;

/** A way of letting a tiling begin at the room's lower corner: the motif's part at its front, and the lowest one. */
interface Phase {
  readonly tiling: Tiling;
  readonly first: MotifPart;
  readonly lowest: MotifPart;
}

const phasesOf = (tiling: Tiling): Phase[] =>
  tiling.motif.flatMap((first) => tiling.motif.map((lowest) => ({ tiling, first, lowest })));

/** All places of a phase up to an end that holds enough free ones, or the whole room: a long one holds far too many to list. */
function nearest(
  phase: Phase,
  room: Box,
  { reach, count, isFree }: { readonly reach: number; readonly count: number; isFree: (place: Place) => boolean },
): { readonly all: readonly Place[]; readonly free: Place[] } {
  for (let length = reach; ; length *= 2) {
    const maxX = Math.min(room.maxX, room.minX + length);
    const all = placesIn(phase, { ...room, maxX });
    const free = all.filter(isFree);
    if (free.length >= count || maxX === room.maxX) return { all, free };
  }
}

function placesIn({ tiling: { motif, period, step }, first, lowest }: Phase, room: Box): Place[] {
  const alongOf = room.minX - first.variant.box.minX - first.along;
  const acrossOf = room.minY - lowest.variant.box.minY - lowest.across;
  const places: Place[] = [];
  for (const [ofMotif, { variant, along, across }] of motif.entries()) {
    const { box } = variant;
    const from = Math.ceil((room.minX - box.minX - along - alongOf) / step.along - rounding);
    for (let column = from; ; column++) {
      const x = alongOf + along + column * step.along;
      if (x + box.maxX > room.maxX + roomSlack) break;
      const start = room.minY - box.minY;
      let y = start + modulo(acrossOf + across + column * step.across - start, period);
      if (y - start > period - roomSlack) y = start;
      for (; y + box.maxY <= room.maxY + roomSlack; y += period)
        places.push({ variant, along: x, across: y, ofMotif, column });
    }
  }
  return places;
}
