/** Turns the parts of a layout within their tolerance, so that each of its sheets gets shorter. */

import { flippedRing } from '../../geometry/orientation.js';
import type { Ring } from '../../geometry/ring.js';
import type { SearchContext } from '../construct/search.js';
import { rotatedIntoFrame } from '../layout/frame.js';
import type { Layout } from '../layout/layout.js';
import type { Placed } from '../layout/placed.js';
import type { Part, Problem, Variant } from '../layout/problem.js';
import type { Shape } from '../layout/shape.js';
import { isPlain } from '../layout/sheet.js';
import { signedBetween } from '../layout/tilt.js';
import { grownOutline } from '../overlap/grown-outline.js';
import type { ItemType } from '../overlap/items.js';
import { type TurnedLayout, type TurningStrip, turnedShorter } from '../overlap/turn.js';
import { growthOf } from './growth.js';
import { frameDegrees, isTight } from './outlines.js';
import { overlapOutlines } from './overlap-choices.js';

/** The programme of more parts takes seconds, and so do the differences of all their angles. */
const mostParts = 500;

/** Whether parts may turn together: all sheets are rectangles whose length counts, and nothing holds the parts. */
export function canTurn(problem: Problem): boolean {
  const { request, parts, shapes, sheets, snaps } = problem;
  if (request.optimization.type !== 'length' || snaps || parts.some(({ isLocked }) => isLocked)) return false;
  if (parts.length > mostParts || !sheets.every(({ shape }) => isPlain(shape))) return false;
  const isHeld = (shape: Shape): boolean =>
    shape.hasOpenings || shape.isOnFold || isTight(problem, shape, growthOf(problem));
  return !shapes.some(isHeld);
}

/** Offers each shorter layout to the context, whose budget may end it. Does nothing where parts cannot turn together. */
export function turnParts(context: SearchContext, best: Layout): void {
  const { problem } = context;
  if (!canTurn(problem)) return;
  const outlines = overlapOutlines(problem, problem.shapes, context.poll);
  for (const sheet of new Set(best.placed.map((placed) => placed.sheet))) {
    const own = best.placed.filter((placed) => placed.sheet === sheet);
    if (own.length < 2) continue;
    const turning = new SheetTurning(context, best, own, outlines);
    turnedShorter(turning.strip, turning.start, (layout) => turning.offer(layout), context.poll, context.step);
  }
}

/** The parts of one sheet as a strip. */
class SheetTurning {
  readonly strip: TurningStrip;
  readonly start: TurnedLayout;
  /** The strip's corner in the frame, in grid units from the sheet's corner. */
  readonly #along: number;
  readonly #across: number;

  readonly #context: SearchContext;
  readonly #best: Layout;
  readonly #placed: readonly Placed[];

  constructor(context: SearchContext, best: Layout, placed: readonly Placed[], outlines: readonly Ring[]) {
    this.#context = context;
    this.#best = best;
    this.#placed = placed;
    const { problem } = context;
    const growth = growthOf(problem);
    const { room } = problem.sheets[placed[0]!.sheet]!.shape;
    this.#along = room.minX - growth;
    this.#across = room.minY - growth;
    const known = new Map<string, number>();
    const types: Omit<ItemType, 'rotations'>[] = [];
    const typeOf = (shape: Shape, flipped: boolean): number => {
      const key = `${shape.index} ${flipped}`;
      const at = known.get(key) ?? types.length;
      if (at === types.length) {
        const outline = rotatedIntoFrame(problem.frame, outlines[problem.shapes.indexOf(shape)]!);
        const grown = grownOutline(flipped ? flippedRing(outline) : outline, growth);
        types.push({ outline: grown, spacing: shape.spacing, gaps: shape.gaps });
        known.set(key, at);
      }
      return at;
    };
    const items = placed.map(({ part, variant }) =>
      typeOf(part.shape, problem.orientations[variant.orientation]!.flipped),
    );
    const degrees = Float64Array.from(placed, ({ variant }) => frameDegrees(problem, variant.orientation));
    const ranges = placed.map((own) => turnsOf(problem, own));
    this.strip = {
      types,
      items,
      height: room.maxY - room.minY + 2 * growth,
      from: degrees.map((own, i) => own + ranges[i]![0]),
      to: degrees.map((own, i) => own + ranges[i]![1]),
    };
    this.start = {
      x: Float64Array.from(placed, ({ along }) => along - this.#along),
      y: Float64Array.from(placed, ({ across }) => across - this.#across),
      degrees,
      length: Math.max(...placed.map(({ variant, along }) => along + variant.box.maxX)) - this.#along + growth,
    };
  }

  offer({ x, y, degrees }: TurnedLayout): void {
    const { problem } = this.#context;
    const best = this.#best;
    const moved = new Map(
      this.#placed.map((own, i): [Part, Placed] => {
        const turn = (degrees[i]! - this.start.degrees[i]!) * senseOf(problem);
        const variant = turn === 0 ? own.variant : turnedBy(problem, own.variant, turn);
        return [own.part, { ...own, variant, along: x[i]! + this.#along, across: y[i]! + this.#across }];
      }),
    );
    this.#context.offer({ ...best, placed: best.placed.map((own) => moved.get(own.part) ?? own) });
  }
}

/** 1 where rotations go the same way round in the frame, -1 where the frame mirrors the sheet. */
function senseOf({ frame }: Problem): 1 | -1 {
  return frame.ax * frame.by - frame.ay * frame.bx < 0 ? -1 : 1;
}

/** How far a placed part may turn from where it lies, in degrees of the frame. */
function turnsOf(
  problem: Problem,
  { variant: { shape, orientation } }: Placed,
): readonly [least: number, most: number] {
  const { rotationTolerance: tolerance } = shape;
  if (tolerance === 0) return [0, 0];
  const { degrees, flipped } = problem.orientations[orientation]!;
  const offs = shape.orientations
    .map((own) => problem.orientations[own]!)
    .filter((own) => own.flipped === flipped)
    .map((own) => signedBetween(degrees, own.degrees));
  const off = offs.reduce((nearest, own) => (Math.abs(own) < Math.abs(nearest) ? own : nearest), Infinity);
  if (!(Math.abs(off) <= tolerance)) return [0, 0];
  return senseOf(problem) === 1 ? [-tolerance - off, tolerance - off] : [off - tolerance, off + tolerance];
}

function turnedBy(problem: Problem, { shape, orientation }: Variant, turn: number): Variant {
  const { degrees, flipped } = problem.orientations[orientation]!;
  // A sum of decimal numbers has a tail of binary digits.
  const rotation = Math.round((degrees + turn) * 1e9) / 1e9;
  return problem.variant(shape, problem.orientationOf(shape, rotation, flipped) ?? orientation);
}
