/** How FreeSewing's parts are cut: folds, copies, cloth, grain, and edges without seam allowance. */
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Draft, Piece } from '../../src/patterns/draft.js';
import type { FreesewingContent } from '../../src/patterns/freesewing/content.js';
import { loadDesign, type Plugin } from '../../src/patterns/freesewing/design.js';
import { freesewingMeasurements } from '../../src/patterns/freesewing/measurement-map.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import type { PatternVersion } from '../../src/patterns/pattern-version.js';
import { draft } from '../../src/patterns/patterns.js';
import type { VariableValue } from '../../src/patterns/variable.js';
import { areaOf, checkPiece, contains, distanceTo } from './piece-checks.js';

type Values = Readonly<Record<string, VariableValue>>;

const versions = libraryVersions();
const designs = versions.filter(({ kind }) => kind === 'freesewing');
const contentOf = ({ content }: PatternVersion): FreesewingContent => content as unknown as FreesewingContent;

const draftOf = (name: string, variables: Values = {}, unfold = true): Promise<Draft> =>
  draft(designs.find((version) => version.name.startsWith(name))!, { variables, unfold });

async function pieceOf(name: string, id: string, variables: Values = {}, unfold = true): Promise<Piece> {
  const { pieces } = await draftOf(name, variables, unfold);
  const piece = pieces.find((other) => other.id === id);
  assert.ok(piece, `${name} has no piece ${id}, only ${pieces.map((other) => other.id)}`);
  return piece;
}

/** The defaults, and every other choice of every option without numbers, one at a time. */
function choices({ variables }: FreesewingContent): Values[] {
  return [
    {},
    ...variables.flatMap(({ key, type, editable, group, default: usual, choices: names }): Values[] => {
      if (!editable || group === 'body') return [];
      if (type === 'boolean') return [{ [key]: !usual }];
      return type === 'choice' ? names.filter((name) => name !== usual).map((name) => ({ [key]: name })) : [];
    }),
  ];
}

/** The parts in which a design calls the macro `cutonfold` and does not take it back. */
async function partsThatCallTheMacro(content: FreesewingContent, chosen: Values): Promise<Set<string>> {
  const loaded = await loadDesign(content.design);
  const value = (key: string): VariableValue =>
    chosen[key] ?? content.variables.find((variable) => variable.key === key)!.default;
  const options = content.variables
    .filter(({ key, group, editable }) => editable && group !== 'body' && key !== 'seamAllowance')
    .map(({ key }) => {
      const given = value(key);
      const scaled = content.fractions.includes(key) && typeof given === 'number' ? given / 100 : given;
      return [content.renamed[key] ?? key, scaled] as const;
    });
  const called = new Set<string>();
  const listener: Plugin = {
    name: 'listener',
    version: '1.0.0',
    macros: {
      cutonfold: (_, { part }) => called.add(part.name),
      rmcutonfold: (_, { part }) => called.delete(part.name),
    },
  };
  const settings = {
    measurements: freesewingMeasurements(content.measurements, (key) => value(key) as number, content.gender),
    options: Object.fromEntries(options),
    sa: 10,
    complete: true,
    paperless: false,
    expand: true,
  } as const;
  const { parts } = new loaded.construct(settings).use(listener).draft();
  return new Set([...called].filter((name) => parts[0]![name]?.hidden === false));
}

const idOf = (part: string): string =>
  part
    .replace(/^.*\./, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** Pieces on the fold of the hidden part that they copy without a change. */
const inherited = ['sven.front', 'sven.back'];

/** The piece that a path `pieces[2]` names. */
const idAt = (pieces: readonly { readonly id: string }[], path: string): string =>
  pieces[Number(/^pieces\[(\d+)\]$/.exec(path)![1])]!.id;

test('for any choice a piece has a fold exactly where its design calls for one, and keeps every fact of its cloth', async () => {
  let folds = 0;
  for (const version of designs) {
    const content = contentOf(version);
    for (const chosen of choices(content)) {
      const { pieces, errors } = await draft(version, { variables: chosen, unfold: false });
      const what = `${version.name} ${JSON.stringify(chosen)}`;
      const called = [...(await partsThatCallTheMacro(content, chosen))].map(idOf);
      const kept = inherited.filter((name) => name.startsWith(`${content.design}.`)).map(idOf);
      const left = errors.filter(({ code }) => code === 'fold_left_out').map(({ path }) => idAt(pieces, path));
      const expected = [...called, ...kept].filter((id) => !left.includes(id));
      // the id of a piece names the second cloth of its part
      const folded = pieces
        .filter(({ foldLine }) => foldLine)
        .map(({ id }) => (expected.includes(id) ? id : id.replace(/-[a-z]+$/, '')));
      assert.equal([...new Set(folded)].sort(), expected.sort(), what);
      folds += folded.length;
      for (const piece of pieces) {
        checkPiece(piece, what);
        assert.is(piece.grainline === null, piece.grainlineReason !== '', `${what}: ${piece.id}`);
      }
      assert.is(new Set(pieces.map(({ name }) => name)).size, pieces.length, `${what}: names`);
    }
  }
  assert.ok(folds > 150, `${folds} folds`);
});

test('pieces of definitions have unique names, and a grainline or a reason against one', async () => {
  for (const version of versions.filter(({ kind }) => kind !== 'freesewing')) {
    const { pieces } = await draft(version, { variables: {}, unfold: true });
    assert.is(new Set(pieces.map(({ name }) => name)).size, pieces.length, version.name);
    for (const { id, grainline, grainlineReason } of pieces)
      assert.is(grainline === null, grainlineReason !== '', `${version.name}: ${id}`);
  }
});

test('copies, cloth and folds of every piece match a list checked by hand', async () => {
  const file = 'test/patterns/cutting.json';
  const measured: Record<string, Record<string, string>> = {};
  for (const version of designs) {
    const { pieces } = await draft(version, { variables: {}, unfold: true });
    measured[version.name] = Object.fromEntries(
      pieces.map(({ id, quantity, material, mirrored, foldLine }) => [
        id,
        `${quantity} ${material}${mirrored ? ' mirrored' : ''}${foldLine ? ' on fold' : ''}`,
      ]),
    );
  }
  if (process.env.RECORD_CUTTING) writeFileSync(file, `${JSON.stringify(measured, null, 2)}\n`);
  const golden = JSON.parse(readFileSync(file, 'utf8')) as typeof measured;
  for (const [name, pieces] of Object.entries(golden)) assert.equal(measured[name], pieces, name);
  assert.equal(Object.keys(measured).sort(), Object.keys(golden).sort());
});

test('a whole piece is the same on both sides of its fold', async () => {
  for (const [name, id] of [
    ['Penelope', 'front'],
    ['Penelope', 'waistband'],
    ['Carlton', 'collar'],
    ['Charlie', 'front-pocket-bag'],
    ['Paco', 'front-pocket-bag'],
  ] as const) {
    const { boundary, foldLine } = await pieceOf(name, id);
    const [[ax, ay], [bx, by]] = foldLine!;
    const length = Math.hypot(bx - ax, by - ay);
    const [ux, uy] = [(bx - ax) / length, (by - ay) / length];
    for (const [x, y] of boundary) {
      const aside = (x - ax) * uy - (y - ay) * ux;
      const image = [x - 2 * aside * uy, y + 2 * aside * ux] as const;
      assert.ok(distanceTo(boundary, image) < 0.01, `${name} ${id} at ${x}, ${y}`);
    }
  }
});

test('bound or folded edges are cut on the seam, and hems have the design’s width', async () => {
  const onSeam = ({ boundary, seamLine }: Piece): number =>
    seamLine!.filter((point) => distanceTo(boundary, point) < 0.01).length / seamLine!.length;
  for (const id of ['front', 'back']) {
    const shirt = await pieceOf('Aaron', id);
    const lowest = (line: readonly (readonly [number, number])[]): number => Math.max(...line.map(([, y]) => y));
    assert.is(Math.round(lowest(shirt.boundary) - lowest(shirt.seamLine!)), 25, `hem of the ${id}`);
    assert.ok(onSeam(shirt) > 0.5, `the armholes and the neck of the ${id} are bound`);
  }
  const tie = await pieceOf('Trayvon', 'fabric-tip');
  const widthAt = (line: readonly (readonly [number, number])[], y: number): number => {
    const crossings = line.slice(1).flatMap(([bx, by], i) => {
      const [ax, ay] = line[i]!;
      return ay > y !== by > y ? [ax + ((y - ay) / (by - ay)) * (bx - ax)] : [];
    });
    return Math.max(...crossings) - Math.min(...crossings);
  };
  assert.ok(Math.abs(widthAt(tie.boundary, 400) - widthAt(tie.seamLine!, 400)) < 0.01);
  for (const [name, id] of [
    ['Simon', 'sleeve-placket-overlap'],
    ['Simone', 'sleeve-placket-underlap'],
    ['Jaeger', 'under-collar'],
    ['Charlie', 'fly-facing'],
    ['Tamiko', 'top'],
  ] as const) {
    const { boundary, seamLine } = await pieceOf(name, id);
    const length = seamLine!.slice(1).reduce((sum, [x, y], i) => {
      const [fromX, fromY] = seamLine![i]!;
      return sum + Math.hypot(x - fromX, y - fromY);
    }, 0);
    const share = (areaOf(boundary) - areaOf(seamLine!)) / (10 * length);
    assert.ok(share < 0.8, `${name} ${id} has seam allowance on ${share} of its edge`);
  }
});

test('seam allowance goes on across the fold where edges meet it at a slant', async () => {
  for (const [name, id] of [
    ['Charlie', 'front-pocket-bag'],
    ['Charlie', 'fly-extension'],
    ['Paco', 'front-pocket-bag'],
    ['Yuri', 'gusset'],
  ] as const) {
    const { boundary, seamLine, foldLine } = await pieceOf(name, id);
    const onFold = seamLine!.filter((point) => distanceTo(foldLine!, point) < 0.6);
    assert.ok(onFold.length > 0, `${name} ${id} meets its fold`);
    for (const point of onFold) assert.ok(distanceTo(boundary, point) > 5, `${name} ${id} is slit to ${point}`);
  }
});

test('a mark without a place is left out with a note', async () => {
  const { pieces, errors } = await draftOf('Simone', { separateButtonholePlacket: true });
  assert.equal(
    errors.filter(({ code }) => !/^(seam|edge)_/.test(code)).map(({ code, path }) => [code, idAt(pieces, path)]),
    [['mark_left_out', 'buttonhole-placket']],
  );
  const { notches, internalLines } = pieces.find(({ id }) => id === 'buttonhole-placket')!;
  // of the three marks with a place, one lies on the seam line; each of the others is a cross
  const isCross = ({ points: [a, b] }: (typeof internalLines)[number]): boolean =>
    Math.abs(Math.hypot(b![0] - a![0], b![1] - a![1]) - 6) < 0.01;
  assert.equal([notches.length, internalLines.filter(isCross).length], [1, 4]);
});

test('a piece folded twice comes whole, or as a half on one of its folds', async () => {
  const quarterPanels = await pieceOf('Sandy', 'skirt', { seamlessFullCircle: true });
  const [hole] = quarterPanels.holes;
  assert.is(quarterPanels.holes.length, 1, 'the waist');
  const reach = (axis: 0 | 1): number => {
    const values = quarterPanels.boundary.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  assert.ok(Math.abs(reach(0) - reach(1)) < 0.5, 'a circle is as wide as high');
  assert.ok(Math.abs(areaOf(quarterPanels.boundary) / (Math.PI * (reach(0) / 2) ** 2) - 1) < 1e-3);
  assert.not(contains(hole!, quarterPanels.boundary[0]!));
  const half = await pieceOf('Sandy', 'skirt', { seamlessFullCircle: true }, false);
  const cloth = areaOf(quarterPanels.boundary) + areaOf(hole!);
  assert.ok(Math.abs(areaOf(half.boundary) / cloth - 0.5) < 1e-3);
});

test('a fold that misses the edge of the outline is left out with a note, and both halves are cut', async () => {
  const { pieces, errors } = await draftOf('Breanna', { primaryBustDart: '07:00' });
  const front = pieces.find(({ id }) => id === 'front')!;
  assert.equal([front.foldLine, front.quantity, front.mirrored, front.grainline], [null, 2, true, null]);
  assert.equal(
    errors.map(({ code, path }) => [code, idAt(pieces, path)]),
    [['fold_left_out', 'front']],
  );
});

test('an unwanted pocket does not become a second front', async () => {
  const { pieces } = await draftOf('Huey', { pocket: false });
  assert.equal(pieces.map(({ id }) => id).sort(), ['back', 'cuff', 'front', 'hood', 'sleeve', 'waistband']);
});

test('a piece without a grainline gives its design’s reason', async () => {
  assert.match((await pieceOf('Trayvon', 'fabric-tip')).grainlineReason, /bias/);
  assert.match((await pieceOf('Sven', 'cuff')).grainlineReason, /no grainline.*stretches/);
  assert.is((await pieceOf('Simon', 'cuff')).grainlineReason, 'the design draws no grainline on this part');
});

test.run();
