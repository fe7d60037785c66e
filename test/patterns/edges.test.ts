/** Named edges, the walk along sewn pairs, and finished measurements: on synthetic pieces, definitions and designs. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { draftInSizes, latestDesigns, sizesOfTables } from '../../bench/patterns/size-drafts.js';
import { ServiceError } from '../../src/errors.js';
import type { Point } from '../../src/geometry/point.js';
import type { Json } from '../../src/json/json.js';
import { checkDefinition, draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import type { Draft, DraftRequest, Piece } from '../../src/patterns/draft.js';
import { draftToDxf, draftToSvg } from '../../src/patterns/draft-files.js';
import { designs } from '../../src/patterns/freesewing/design.js';
import { readDesignSewing } from '../../src/patterns/freesewing/design-sewing.js';
import { sewingDocuments } from '../../src/patterns/freesewing/sewing/documents.js';
import { Ring } from '../../src/patterns/grading/ring.js';
import { lengthOf, traceEdge } from '../../src/patterns/sewing/trace-edge.js';
import { type WantedSeam, walkSeams } from '../../src/patterns/sewing/walk-seams.js';
import { type Document, pieces, points, square } from './square-definition.js';

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

/** Two squares of 10 cm and `size` cm; `change` edits the document. */
const pair = (change: (document: Document) => void = () => {}): Json =>
  square((document) => {
    points(document).m = { op: 'xy', x: 10, y: 0 };
    points(document).n = { op: 'xy', x: 10, y: 10 };
    points(document).o = { op: 'xy', x: 0, y: 10 };
    pieces(document)[0]!.edges = { top: ['a', 'b'], ring: ['a', 'b', 'c', 'd', 'a'] };
    const outline = [{ move: 'a' }, { line: 'm' }, { line: 'n' }, { line: 'o' }, { close: true }];
    pieces(document).push({ name: 'Other', outline, edges: { top: ['a', 'm'] } });
    document.seams = [{ name: 'tops', first: ['square.top'], second: ['other.top'] }];
    change(document);
  });
const seamOf = (document: Document): Document => (document.seams as Document[])[0]!;

const draftOf = (document: Json, request: Partial<DraftRequest> = {}): Draft =>
  draftDefinition(loadDefinition(document), { variables: {}, unfold: true, ...request });

test('a definition declares ease as a length or a ratio; a draft warns beyond 1 mm and refuses nothing', () => {
  const fitting = draftOf(pair());
  assert.equal(fitting.errors, []);
  assert.is(fitting.seams[0]!.difference, 0);
  assert.equal(
    fitting.pieces[0]!.edges.map(({ name, length }) => [name, length]),
    [
      ['top', 100],
      ['ring', 400],
    ],
  );
  const off = draftOf(pair(), { variables: { size: 10.2 } });
  assert.equal(
    off.errors.map(({ code, path }) => [code, path]),
    [['seam_mismatch', 'seams[0]']],
  );
  assert.match(off.errors[0]!.message, /102\.0 mm and 100\.0 mm long: the first side too long by 2\.0 mm/);
  const eased = pair((document) => {
    seamOf(document).ease = 'size - 10';
  });
  assert.equal(draftOf(eased, { variables: { size: 14 } }).errors, []);
  assert.is(draftOf(eased, { variables: { size: 14 } }).seams[0]!.ease, 40);
  const gathered = pair((document) => {
    seamOf(document).ratio = 'size / edge("other.top")';
  });
  assert.equal(draftOf(gathered, { variables: { size: 15 } }).errors, []);
  const tolerant = pair((document) => {
    seamOf(document).tolerance = 0.5;
  });
  assert.equal(draftOf(tolerant, { variables: { size: 10.4 } }).errors, []);
  assert.is(draftOf(tolerant, { variables: { size: 10.6 } }).errors.length, 1);
});

test('a seam or measurement of a piece that is left out is left out too', () => {
  const conditional = pair((document) => {
    pieces(document)[1]!.when = 'size > 20';
    document.finished = [
      { name: 'both', formula: 'edge("square.top") + edge("other.top")' },
      { name: 'small', formula: 'edge("square.top")', when: 'size < 20' },
    ];
  });
  const without = draftOf(conditional);
  assert.equal(without.seams, []);
  assert.equal(
    without.finished.map(({ name, value }) => [name, value]),
    [['small', 100]],
  );
  const withIt = draftOf(conditional, { variables: { size: 30 } });
  assert.is(withIt.seams.length, 1);
  assert.equal(
    withIt.finished.map(({ name, value }) => [name, value]),
    [['both', 400]],
  );
});

test('a finished measurement is compared with the body that the draft was made to', () => {
  const document = pair((one) => {
    one.finished = [{ name: 'chest', formula: '9 * size', body: 'chestGirth' }];
  });
  assert.equal(draftOf(document).finished, [{ name: 'chest', unit: 'mm', value: 900, body: 'chestGirth', ease: null }]);
  const measurements = { chestGirth: { value: 84, source: 'body' as const } };
  assert.is(draftOf(document, { body: { gender: 'female', measurements } }).finished[0]!.ease, 60);
});

test('the upload names every fault of edges, seams and measurements', () => {
  const faults = (change: (document: Document) => void): string[] => {
    try {
      checkDefinition(pair(change));
      return [];
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return error.problems.map(({ path, message }) => `${path} | ${message}`);
    }
  };
  const told = (change: (document: Document) => void, path: string, words: RegExp): void => {
    const found = faults(change);
    assert.ok(
      found.some((fault) => fault.startsWith(`${path} |`) && words.test(fault)),
      `${path}: ${found}`,
    );
  };
  assert.equal(
    faults(() => {}),
    [],
  );
  told((d) => Object.assign(seamOf(d), { first: ['square.tip'] }), 'seams[0].first[0]', /did you mean "square.top"/);
  told((d) => Object.assign(seamOf(d), { first: ['top'] }), 'seams[0].first[0]', /such as "front.side"/);
  told((d) => Object.assign(seamOf(d), { first: [] }), 'seams[0].first', /at least one edge/);
  told((d) => Object.assign(seamOf(d), { ease: 1, ratio: 2 }), 'seams[0].ratio', /goes without ease/);
  told((d) => Object.assign(seamOf(d), { ease: 'sise' }), 'seams[0].ease', /did you mean "size"/);
  told((d) => Object.assign(seamOf(d), { tolerance: -1 }), 'seams[0].tolerance', /at least 0/);
  told(
    (d) => Object.assign(seamOf(d), { notches: [['b', 'other.m']] }),
    'seams[0].notches[0][0]',
    /a piece of its side/,
  );
  told(
    (d) => Object.assign(pieces(d)[0]!, { edges: { top: ['a', 'q'] } }),
    'pieces[0].edges.top[0][1]',
    /unknown point "q"/,
  );
  told((d) => Object.assign(pieces(d)[0]!, { edges: { top: ['a'] } }), 'pieces[0].edges.top', /2 to 50 points/);
  told(
    (d) => Object.assign(pieces(d)[0]!, { edges: { top: ['a', { x: 3, y: 4 }] } }),
    'pieces[0].outline',
    /"top".* off the outline/,
  );
  told(
    (d) => Object.assign(d, { finished: [{ name: 'x', formula: 'edge("square.side")' }] }),
    'finished[0].formula',
    /unknown edge/,
  );
  told(
    (d) => Object.assign(d, { finished: [{ name: 'x', formula: 1, body: 'weight' }] }),
    'finished[0].body',
    /not a length of the body/,
  );
  told(
    (d) => Object.assign(d, { variables: [{ name: 'size', kind: 'computed', formula: 'edge("square.top")' }] }),
    'variables[0].formula',
    /known only to seams/,
  );
});

test('the data of designs are sound, and name designs of the library', () => {
  for (const [design, document] of Object.entries(sewingDocuments)) {
    assert.ok(Object.hasOwn(designs, design), design);
    const { pieces: named, declaration } = readDesignSewing(document);
    assert.ok(declaration.seams.length > 0 && declaration.finished.length > 0, design);
    for (const seam of declaration.seams) {
      for (const { piece, edge: name } of [...seam.first, ...seam.second])
        assert.ok(named.get(piece)?.has(name), `${design}: ${seam.name} needs ${piece}.${name}`);
    }
  }
  assert.ok(Object.keys(sewingDocuments).length >= 15);
});

/** Seams of FreeSewing designs that do not fit to 2 mm in every size, by more than any fit of the designs allows. */
const unfit = new Set([
  'bella: shoulder',
  'bent: front sleeve seam',
  'carlton: front sleeve seam',
  'charlie: side',
  'jaeger: front sleeve seam',
  'jaeger: front to side',
  'jaeger: lining front to side',
  'jaeger: side to back',
  'jaeger: sleeve cap',
  'noble: shoulder',
  'penelope: side',
  'simone: side left',
  'simone: side right',
]);

test('in the smallest and the largest size of a table, every seam is walked and fits', async () => {
  const all = await sizesOfTables();
  const sizes = all.filter(({ table, size }) => table.startsWith('EN') && ['34', '56'].includes(size));
  for (const version of latestDesigns()) {
    const { design = '' } = version.content as { design?: string };
    if (version.kind === 'freesewing' && !Object.hasOwn(sewingDocuments, design)) continue;
    for (const { table, size, draft: one, failure } of await draftInSizes(version, sizes)) {
      const who = `${version.name}, ${table} ${size}`;
      assert.ok(one, `${who}: ${failure}`);
      assert.ok(one.seams.length > 0 && one.finished.length > 0, who);
      assert.equal(
        one.errors.filter(({ code }) => /^(edge|seam)_left_out$/.test(code)),
        [],
        who,
      );
      for (const seam of one.seams) {
        const allowed = version.kind === 'definition' ? 0.5 : 2;
        if (unfit.has(`${design}: ${seam.name}`)) continue;
        assert.ok(Math.abs(seam.difference) <= allowed, `${who}, ${seam.name}: ${seam.difference} mm off`);
      }
      for (const { name, value } of one.finished) assert.ok(value > 10 && value < 4000, `${who}, ${name}: ${value} mm`);
      for (const piece of one.pieces) edgesLieOn(piece, who);
    }
  }
});

/** Legs of darts lie inside the outline; the other edges are runs of the seam line. */
function edgesLieOn({ name, seamLine, boundary, edges }: Piece, who: string): void {
  const ring = new Ring(seamLine ?? boundary);
  for (const { name: edgeName, lines } of edges.filter((one) => !/dart/.test(one.name))) {
    for (const point of lines.flat()) {
      const { at } = ring.nearest(point);
      const far = Math.hypot(at[0] - point[0], at[1] - point[1]);
      assert.ok(far < 0.3, `${who}, ${name}.${edgeName} is ${far} mm off the seam line`);
    }
  }
}

test('SVG and DXF carry edges and their partners', async () => {
  const skirt = latestDesigns().find(({ name }) => name === 'A-line skirt')!;
  const one = draftDefinition(loadDefinition(skirt.content), { variables: {}, unfold: true });
  const sheet = { subject: '', versionNumber: 1, publishedAt: skirt.publishedAt, halves: false };
  const svg = draftToSvg(one, sheet);
  assert.match(svg, /<g id="edges">\n<path [^>]*visibility="hidden" data-edge="/);
  assert.match(svg, /data-edge="front\.side" data-sewn-to="back\.side"/);
  assert.is(
    svg.match(/data-edge=/g)!.length,
    one.pieces.flatMap(({ edges }) => edges.flatMap(({ lines }) => lines)).length,
  );
  const dxf = draftToDxf(one, {
    dialect: 'astm',
    units: 'metric',
    size: 'M',
    unfold: true,
    publishedAt: skirt.publishedAt,
  });
  assert.match(dxf, /edge side, sewn to back\.side/);
  assert.match(dxf, /edge hem\r?\n/);
});

test.run();
