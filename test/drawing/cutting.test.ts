import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CuttingSettings } from '../../src/drawing/marker/cutting/cut-line.js';
import { type CutPath, cutPathOf, cuttingSeconds } from '../../src/drawing/marker/cutting/cut-path.js';
import { cuttingNotes } from '../../src/drawing/marker/cutting/notes.js';
import { layMarker, type Marker } from '../../src/drawing/marker/marker.js';
import { writeMarkerDxf } from '../../src/drawing/marker/marker-dxf.js';
import { writeMarkerPlt } from '../../src/drawing/marker/marker-plt.js';
import { markerReport } from '../../src/drawing/marker/marker-report.js';

type Point = readonly [number, number];
interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const corners = ({ x, y, width, height }: Rectangle): Point[] => [
  [x, y],
  [x + width, y],
  [x + width, y + height],
  [x, y + height],
];

/** Parts where they lie, on a sheet of 1000 x 1000 mm. */
function markerOf(parts: readonly { outline: readonly Point[]; holes?: readonly (readonly Point[])[] }[]): Marker {
  return layMarker({
    polygons: parts.map(({ outline, holes = [] }, i) => ({
      id: `part-${i}`,
      origin: [0, 0],
      points: outline,
      holes: holes.map((points) => ({ points })),
    })),
    bins: [{ boundary: { points: corners({ x: 0, y: 0, width: 1000, height: 1000 }) } }],
    placements: parts.map((_, index) => ({ index, bin: 0, position: [0, 0], rotation: 0 })),
    unplaced: [],
  });
}

const pathOf = (marker: Marker, settings: CuttingSettings = {}): CutPath => cutPathOf(marker.sheets[0]!, settings);
const far = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(bx - ax, by - ay);
const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, i) => sum + far(points[i]!, point), 0);

function distanceToLine(point: Point, line: readonly Point[]): number {
  let least = Infinity;
  for (const [i, b] of line.entries()) {
    if (i === 0) continue;
    const a = line[i - 1]!;
    const squared = far(a, b) ** 2;
    const along = squared === 0 ? 0 : ((point[0] - a[0]) * (b[0] - a[0]) + (point[1] - a[1]) * (b[1] - a[1])) / squared;
    const t = Math.min(1, Math.max(0, along));
    least = Math.min(least, far(point, [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]));
  }
  return least;
}

/** Points along a closed outline, a few on each side. */
const samples = (outline: readonly Point[]): Point[] =>
  outline.flatMap((a, i) => {
    const b = outline[(i + 1) % outline.length]!;
    return [0, 0.21, 0.5, 0.83].map((t): Point => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
  });

/** Whether a point lies strictly inside an axis-parallel box of points. */
const boxAround = (points: readonly Point[]): [number, number, number, number] => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

/** Cells of 100 mm; in each a rectangle, some with an opening, some of these with a smaller rectangle in it. */
const cell = fc.record({
  width: fc.integer({ min: 20, max: 100 }),
  height: fc.integer({ min: 20, max: 100 }),
  opening: fc.boolean(),
  inner: fc.boolean(),
});
const cells = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
  minLength: 1,
  maxLength: 14,
  selector: ([x, y]) => 10 * x + y,
});
const layouts = cells.chain((places) =>
  fc.tuple(...places.map(() => cell)).map((shapes) =>
    places.flatMap(([column, row], i) => {
      const { width, height, opening, inner } = shapes[i]!;
      const [x, y] = [100 * column, 100 * row];
      const hole = { x: x + 5, y: y + 5, width: width - 10, height: height - 10 };
      const part = {
        outline: corners({ x, y, width, height }),
        holes: opening ? [corners(hole)] : [],
      };
      const middle = { x: hole.x + 2, y: hole.y + 2, width: hole.width - 4, height: hole.height - 4 };
      return opening && inner ? [part, { outline: corners(middle), holes: [] }] : [part];
    }),
  ),
);

test('every line of every part is cut, nothing else is, and the figures are those of the lines', () => {
  fc.assert(
    fc.property(layouts, fc.boolean(), (parts, commonLines) => {
      const { lines, length, travel, home, shared } = pathOf(markerOf(parts), { commonLines });
      const rings = parts.flatMap(({ outline, holes }) => [outline, ...holes]);
      const closed = rings.map((ring) => [...ring, ring[0]!]);
      for (const point of rings.flatMap(samples)) {
        const nearest = Math.min(...lines.map(({ points }) => distanceToLine(point, points)));
        assert.ok(nearest < 0.3, `${point} is ${nearest} from a cut`);
      }
      for (const { points } of lines) {
        for (const point of points) assert.ok(Math.min(...closed.map((line) => distanceToLine(point, line))) < 1e-6);
      }
      const all = lines.reduce((sum, { points }) => sum + lengthOf(points), 0);
      assert.ok(Math.abs(all - length) < 1e-6);
      const perimeters = closed.reduce((sum, line) => sum + lengthOf(line), 0);
      assert.ok(Math.abs(length + shared - perimeters) < 1e-6);
      if (!commonLines) assert.is(shared, 0);
      const way = lines.reduce(
        (sum, { points }, i) => sum + far(i === 0 ? home : lines[i - 1]!.points.at(-1)!, points[0]!),
        0,
      );
      assert.ok(Math.abs(way - travel) < 1e-6);
    }),
    { numRuns: 20 },
  );
});

test('a line inside another one is cut before it', () => {
  fc.assert(
    fc.property(layouts, (parts) => {
      const { lines } = pathOf(markerOf(parts), { commonLines: false });
      const boxes = lines.map(({ points }) => boxAround(points));
      for (const [i, [left, top, right, bottom]] of boxes.entries()) {
        for (const [j, other] of boxes.entries()) {
          const isInside = other[0] > left && other[1] > top && other[2] < right && other[3] < bottom;
          if (isInside) assert.ok(j < i, `line ${j} lies inside line ${i}`);
        }
      }
    }),
    { numRuns: 20 },
  );
});

test('a part that touches the edge of its opening is cut before it, wherever its outline begins', () => {
  const frame = {
    outline: corners({ x: 100, y: 100, width: 200, height: 200 }),
    holes: [corners({ x: 160, y: 160, width: 80, height: 80 })],
  };
  for (const [x, y] of [
    [160, 160],
    [200, 160],
    [160, 200],
    [200, 200],
  ] as const) {
    for (const first of [0, 1, 2, 3]) {
      const core = corners({ x, y, width: 40, height: 40 });
      const turned = [...core.slice(first), ...core.slice(0, first)];
      for (const settings of [{ commonLines: false }, { commonLines: true }, { kerf: 1 }]) {
        const order = pathOf(markerOf([frame, { outline: turned }]), settings).lines;
        const core = order.findLastIndex(({ part }) => part === 1);
        assert.ok(order.slice(core + 1).filter(({ part }) => part === 0).length >= 2, `${x} ${y} from ${first}`);
      }
    }
  }
});

test('a part in an opening that the kerf fills is cut before the outline around', () => {
  const frame = {
    outline: corners({ x: 100, y: 100, width: 200, height: 200 }),
    holes: [corners({ x: 160, y: 160, width: 3, height: 3 })],
  };
  const core = { outline: corners({ x: 161, y: 161, width: 1, height: 1 }) };
  assert.equal(
    pathOf(markerOf([frame, core]), { kerf: 4 }).lines.map(({ part }) => part),
    [1, 0],
  );
});

test('squares side by side share their lines, which are cut once', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }), (columns, rows) => {
      const parts = Array.from({ length: columns * rows }, (_, i) => ({
        outline: corners({ x: 50 * (i % columns), y: 50 * Math.floor(i / columns), width: 50, height: 50 }),
      }));
      const { length, shared } = pathOf(markerOf(parts));
      const lines = 50 * ((columns + 1) * rows + (rows + 1) * columns);
      assert.ok(Math.abs(length - lines) < 1e-6, `${length}, not ${lines}`);
      assert.ok(Math.abs(shared - (200 * columns * rows - lines)) < 1e-6);
    }),
    { numRuns: 15 },
  );
});

test('a shared stretch of sides of unequal lengths is cut once, and the rest of the later part is one open line', () => {
  const marker = markerOf([
    { outline: corners({ x: 0, y: 0, width: 100, height: 100 }) },
    { outline: corners({ x: 100, y: 40, width: 80, height: 200 }) },
  ]);
  const { lines, shared } = pathOf(marker);
  assert.is(shared, 60);
  const open = lines.filter(({ closed }) => !closed);
  assert.is(open.length, 1);
  assert.is(lengthOf(open[0]!.points), 2 * (80 + 200) - 60);
});

test('with a kerf the tool keeps half of it beside the part, and parts a kerf apart share a line', () => {
  const kerf = 4;
  const [left, right] = [
    corners({ x: 10, y: 10, width: 100, height: 60 }),
    corners({ x: 114, y: 10, width: 50, height: 60 }),
  ];
  const hole = corners({ x: 30, y: 20, width: 40, height: 30 });
  const { lines, shared } = pathOf(markerOf([{ outline: left, holes: [hole] }, { outline: right }]), { kerf });
  const rings = [left, hole, right].map((ring) => [...ring, ring[0]!]);
  for (const { points } of lines) {
    for (const point of points) {
      const near = Math.min(...rings.map((ring) => distanceToLine(point, ring)));
      // a mitred corner of an opening lies further from its corner, not from its sides
      assert.ok(near >= kerf / 2 - 0.002 && near <= (kerf / 2) * 1.003 + 0.002, `${point}: ${near}`);
    }
  }
  assert.ok(Math.abs(shared - 60) < 2 * kerf, `${shared}`);
});

test('round a spike into an opening the tool keeps half of the kerf, and so off the part in the opening', () => {
  const hole: Point[] = [
    [10, 10],
    [190, 10],
    [190, 190],
    [102, 190],
    [100, 60],
    [98, 190],
    [10, 190],
  ];
  const frame = { outline: corners({ x: 0, y: 0, width: 200, height: 200 }), holes: [hole] };
  const core = corners({ x: 80, y: 18, width: 40, height: 38 });
  const { lines } = pathOf(markerOf([frame, { outline: core }]), { kerf: 4 });
  const ring = [...core, core[0]!];
  for (const { points } of lines) {
    for (const [i, to] of points.entries()) {
      const from = points[Math.max(0, i - 1)]!;
      for (const t of [0, 0.3, 0.5, 0.8]) {
        const at: Point = [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
        const isIn = at[0] > 80 && at[0] < 120 && at[1] > 18 && at[1] < 56;
        assert.ok(!isIn && distanceToLine(at, ring) > 1.99, `${at}`);
      }
    }
  }
});

test('an opening that the kerf fills is named, and not cut', () => {
  const marker = markerOf([
    {
      outline: corners({ x: 0, y: 0, width: 100, height: 100 }),
      holes: [corners({ x: 20, y: 20, width: 3, height: 3 }), corners({ x: 50, y: 50, width: 20, height: 20 })],
    },
  ]);
  assert.equal(cuttingNotes(marker, { kerf: 2 }), []);
  assert.equal(cuttingNotes(marker, { kerf: 4 }), ['not cut, because the kerf of 4 mm fills them: openings of part-0']);
  assert.is(pathOf(marker, { kerf: 2 }).lines.length, 3);
  assert.is(pathOf(marker, { kerf: 4 }).lines.length, 2);
});

test('parts nearer to each other than the kerf are named; a kerf apart they are not', () => {
  const square = (x: number, y: number) => ({ outline: corners({ x, y, width: 50, height: 50 }) });
  const rowAt = (gap: number) => markerOf([square(0, 0), square(50 + gap, 0), square(200, 0)]);
  const told = ['cut into, because they lie nearer to each other than the kerf of 2 mm: part-0 and part-1'];
  assert.equal(cuttingNotes(rowAt(0), { kerf: 2 }), told);
  assert.equal(cuttingNotes(rowAt(1.9), { kerf: 2 }), told);
  assert.equal(cuttingNotes(rowAt(2), { kerf: 2 }), []);
  assert.equal(cuttingNotes(rowAt(0)), []);
  const frame = {
    outline: corners({ x: 0, y: 0, width: 90, height: 90 }),
    holes: [corners({ x: 10, y: 10, width: 70, height: 70 })],
  };
  assert.equal(cuttingNotes(markerOf([frame, square(11, 20)]), { kerf: 2 }), told);
  assert.equal(cuttingNotes(markerOf([frame, square(20, 20)]), { kerf: 2 }), []);
  const diagonal = markerOf([square(0, 0), square(51, 51)]);
  assert.equal([cuttingNotes(diagonal, { kerf: 2 }).length, cuttingNotes(diagonal, { kerf: 1.4 }).length], [1, 0]);
});

test('parts are named whose two pieces are nearer to each other across a fold than the kerf', () => {
  const half = {
    ...square30('half'),
    foldLine: [
      [0, 0],
      [30, 0],
    ] as Point[],
  };
  const notes = (y: number, clothForm: 'folded' | 'tubular' | 'open', kerf: number, gravityDirection: 'left' | 'top') =>
    cuttingNotes(
      layMarker({
        polygons: [half, square30('sleeve')],
        bins: [{ boundary: { points: corners({ x: 0, y: 0, width: 100, height: 100 }) } }],
        placements: [
          { index: 0, bin: 0, position: gravityDirection === 'left' ? [0, 0] : [0, 60], rotation: 0 },
          { index: 1, bin: 0, position: gravityDirection === 'left' ? [50, y] : [y, 10], rotation: 0 },
        ],
        unplaced: [],
        clothForm,
        gravityDirection,
      }),
      { kerf },
    );
  const told = [
    'cut into, because their two pieces lie nearer to each other across a fold than the kerf of 2 mm: sleeve',
  ];
  for (const gravity of ['left', 'top'] as const) {
    assert.equal(notes(0.9, 'folded', 2, gravity), told);
    assert.equal(notes(1, 'folded', 2, gravity), []);
    assert.equal(notes(0, 'open', 2, gravity), []);
    assert.equal(notes(0, 'folded', 0, gravity), []);
    assert.equal(notes(69.5, 'tubular', 2, gravity), told);
    assert.equal(notes(69.5, 'folded', 2, gravity), []);
  }
});

const square30 = (id: string) => ({ id, points: corners({ x: 0, y: 0, width: 30, height: 30 }) });

test('a half part on a fold is cut up to the fold, and never along it', () => {
  const half = {
    id: 'half',
    points: corners({ x: 0, y: 0, width: 80, height: 50 }),
    foldLine: [
      [0, 0],
      [80, 0],
    ] as Point[],
  };
  const whole = { id: 'whole', points: corners({ x: 0, y: 0, width: 40, height: 30 }) };
  const laid = (clothForm: 'folded' | 'open'): Marker =>
    layMarker({
      polygons: [half, whole],
      bins: [{ boundary: { points: corners({ x: 0, y: 0, width: 300, height: 100 }) } }],
      placements: [
        { index: 0, bin: 0, position: [0, 0], rotation: 0 },
        { index: 1, bin: 0, position: [80, 0], rotation: 0 },
      ],
      unplaced: [],
      clothForm,
      gravityDirection: 'left',
    });
  for (const kerf of [0, 1]) {
    for (const commonLines of [false, true]) {
      const { lines } = pathOf(laid('folded'), { kerf, commonLines });
      const ofHalf = lines.filter(({ part }) => part === 0);
      assert.equal(
        ofHalf.map(({ closed }) => closed),
        [false],
      );
      const ends = [ofHalf[0]!.points[0]!, ofHalf[0]!.points.at(-1)!];
      assert.ok(
        ends.every(([, y]) => Math.abs(y) < 0.02),
        `${ends}`,
      );
      assert.ok(Math.abs(lengthOf(ofHalf[0]!.points) - (80 + 2 * 50)) < 2 * kerf + 0.1);
    }
  }
  // The cloth is cut along the fold between the two pieces of a whole part.
  const own = pathOf(laid('folded'), { commonLines: false }).lines.find(({ part }) => part === 1);
  assert.is(lengthOf(own!.points), 140);
  assert.is(pathOf(laid('folded')).shared, 30);
  assert.ok(pathOf(laid('open'), { commonLines: false }).lines.every(({ closed }) => closed));
  const dxf = (cutting?: CuttingSettings) =>
    [...writeMarkerDxf(laid('folded'), cutting).matchAll(/^ *70\r?\n *1\r?$/gm)].length;
  assert.is(dxf() - dxf({ commonLines: false }), 1);
});

/** The least travel over all orders that keep what lies inside first, and all corners. */
function leastTravel(parts: readonly (readonly Point[])[], home: Point): number {
  let best = Infinity;
  const visit = (left: ReadonlySet<number>, ends: readonly { at: Point; way: number }[]): void => {
    const least = Math.min(...ends.map(({ way }) => way));
    if (least >= best) return;
    if (left.size === 0) {
      best = least;
      return;
    }
    for (const next of left) {
      const rest = new Set(left);
      rest.delete(next);
      const reached = parts[next]!.map((at) => ({
        at,
        way: Math.min(...ends.map((end) => end.way + far(end.at, at))),
      }));
      visit(rest, reached);
    }
  };
  visit(new Set(parts.keys()), [{ at: home, way: 0 }]);
  return best;
}

test('on few parts the way is at most 1.02 times the shortest one', () => {
  const places = fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 9 })), {
    minLength: 2,
    maxLength: 7,
    selector: ([x, y]) => 10 * x + y,
  });
  fc.assert(
    fc.property(places, (cells) => {
      const parts = cells.map(([x, y]) => corners({ x: 100 * x, y: 100 * y, width: 60 + 3 * x, height: 50 + 4 * y }));
      const { travel, home } = pathOf(markerOf(parts.map((outline) => ({ outline }))));
      const least = leastTravel(parts, home);
      assert.ok(travel <= 1.02 * least + 1e-6, `${travel}, not ${least}`);
    }),
    { numRuns: 20 },
  );
});

test('the search ends on coordinates beyond the precision of a double', () => {
  for (const far of [1e15, 1e300, Number.MAX_VALUE]) {
    const parts = [0, 1, 2, 3].map((i) => ({
      outline: corners({ x: i * 40 + (i % 2 ? far : 0), y: i < 2 ? 0 : far, width: 30 + i, height: 20 }),
    }));
    const { lines } = pathOf(markerOf(parts));
    assert.equal([...new Set(lines.map(({ part }) => part))].sort(), [0, 1, 2, 3], `${far}`);
  }
});

test('the time is that of cuts, ways and starts; without a feed there is none', () => {
  const marker = markerOf([{ outline: corners({ x: 0, y: 900, width: 100, height: 100 }) }]);
  const path = pathOf(marker);
  assert.is(cuttingSeconds(path, {}), null);
  assert.is(path.travel, 0);
  assert.is(cuttingSeconds(path, { feed: 100, startSeconds: 2 }), 4 + 2);
  const { cutting, sheets } = markerReport(marker, { feed: 50 });
  assert.equal(cutting, { length: 400, shared: 0, travel: 0, starts: 1, seconds: 8 });
  assert.equal(sheets[0]!.cutOrder, [0]);
});

test('a plotter draws a shared line once', () => {
  const squares = [0, 50, 100].map((x) => ({ outline: corners({ x, y: 0, width: 50, height: 50 }) }));
  const plotted = (settings?: CuttingSettings): number => {
    const cuts = writeMarkerPlt(markerOf(squares), settings).split('SP1;')[1]!.split('SP0;')[0]!;
    const strokes = [...cuts.matchAll(/PU(\d+,\d+);PD([\d,]+);/g)].map(([, from, to]) =>
      `${from},${to}`.match(/\d+,\d+/g)!.map((pair): Point => pair.split(',').map(Number) as [number, number]),
    );
    return strokes.reduce((sum, stroke) => sum + lengthOf(stroke) / 40, 0);
  };
  assert.is(plotted(), 500);
  assert.is(plotted({ commonLines: false }), 600);
});

test.run();
