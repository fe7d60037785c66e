import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outlineFault } from '../../src/geometry/outline-fault.js';
import type { Point } from '../../src/geometry/point.js';
import { cornerKinds } from '../../src/patterns/allowance-corner.js';
import { cutLine } from '../../src/patterns/cut-line.js';
import { type DrawnPiece, finishPiece } from '../../src/patterns/finish-piece.js';
import { offset, simpleOuter } from '../../src/patterns/region.js';
import { areaOf, checkPiece, contains, distanceTo } from './piece-checks.js';

/** Star-shaped outlines: radii at rising angles, simple by construction, with any concavities; mm. */
const stars = fc
  .array(fc.double({ min: 20, max: 200, noNaN: true }), { minLength: 3, maxLength: 24 })
  .map((radii) =>
    radii.map((radius, i): Point => {
      const angle = (2 * Math.PI * i) / radii.length;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  )
  .filter((points) => outlineFault(points) === null);

const closed = (points: readonly Point[]): Point[] => [...points, points[0]!];

const drawnPiece = (parts: Pick<DrawnPiece, 'cut' | 'seam' | 'fold'>): DrawnPiece => ({
  id: 'star',
  name: 'Star',
  seamAllowance: 10,
  holes: [],
  grainline: null,
  notches: [],
  drillHoles: [],
  internalLines: [],
  quantity: 1,
  mirrored: false,
  material: 'fabric',
  ...parts,
});

/** Straight edges around a list of corners, 10 mm outside. */
const round = (corners: readonly Point[], width = 10): { points: Point[]; allowance: number; corner: 'mitre' }[] =>
  corners.map((from, i) => ({
    points: [from, corners[(i + 1) % corners.length]!],
    allowance: width,
    corner: 'mitre',
  }));

test('a tail beyond a crossing of the seam line has no allowance, wherever the list of edges begins', () => {
  // the right edge runs 30 mm too far, and the lower one begins 1 mm beyond it
  const corners: Point[] = [
    [0, 0],
    [100, 0],
    [100, 130],
    [101, 100],
    [0, 100],
  ];
  for (let k = 0; k < corners.length; k++) {
    const [outer] = cutLine(round([...corners.slice(k), ...corners.slice(0, k)])).outers;
    assert.ok(Math.abs(areaOf([...outer!, outer![0]!]) - 120 * 120) < 0.01, `${k}: ${areaOf(outer!)}`);
  }
  // of an edge whose width changes, the width at the crossing counts: from 0 at the top to 13 mm, 10 mm at the crossing
  const grown = round(corners).map((edge, i) => (i === 1 ? { ...edge, allowance: 0, allowanceEnd: 13 } : edge));
  const xs = cutLine(grown)
    .outers[0]!.filter(([, y]) => y > 99)
    .map(([x]) => x);
  assert.ok(Math.abs(Math.max(...xs) - 111) < 0.1, String(xs));
});

test('a curve that turns back along itself before its end leaves no notch in the cut line', () => {
  // the lower edge runs 3 mm too far to the left and back
  const edges = round([
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ]).map((edge, i) =>
    i === 2
      ? {
          ...edge,
          points: [
            [100, 100],
            [40, 100.02],
            [-1, 100.03],
            [-3, 100],
            [-1.5, 99.99],
            [0, 100],
          ] as Point[],
        }
      : edge,
  );
  const [outer] = cutLine(edges).outers;
  assert.ok(Math.abs(areaOf([...outer!, outer![0]!]) - 120 * 120) < 5, String(areaOf([...outer!, outer![0]!])));
  assert.is(outer!.filter(([x, y]) => Math.hypot(x, y - 100) < 5).length, 0, 'nowhere near the corner of the seam');
});

test('for any shape and allowances the cut line is simple, contains the seam and keeps its distance', () => {
  fc.assert(
    fc.property(stars, fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 8 }), (points, widths) => {
      const edges = points.map((from, i) => ({
        points: [from, points[(i + 1) % points.length]!],
        allowance: widths[i % widths.length]!,
      }));
      const piece = finishPiece(drawnPiece({ cut: cutLine(edges), seam: points, fold: null }), true);
      checkPiece(piece, 'star');
      for (const {
        points: [from, to],
        allowance,
      } of edges) {
        const middle: Point = [(from![0] + to![0]) / 2, (from![1] + to![1]) / 2];
        const gap = distanceTo(piece.boundary, middle);
        // never nearer than asked, unless a neighbour has less allowance
        const least = Math.min(
          allowance,
          ...edges.map((other) => distanceTo(closed(other.points as Point[]), middle) + other.allowance),
        );
        assert.ok(gap >= least - 0.01 || contains(piece.boundary, middle), `${gap} and ${least}`);
      }
    }),
    { numRuns: 300, seed: 1, endOnFailure: true },
  );
});

test('with equal allowances the cut line is the mitred offset', () => {
  fc.assert(
    fc.property(stars, fc.integer({ min: 1, max: 20 }), (points, allowance) => {
      const edges = points.map((from, i) => ({ points: [from, points[(i + 1) % points.length]!], allowance }));
      const ours = simpleOuter(cutLine(edges))!;
      const theirs = simpleOuter(offset([points], allowance))!;
      const [a, b] = [areaOf(closed(ours)), areaOf(closed(theirs))];
      // corners beyond the limit are bevelled here and squared there
      assert.ok(Math.abs(a - b) < 0.02 * b + points.length * allowance * allowance, `${a} and ${b}`);
    }),
    { numRuns: 200, seed: 2, endOnFailure: true },
  );
});

const crossAndDot = ([ax, ay]: Point, [bx, by]: Point): [number, number] => [ax * by - ay * bx, ax * bx + ay * by];

/** Corners on a circle, so that the outline turns outwards everywhere; mm. */
const convex = fc
  .array(fc.double({ min: 0.2, max: 1, noNaN: true }), { minLength: 3, maxLength: 9 })
  .map((steps): Point[] => {
    const whole = steps.reduce((sum, step) => sum + step, 0);
    let turned = 0;
    return steps.map((step): Point => {
      turned += (2 * Math.PI * step) / whole;
      return [150 * Math.cos(turned), 150 * Math.sin(turned)];
    });
  })
  .filter((points) =>
    // every edge is less than half of the circle
    points.every(([x, y], i) => Math.atan2(...crossAndDot([x, y], points[(i + 1) % points.length]!)) > 0),
  );

/** How far the outline lies from a place of an edge, square to the edge. */
function widthAt(outline: readonly Point[], [fx, fy]: Point, [tx, ty]: Point, share: number): number {
  const length = Math.hypot(tx - fx, ty - fy);
  const [dx, dy] = [(tx - fx) / length, (ty - fy) / length];
  const place = ([x, y]: Point): [along: number, out: number] => [
    (x - fx) * dx + (y - fy) * dy - share * length,
    (x - fx) * dy - (y - fy) * dx,
  ];
  const widths = outline.flatMap((point, i) => {
    const [[a, outA], [b, outB]] = [place(point), place(outline[(i + 1) % outline.length]!)];
    return a < 0 !== b < 0 ? [outA + ((outB - outA) * a) / (a - b)] : [];
  });
  return Math.max(...widths);
}

test('an allowance changes evenly along its edge, whatever its neighbours and the corner', () => {
  const corners: Point[] = [
    [0, 0],
    [100, 0],
    [100, 200],
    [0, 200],
  ];
  for (const corner of [null, ...cornerKinds]) {
    for (const allowance of [5, 25]) {
      const edges = corners.map((from, i) => ({ points: [from, corners[(i + 1) % 4]!], allowance, corner }));
      const { outers } = cutLine([{ ...edges[0]!, allowance: 10, allowanceEnd: 60 }, ...edges.slice(1)]);
      for (const [x, width] of [
        [1, 10.5],
        [50, 35],
        [99, 59.5],
      ] as const) {
        const found = widthAt(outers[0]!, corners[0]!, corners[1]!, x / 100);
        assert.ok(Math.abs(found - width) < 0.01, `${corner}, ${allowance}: ${found} at ${x}`);
      }
    }
  }
  fc.assert(
    fc.property(
      convex,
      fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 9, maxLength: 9 }),
      (points, tenths) => {
        const n = points.length;
        const widths = points.map((_, i) => tenths[i]! / 10);
        const edges = points.map((from, i) => ({
          points: [from, points[(i + 1) % n]!],
          allowance: widths[i]!,
          allowanceEnd: widths[(i + 1) % n]!,
        }));
        const [outer] = cutLine(edges).outers;
        const lengths = edges.map(({ points: [from, to] }) => Math.hypot(to![0] - from![0], to![1] - from![1]));
        // a side that grows faster than half the turn of its corner, prolonged, cuts the end of its neighbour's
        const isSteep = (corner: number, next: number, edge: number): boolean => {
          const turn = Math.asin(lengths[corner]! / 300) + Math.asin(lengths[(corner + n - 1) % n]! / 300);
          return (widths[next]! - widths[corner]!) / lengths[edge]! > Math.tan(turn / 2) - 1e-3;
        };
        edges.forEach(({ points: [from, to], allowance, allowanceEnd }, i) => {
          const [before, after, last] = [(i + n - 1) % n, (i + 1) % n, (i + 2) % n];
          if (isSteep(i, before, before) || isSteep(after, last, after)) return;
          for (const share of [0.01, 0.3, 0.5, 0.7, 0.99]) {
            const width = allowance + (allowanceEnd - allowance) * share;
            const found = widthAt(outer!, from!, to!, share);
            assert.ok(Math.abs(found - width) < 0.01, `${found} for ${width}`);
          }
        });
      },
    ),
    { numRuns: 300, seed: 4, endOnFailure: true },
  );
});

test('unfolding a half over any line doubles it', () => {
  fc.assert(
    fc.property(stars, fc.double({ min: 0, max: 360, noNaN: true }), (points, degrees) => {
      const angle = (degrees * Math.PI) / 180;
      const normal: Point = [-Math.sin(angle), Math.cos(angle)];
      const fold: [Point, Point] = [
        [-300 * Math.cos(angle), -300 * Math.sin(angle)],
        [300 * Math.cos(angle), 300 * Math.sin(angle)],
      ];
      const edges = points.map((from, i) => ({ points: [from, points[(i + 1) % points.length]!], allowance: 10 }));
      const drawn = drawnPiece({ cut: cutLine(edges), seam: points, fold });
      const half = finishPiece(drawn, false);
      const whole = finishPiece(drawn, true);
      checkPiece(half, 'half');
      checkPiece(whole, 'whole');
      const [a, b] = [areaOf(whole.boundary), areaOf(half.boundary)];
      // a notch that the fold closes off becomes a hole or is cut away: never more than double
      assert.ok(a <= 2 * b * 1.001 + 1, `${a} and ${b}`);
      for (const [x, y] of half.boundary) {
        const aside = x * normal[0] + y * normal[1];
        const image: Point = [x - 2 * aside * normal[0], y - 2 * aside * normal[1]];
        assert.ok(
          contains(whole.boundary, image) || distanceTo(whole.boundary, image) < 0.6,
          'the mirror image is part of the whole',
        );
      }
    }),
    { numRuns: 200, seed: 3, endOnFailure: true },
  );
});

test.run();
