/** Named edges and the walk along sewn pairs, on synthetic pieces. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import type { Piece } from '../../src/patterns/draft.js';
import { Ring } from '../../src/patterns/grading/ring.js';
import { lengthOf, traceEdge } from '../../src/patterns/sewing/trace-edge.js';
import { type WantedSeam, walkSeams } from '../../src/patterns/sewing/walk-seams.js';

/** A simple polygon: corners at growing angles round a centre. */
const polygon: fc.Arbitrary<Point[]> = fc
  .array(fc.double({ min: 20, max: 400, noNaN: true }), { minLength: 4, maxLength: 12 })
  .map((radii) =>
    radii.map((radius, i): Point => {
      const angle = (2 * Math.PI * i) / radii.length;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    }),
  );
const share = fc.double({ min: 0, max: 1, noNaN: true });
const near = (a: number, b: number, tolerance = 1e-6): boolean => Math.abs(a - b) <= tolerance;
const traced = (outline: readonly Point[], ...way: Point[]): readonly Point[] =>
  traceEdge('edge', outline, [way]).lines[0]!;

test('an edge is the shorter way between its ends, the same from both', () => {
  fc.assert(
    fc.property(polygon, share, share, (outline, s, t) => {
      const ring = new Ring(outline);
      const [from, to] = [ring.at(s * ring.length), ring.at(t * ring.length)];
      const length = lengthOf(traced(outline, from, to));
      const way = ring.between(s * ring.length, t * ring.length);
      assert.ok(near(length, way), `${length} for ${way}`);
      assert.ok(near(lengthOf(traced(outline, to, from)), length));
    }),
  );
});

test('an edge through points goes by all of them, and three round the ring make all of it', () => {
  fc.assert(
    fc.property(polygon, (outline) => {
      const ring = new Ring(outline);
      const stops = [0, 0.3, 0.6, 1].map((at) => ring.at(at * ring.length));
      assert.ok(near(lengthOf(traced(outline, ...stops)), ring.length, 1e-5));
      for (const stop of stops) {
        assert.ok(traced(outline, ...stops).some((point) => lengthOf([point, stop]) < 1e-6));
      }
    }),
  );
});

test('a point off the outline is refused with its distance', () => {
  const outline: Point[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [0, 100],
  ];
  assert.throws(
    () =>
      traceEdge('side', outline, [
        [
          [0, 0],
          [50, 3],
        ],
      ]),
    /point 2 lies 3\.00 mm off the outline/,
  );
});

/** A piece with its whole outline from its first point on as one edge, and parts of it. */
function pieceOf(id: string, outline: readonly Point[], edges: Readonly<Record<string, readonly Point[]>>): Piece {
  return {
    id,
    name: id,
    boundary: [...outline, outline[0]!],
    edges: Object.entries(edges).map(([name, way]) => {
      const { lines } = traceEdge(name, outline, [way]);
      return { name, lines, length: lines.reduce((sum, line) => sum + lengthOf(line), 0) };
    }),
    seamLine: null,
    seamAllowance: 0,
    grainline: null,
    grainlineReason: '',
    notches: [],
    drillHoles: [],
    holes: [],
    internalLines: [],
    texts: [],
    fasteners: [],
    foldLine: null,
    quantity: 1,
    mirrored: false,
    material: 'fabric',
  };
}

const edge = (piece: string, name: string, reversed = false) => ({ piece, edge: name, reversed });
const wanted = (seam: Partial<WantedSeam>): WantedSeam => ({
  name: 'seam',
  first: [edge('a', 'one')],
  second: [edge('b', 'one')],
  ease: () => 0,
  tolerance: null,
  notches: [],
  ...seam,
});

test('a walk tells both lengths; moving, turning and mirroring pieces changes nothing', () => {
  fc.assert(
    fc.property(polygon, polygon, share, share, share, (one, other, s, angle, ease) => {
      const ends = (outline: readonly Point[]) => {
        const ring = new Ring(outline);
        return [ring.at(0), ring.at(0.45 * s * ring.length)];
      };
      const turned = ([x, y]: Point): Point => {
        const [cos, sin] = [Math.cos(6 * angle), Math.sin(6 * angle)];
        return [-(x * cos - y * sin) + 40, x * sin + y * cos - 7];
      };
      const seam = wanted({ ease: () => 10 * ease });
      const [here] = walkSeams(
        [pieceOf('a', one, { one: ends(one) }), pieceOf('b', other, { one: ends(other) })],
        [seam],
      ).seams;
      const moved = other.map(turned);
      const [there] = walkSeams(
        [pieceOf('a', one, { one: ends(one) }), pieceOf('b', moved, { one: ends(other).map(turned) })],
        [seam],
      ).seams;
      assert.ok(near(here!.difference, here!.firstLength - here!.secondLength - here!.ease, 2e-3));
      assert.ok(near(here!.secondLength, there!.secondLength, 2e-3));
      assert.ok(near(here!.difference, there!.difference, 2e-3));
    }),
  );
});

test('the other way round, a seam is off by as much to the other side', () => {
  fc.assert(
    fc.property(polygon, polygon, (one, other) => {
      const all = [
        pieceOf('a', one, { one: [one[0]!, one[1]!] }),
        pieceOf('b', other, { one: [other[0]!, other[1]!], two: [other[1]!, other[2]!] }),
      ];
      const second = [edge('b', 'one'), edge('b', 'two', true)];
      const [seam] = walkSeams(all, [wanted({ second })]).seams;
      const [back] = walkSeams(all, [wanted({ first: second, second: [edge('a', 'one')] })]).seams;
      assert.ok(near(seam!.difference, -back!.difference, 2e-3));
      const bothEdges = lengthOf([other[0]!, other[1]!]) + lengthOf([other[1]!, other[2]!]);
      assert.ok(near(seam!.secondLength, bothEdges, 2e-3));
    }),
  );
});

test('notches are told from the start of their side, in its direction', () => {
  const outline: Point[] = [
    [0, 0],
    [100, 0],
    [100, 60],
    [0, 60],
  ];
  const piece = pieceOf('a', outline, { top: [outline[0]!, outline[1]!], end: [outline[1]!, outline[2]!] });
  const mark = { piece: 'a', at: [100, 20] as Point };
  const along = (first: WantedSeam['first']) =>
    walkSeams([piece], [wanted({ first, second: first, notches: [[mark, mark]] })]).seams[0]!.notches[0]!.first.along;
  assert.is(along([edge('a', 'top'), edge('a', 'end')]), 120);
  assert.is(along([edge('a', 'end', true), edge('a', 'top', true)]), 40);
  assert.is(along([edge('a', 'end')]), 20);
});

test.run();
