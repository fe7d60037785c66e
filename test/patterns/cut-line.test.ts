import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { outlineFault } from '../../src/geometry/outline-fault.js';
import type { Point } from '../../src/geometry/point.js';
import { cutLine } from '../../src/patterns/cut-line.js';
import { type DrawnPiece, finishPiece } from '../../src/patterns/finish-piece.js';
import { offset, simpleOuter } from '../../src/patterns/region.js';
import { areaOf, checkPiece, contains, distanceTo } from './piece-checks.js';

/** Star-shaped outlines: radii at rising angles, simple by construction, concave as they please; mm. */
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

test('whatever the shape and the allowances, the cut line is simple, contains the seam and keeps its distance', () => {
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
        // never nearer than asked, unless a neighbour with less allowance comes nearer than that
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

test('with equal allowances it is the mitred offset', () => {
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
