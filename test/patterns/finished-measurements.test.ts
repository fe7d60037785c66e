/** The finished measurements of FreeSewing designs under their options, against the drafted pieces. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { latestDesigns, sizesOfTables } from '../../bench/patterns/size-drafts.js';
import type { Point } from '../../src/geometry/point.js';
import type { Draft, Piece } from '../../src/patterns/draft.js';
import { draft, prepare } from '../../src/patterns/patterns.js';
import type { VariableValue } from '../../src/patterns/variable.js';

const sizes = await sizesOfTables();
type Options = Readonly<Record<string, VariableValue>>;

/** Halves, as drawn. */
async function drafted(name: string, options: Options = {}): Promise<Draft> {
  const version = latestDesigns().find((one) => one.name.startsWith(`${name} `))!;
  const isForWomen = ['Simone', 'Sandy', 'Lily', 'Penelope'].includes(name);
  const [table, size] = isForWomen ? ['EN 13402-3 women', '40'] : ['EN 13402-3 men', '50'];
  const { body } = sizes.find((one) => one.table === table && one.size === size)!;
  await prepare(version);
  return draft(version, { variables: options, unfold: false, body });
}

const pieceOf = (of: Draft, id: string): Piece => of.pieces.find((piece) => piece.id === id)!;
const lineOf = ({ seamLine, boundary }: Piece): readonly Point[] => seamLine ?? boundary;
const edgePoints = (piece: Piece, edge: string): Point[] =>
  piece.edges.find(({ name }) => name === edge)!.lines.flat() as Point[];

function finished(of: Draft, name: string): number {
  const found = of.finished.find((one) => one.name === name);
  assert.ok(found, `${of.name} has ${name}`);
  return found.value;
}

/** Width and height of the box around a piece. */
function boxOf(piece: Piece): [number, number] {
  const [xs, ys] = [0, 1].map((axis) => lineOf(piece).map((point) => point[axis]!));
  return [Math.max(...xs!) - Math.min(...xs!), Math.max(...ys!) - Math.min(...ys!)];
}

const crossings = (line: readonly Point[], y: number): number[] =>
  line
    .slice(1)
    .flatMap(([bx, by], i) => {
      const [ax, ay] = line[i]!;
      return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)];
    })
    .sort((a, b) => a - b);

/** The cloth of a half at a height, on the side of the centre line x = 0 where its side seam lies, less the darts. */
function clothAt(piece: Piece, y: number): number {
  const side = Math.sign(edgePoints(piece, 'side')[0]![0]);
  const places = crossings(lineOf(piece), y)
    .map((x) => Math.max(0, side * x))
    .sort((a, b) => a - b);
  const cloth = places.reduce((sum, x, i) => sum + (i % 2 === 0 ? -x : x), 0);
  const taken = piece.internalLines
    .filter(({ kind }) => kind === 'dart')
    .reduce((sum, { points }) => {
      const xs = crossings(points, y);
      return sum + (xs.length < 2 ? 0 : xs.at(-1)! - xs[0]!);
    }, 0);
  return cloth - taken;
}

const leftmost = (points: readonly Point[]): Point => points.reduce((best, one) => (one[0] < best[0] ? one : best));

/** The height of the waist: where the side seam comes nearest to the centre line. */
function waistLevel(piece: Piece): number {
  const points = edgePoints(piece, 'side');
  const side = Math.sign(points[0]![0]);
  return leftmost(points.map(([x, y]) => [side * x, y]))[1];
}

function assertNear(value: number, wanted: number, about: string, allowed = 0.5): void {
  assert.ok(Math.abs(value - wanted) <= allowed, `${about}: ${value} mm, the pieces have ${wanted.toFixed(2)} mm`);
}

test('the waist and the hem leave out what darts take in', async () => {
  const undarted = await drafted('Simon', { backDarts: 'never' });
  for (const options of [{}, { backDarts: 'never' }, { backDartShaping: 75 }] as Options[]) {
    const shirt = await drafted('Simon', options);
    const halves = ['back', 'front-right'].map((id) => clothAt(pieceOf(shirt, id), waistLevel(pieceOf(undarted, id))));
    assertNear(finished(shirt, 'waist'), 2 * (halves[0]! + halves[1]!), `Simon ${JSON.stringify(options)}`);
    assertNear(finished(shirt, 'waist'), 880 * 1.15, 'Simon, by its ease');
  }
  for (const options of [
    {},
    { backDarts: 'never' },
    { frontDarts: true },
    { frontDarts: true, contour: 75 },
  ] as Options[]) {
    const about = `Simone ${JSON.stringify(options)}`;
    const shirt = await drafted('Simone', options);
    const [back, front] = ['back', 'front-right'].map((id) => pieceOf(shirt, id)) as [Piece, Piece];
    const cloth = clothAt(back, waistLevel(back)) + clothAt(front, waistLevel(front));
    assertNear(finished(shirt, 'waist'), 2 * cloth, about, 2);
    const low = (piece: Piece): number => Math.max(...edgePoints(piece, 'hem').map(([, y]) => y)) - 0.1;
    assertNear(finished(shirt, 'hem'), 2 * (clothAt(back, low(back)) + clothAt(front, low(front))), about, 1);
  }
  for (const options of [{}, { legacyWaistHips: true }, { hemStyle: 'square' }] as Options[]) {
    const coat = await drafted('Wahid', options);
    const back = pieceOf(coat, 'back');
    const dart = edgePoints(back, 'dart-inner');
    const [middle] = dart.at(-1)!;
    const [, level] = leftmost(dart.map(([x, y]) => [-Math.abs(x - middle), y]));
    // the front turns its side to close a dart, so its waist is no level line
    assertNear(finished(coat, 'waist'), 4 * clothAt(back, level), `Wahid ${JSON.stringify(options)}`);
    assertNear(finished(coat, 'waist'), 880 * 1.08, 'Wahid, by its ease');
  }
});

test('a skirt has the hem of all its panels, and the waist of its closed band', async () => {
  const skirt = await drafted('Sandy');
  const band = pieceOf(skirt, 'waistband');
  assertNear(finished(skirt, 'waist') * 1.03, boxOf(band)[0], 'closed, it is 3 % shorter');
  const around = (of: Draft, share: number): number => {
    const down = finished(of, 'length') - boxOf(pieceOf(of, 'waistband'))[1] / 2;
    return finished(of, 'waist') + share * 2 * Math.PI * down;
  };
  for (const panels of [1, 3, 8]) {
    const many = await drafted('Sandy', { panels });
    assertNear(finished(many, 'hem'), around(many, 0.5), `${panels} panels`, 3);
    assertNear(finished(many, 'hem'), 2 * panels * skirtHem(many), `${panels} panels as drawn`);
  }
  const full = await drafted('Sandy', { seamlessFullCircle: true });
  assertNear(finished(full, 'hem'), around(full, 1), 'a full circle', 3);
  const curved = await drafted('Sandy', { waistbandShape: 'curved' });
  assertNear(finished(curved, 'length'), finished(skirt, 'length'), 'a curved waistband', 0.5);

  function skirtHem(of: Draft): number {
    const points = edgePoints(pieceOf(of, 'skirt'), 'hem');
    return points.slice(1).reduce((sum, [x, y], i) => sum + Math.hypot(x - points[i]![0], y - points[i]![1]), 0);
  }
});

test('trousers are measured along the leg, with cuffs and waistbands', async () => {
  const plain = { frontPockets: false, elasticatedCuff: false };
  const bare = await drafted('Paco', plain);
  const edge = (name: string): number => pieceOf(bare, 'front').edges.find((one) => one.name === name)!.length;
  const deep = (of: Draft, id: string): number => boxOf(pieceOf(of, id))[0] / 2;
  const band = deep(bare, 'waistband');
  assertNear(finished(bare, 'side'), edge('side') + band, 'the side');
  assertNear(finished(bare, 'inseam'), edge('inseam'), 'the inseam');
  const rise = (of: Draft): number =>
    ['front', 'back'].reduce((sum, id) => sum + lengthOfEdge(of, id, 'rise'), 0) + 2 * deep(of, 'waistband');
  assertNear(finished(bare, 'rise'), rise(bare), 'the rise');
  const cuffed = await drafted('Paco', { frontPockets: false });
  const cuff = deep(cuffed, 'cuff');
  assert.ok(cuff > 20);
  assertNear(finished(cuffed, 'inseam'), lengthOfEdge(cuffed, 'front', 'inseam') + cuff, 'the inseam with cuff');
  assertNear(finished(cuffed, 'side'), lengthOfEdge(cuffed, 'front', 'side') + cuff + band, 'the side with cuff');
  const pocketed = await drafted('Paco');
  assertNear(finished(pocketed, 'side'), finished(cuffed, 'side'), 'the pocket adds nothing to the leg');

  const leggings = await drafted('Lily');
  const height = deep(leggings, 'waistband');
  assertNear(finished(leggings, 'side'), lengthOfEdge(leggings, 'front', 'side') + height, 'the side of Lily');
  assertNear(finished(leggings, 'rise'), rise(leggings), 'the rise of Lily');
  const chinos = await drafted('Charlie');
  assertNear(finished(chinos, 'rise'), rise(chinos), 'the rise of Charlie');
  const curved = await drafted('Charlie', { waistbandCurve: 20 });
  assertNear(finished(curved, 'rise'), finished(chinos, 'rise'), 'the rise with a curved waistband', 2);
});

const lengthOfEdge = (of: Draft, id: string, edge: string): number =>
  pieceOf(of, id).edges.find(({ name }) => name === edge)!.length;

test('sleeves and backs have their cuffs and ribbing', async () => {
  for (const name of ['Sven', 'Huey']) {
    const [ribbed, plain] = [await drafted(name), await drafted(name, { ribbing: false })];
    for (const one of ['sleeve', 'centre back']) assertNear(finished(ribbed, one), finished(plain, one), one, 0.1);
    assertNear(finished(ribbed, 'wrist'), boxOf(pieceOf(ribbed, 'cuff'))[1], `wrist of ${name}`);
    assertNear(finished(ribbed, 'hem'), boxOf(pieceOf(ribbed, 'waistband'))[1], `hem of ${name}`);
    assertNear(finished(plain, 'wrist'), lengthOfEdge(plain, 'sleeve', 'hem'), `plain wrist of ${name}`);
    const hem = 2 * (lengthOfEdge(plain, 'front', 'hem') + lengthOfEdge(plain, 'back', 'hem'));
    assertNear(finished(plain, 'hem'), hem, `plain hem of ${name}`);
  }
  for (const name of ['Simon', 'Simone']) {
    const shirt = await drafted(name);
    const [wide, high] = boxOf(pieceOf(shirt, 'cuff'));
    const sleeve = (of: Draft): number => {
      const ys = lineOf(pieceOf(of, 'sleeve')).map(([, y]) => y);
      const [, wrist] = edgePoints(pieceOf(of, 'sleeve'), 'front-underarm').at(-1)!;
      return wrist - Math.min(...ys);
    };
    assertNear(finished(shirt, 'sleeve'), sleeve(shirt) + high, `sleeve of ${name}`);
    const buttons = pieceOf(shirt, 'cuff').fasteners.filter(({ kind }) => kind.startsWith('button'));
    const places = buttons.map(({ at: [x] }) => x);
    assert.ok(finished(shirt, 'cuff') < wide && finished(shirt, 'cuff') > wide / 2);
    assert.ok(places.some((x) => Math.abs(finished(shirt, 'cuff') - (Math.max(...places) - x)) < 0.5));
    const french = await drafted(name, { cuffStyle: 'straightFrenchCuff' });
    assertNear(finished(french, 'sleeve'), sleeve(french) + high, `sleeve with a folded cuff of ${name}`);
    const short = await drafted(name, { sleeveStyle: 'short' });
    assertNear(finished(short, 'sleeve'), sleeve(short), `short sleeve of ${name}`);
    const ends = ['front-underarm', 'back-underarm'].map((edge) => edgePoints(pieceOf(short, 'sleeve'), edge).at(-1)!);
    assertNear(finished(short, 'sleeve hem'), Math.abs(ends[0]![0] - ends[1]![0]), `short sleeve hem of ${name}`);
    assert.equal([short.finished.find((one) => one.name === 'cuff'), short.errors], [undefined, shirt.errors]);
  }
  const pencil = (await drafted('Penelope')).finished.map((one) => one.name);
  const bare = (await drafted('Penelope', { waistband: false })).finished.map((one) => one.name);
  assert.equal([pencil[1], bare[1]], ['centre front below the waistband', 'centre front']);
});

test.run();
