/** Random problems for properties of the overlap search: a few items of a few types, with any outline. */

import fc from 'fast-check';
import { orientedRing } from '../../src/geometry/orientation.js';
import { boxOf, type Ring } from '../../src/geometry/ring.js';
import type { ItemType } from '../../src/nesting/overlap/items.js';
import type { SheetLayout, SheetPart, SheetProblem } from '../../src/nesting/sheets/problem.js';
import type { StripProblem } from '../../src/nesting/strip/problem.js';

/** The greatest distance of a corner from the middle of its outline. */
const radius = 20;

/** A simple outline, star-shaped about the origin, with whole or fractional coordinates. */
const star = fc
  .array(fc.record({ share: fc.double({ min: 0.25, max: 1, noNaN: true }), gap: fc.integer({ min: 2, max: 6 }) }), {
    minLength: 4,
    maxLength: 9,
  })
  .map((corners) => {
    const whole = corners.reduce((sum, { gap }) => sum + gap, 0);
    let angle = 0;
    const points = corners.flatMap(({ share, gap }) => {
      angle += (2 * Math.PI * gap) / whole;
      return [radius * share * Math.cos(angle), radius * share * Math.sin(angle)];
    });
    return Float64Array.from(points);
  });

/** Shares of an outline's size: of a small one that lies in the opening of another, and of the opening. */
const [smallShare, openingShare] = [0.3, 0.8];
/** An outline with an opening has its middle so far inside at the least. */
const leastDepth = 3;

const scaled = (ring: Ring, share: number): Ring => ring.map((value) => share * value);

/** An opening of the same form about the origin, if the origin is far enough inside. */
function openingIn(outline: Ring): Ring[] {
  const distances = Array.from({ length: outline.length / 2 }, (_, k) => {
    const [x1, y1] = [outline[2 * k]!, outline[2 * k + 1]!];
    const [x2, y2] = [outline[(2 * k + 2) % outline.length]!, outline[(2 * k + 3) % outline.length]!];
    return (x1 * y2 - x2 * y1) / Math.hypot(x2 - x1, y2 - y1);
  });
  return Math.min(...distances) > leastDepth ? [scaled(outline, openingShare)] : [];
}

/** A rectilinear outline with edges in steps of 4. */
const board = fc
  .record({ a: fc.integer({ min: 2, max: 5 }), b: fc.integer({ min: 2, max: 5 }), notch: fc.boolean() })
  .map(({ a, b, notch }): Ring => {
    const [x, y] = [4 * a, 4 * b];
    return notch ? Float64Array.of(0, 0, x, 0, x, y, 4, y, 4, 4, 0, 4) : Float64Array.of(0, 0, x, 0, x, y, 0, y);
  });

const rotations = fc
  .subarray([0, 90, 180, 270, 37, 211.5], { minLength: 1, maxLength: 4 })
  .chain((list) => fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }));

const starType: fc.Arbitrary<ItemType> = fc
  .record({
    outline: star,
    rotations,
    spacing: fc.constantFrom(0, 0, 7),
    flips: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    kind: fc.constantFrom('whole', 'open', 'small'),
  })
  .map(({ flips, kind, outline, ...type }) => ({
    ...type,
    outline: kind === 'small' ? scaled(outline, smallShare) : outline,
    openings: kind === 'open' ? openingIn(outline) : [],
    flipped: type.rotations.map((_, i) => flips[i]!),
  }));
const boardType: fc.Arbitrary<ItemType> = fc.record({
  outline: board,
  rotations: fc.constantFrom<readonly number[]>([0], [0, 90], [0, 180]),
});

export const randomTypes: fc.Arbitrary<ItemType[]> = fc.array(fc.oneof(starType, boardType), {
  minLength: 1,
  maxLength: 3,
});

export interface RandomStrip {
  readonly problem: StripProblem;
  readonly closed: boolean;
  readonly seed: number;
}

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });

/** Lines one step apart along one axis or both, with a different offset for each type and rotation. */
const lines = (types: readonly { readonly rotations: readonly number[] }[]) => {
  const axis = fc.option(
    fc
      .record({ step: fc.double({ min: 1, max: 6, noNaN: true }), shift: fc.double({ min: 0, max: 1, noNaN: true }) })
      .map(({ step, shift }) => ({
        step,
        at: types.map(({ rotations: own }, t) => own.map((_, r) => step * ((shift + 0.3 * t + 0.17 * r) % 1))),
      })),
  );
  return fc.record({ x: axis, y: axis });
};

/** `kind`: items lie anywhere, on lines of the problem, on the lattice of boards, or on a closed strip. */
export const randomStrip = (kind: 'anywhere' | 'lines' | 'boards' | 'closed'): fc.Arbitrary<RandomStrip> =>
  fc
    .record({
      types: fc.array(kind === 'boards' ? boardType : starType, { minLength: 1, maxLength: 3 }),
      kinds: fc.array(fc.nat(2), { minLength: 2, maxLength: 9 }),
      height: kind === 'boards' ? fc.integer({ min: 6, max: 12 }).map((n) => 4 * n) : fc.integer({ min: 50, max: 110 }),
      seed: seeds,
    })
    .chain(({ types, kinds, height, seed }) => {
      const items = kinds.map((n) => n % types.length);
      return (kind === 'lines' ? lines(types) : fc.constant(null)).map((own) => ({
        problem: { types, items, height, lines: own },
        closed: kind === 'closed',
        seed,
      }));
    });

export interface RandomSheets {
  readonly problem: SheetProblem;
  /** A layout without overlap. */
  readonly start: SheetLayout;
  readonly seed: number;
}

/** The gap between two items of the start, and the width of an obstacle. */
const gap = 3;
const obstacleWidth = 10;

/** Sheets of one height, with an obstacle at one end or none. Items lie side by side, some of them locked. */
export const randomSheets: fc.Arbitrary<RandomSheets> = fc
  .record({
    parts: fc.array(
      fc.record({
        outline: star,
        orientations: fc.uniqueArray(fc.record({ degrees: fc.constantFrom(0, 90, 180, 53), flipped: fc.boolean() }), {
          minLength: 1,
          maxLength: 3,
          selector: ({ degrees, flipped }) => `${degrees} ${flipped}`,
        }),
      }),
      { minLength: 1, maxLength: 3 },
    ),
    sheets: fc.array(
      fc.array(fc.record({ part: fc.nat(2), choice: fc.nat(2), locked: fc.nat(5).map((n) => n === 0) }), {
        minLength: 1,
        maxLength: 4,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    obstacle: fc.constantFrom('left', 'right', 'none'),
    goal: fc.constantFrom('length' as const, 'area' as const),
    height: fc.integer({ min: 50, max: 90 }),
    seed: seeds,
  })
  .map(({ parts, sheets, obstacle, goal, height, seed }) => {
    const all = sheets.flatMap((on, sheet) =>
      on.map(({ part, choice, locked }) => {
        const index = part % parts.length;
        return { sheet, part: index, choice: choice % parts[index]!.orientations.length, locked };
      }),
    );
    const x = new Float64Array(all.length);
    const y = new Float64Array(all.length);
    const cursors = sheets.map(() => (obstacle === 'left' ? obstacleWidth + gap : gap));
    all.forEach(({ sheet, part, choice }, i) => {
      const { outline, orientations } = parts[part]!;
      const { minX, minY, maxX } = boxOf(orientedRing(outline, orientations[choice]!));
      x[i] = cursors[sheet]! - minX;
      y[i] = gap - minY;
      cursors[sheet]! += maxX - minX + gap;
    });
    const length = Math.max(...cursors) + obstacleWidth + gap;
    const from = obstacle === 'left' ? 0 : length - obstacleWidth;
    const wall = Float64Array.of(from, 0, from + obstacleWidth, 0, from + obstacleWidth, height / 2, from, height / 2);
    return {
      problem: {
        parts: parts.map(
          (part): SheetPart => ({ ...part, bare: part.outline, openings: [], sensitive: new Map(), folds: [] }),
        ),
        items: all.map(({ part }) => part),
        values: all.map(() => 1),
        locked: all.map(({ locked }) => locked),
        kinds: [{ length, height, obstacles: obstacle === 'none' ? [] : [wall], zones: [], linesShift: 0 }],
        sheets: sheets.map(() => 0),
        lines: null,
        offers: null,
        goal,
      },
      start: {
        sheet: Int32Array.from(all, ({ sheet }) => sheet),
        x,
        y,
        choice: Int32Array.from(all, ({ choice }) => choice),
      },
      seed,
    };
  });
