/** Edges, seams and finished measurements that a definition declares: their drafts, their faults, their files. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latestDesigns } from '../../bench/patterns/size-drafts.js';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import { checkDefinition, draftDefinition, loadDefinition } from '../../src/patterns/definition/draft-definition.js';
import type { Draft, DraftRequest } from '../../src/patterns/draft.js';
import { draftToDxf, draftToSvg } from '../../src/patterns/draft-files.js';
import { type Document, pieces, points, square } from './square-definition.js';

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

test('an edge is measured without the ways out and back that enclose nothing, as its seam line is drawn', () => {
  const spurred = pair((document) => {
    points(document).foot = { op: 'xy', x: 5, y: 0 };
    points(document).tip = { op: 'xy', x: 5, y: -3 };
    const [first] = pieces(document);
    const outline = first!.outline as Document[];
    outline.splice(1, 0, { line: 'foot' }, { line: 'tip' }, { line: 'foot' });
    first!.allowance = 1;
  });
  const { pieces: drawn, seams, errors } = draftOf(spurred);
  assert.equal(errors, []);
  assert.equal([drawn[0]!.edges[0]!.length, seams[0]!.difference], [100, 0]);
  const ending = draftOf(
    square((document) => {
      points(document).tip = { op: 'xy', x: 'size', y: -3 };
      const [piece] = pieces(document);
      (piece!.outline as Document[]).splice(2, 0, { line: 'tip' }, { line: 'b' });
      piece!.edges = { top: ['a', 'tip'], side: ['b', 'c'] };
    }),
  );
  assert.equal(
    ending.errors.map(({ code, path }) => [code, path]),
    [['edge_left_out', 'pieces[0]']],
  );
  assert.equal(
    ending.pieces[0]!.edges.map(({ name, length }) => [name, length]),
    [['side', 100]],
  );
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
    'pieces[0].edges.top',
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
