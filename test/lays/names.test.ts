/** Names in a plan: different garments never share one, and neither do the rolls of a cloth. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { assertProblem } from '../gateway/open.js';
import { rectangle as sidesOf } from '../rectangle.js';
import { box, rectangle } from './box-order.js';
import type { PlanLine } from './judge.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const patternOf = (name: string): string => libraryVersions().findLast((version) => version.name === name)!.patternId;
const [aLine, pencil] = [patternOf('A-line skirt'), patternOf('Pencil skirt')];
const { tableId: women } = librarySizeTables.find(({ name }) => name === 'EN 13402-3 women')!;
const garment = { patternId: aLine, table: women, size: '36', quantity: 1 };
const square = { quantity: 1, parts: [{ points: sidesOf(300, 300) }] };

async function planned(order: object): Promise<PlanLine[]> {
  const { status, text } = await service.request('POST', '/api/v1/lays', order);
  assert.is(status, 200, text.slice(0, 400));
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as PlanLine);
}

/** By line of the order. */
async function namesOf(lines: readonly object[]): Promise<string[]> {
  const all = await planned({ ...box, cloths: [{ width: 1500 }], table: { length: 9000, plies: 10 }, lines });
  const { jobId } = all[0]!;
  const { json } = await service.request('GET', `/api/v1/lays/${jobId}/status`);
  const names: string[] = json.order.lines.map(({ name }: { name: string }) => name);
  for (const { garments } of all.findLast(({ type }) => type === 'plan').markers)
    for (const own of garments) for (const line of own.lines) assert.is(names[line], own.name);
  return names;
}

test('sizes of one pattern are their own names', async () => {
  const names = await namesOf([garment, { ...garment, size: '38' }, { ...garment, quantity: 2 }]);
  assert.equal(names, ['36', '38', '36']);
});

test('a warning on a drafted garment names it', async () => {
  const skirt = { ...garment, patternId: patternOf('Penelope pencil skirt') };
  const order = { ...box, cloths: [{ width: 1500 }], table: { length: 9000, plies: 10 } };
  const all = await planned({ ...order, lines: [skirt, { ...skirt, size: '38' }] });
  const warnings = all.flatMap((line) => (line.warnings ?? []) as { code: string; message: string }[]);
  const seams = warnings.filter(({ code }) => code === 'seam_mismatch').map(({ message }) => message.slice(0, 40));
  assert.equal(
    [...new Set(seams)],
    ['lines[0]: garment "36": the sides of the', 'lines[1]: garment "38": the sides of the'],
  );
});

test('a size of two patterns takes the names of the patterns', async () => {
  const names = await namesOf([garment, { ...garment, patternId: pencil }, { ...garment, size: '38' }]);
  assert.equal(names, ['A-line skirt 36', 'Pencil skirt 36', '38']);
});

test('a size of one pattern with other variables is numbered', async () => {
  const short = { ...garment, variables: { skirtLength: 50 } };
  assert.equal(await namesOf([garment, short]), ['A-line skirt 36 (1)', 'A-line skirt 36 (2)']);
});

test('equal names of an order take their sizes, or are numbered; a default makes way for them', async () => {
  const [parts, skirt] = [
    { ...square, name: 'box' },
    { ...garment, name: 'skirt' },
  ];
  const other = { ...parts, parts: [{ points: rectangle }] };
  assert.equal(await namesOf([parts, other, parts]), ['box (1)', 'box (2)', 'box (1)']);
  assert.equal(await namesOf([skirt, { ...skirt, size: '38' }]), ['skirt 36', 'skirt 38']);
  assert.equal(await namesOf([{ ...square, name: '36' }, garment]), ['36', 'A-line skirt 36']);
  assert.equal(await namesOf([parts, other, { ...skirt, name: 'box (1)' }]), ['box (2)', 'box (3)', 'box (1)']);
  const unnamed = { quantity: 1, parts: other.parts };
  assert.equal(await namesOf([{ ...square, name: 'garment 2' }, unnamed]), ['garment 2 (1)', 'garment 2 (2)']);
});

test('lines of one garment share the first name, and a warning tells another one', async () => {
  const lines = ['', 'Anna', 'Bert', 'Anna'].map((name) => ({ ...square, name }));
  assert.equal(await namesOf(lines), ['Anna', 'Anna', 'Anna', 'Anna']);
  const all = await planned({ ...box, lines });
  const warnings = all.flatMap((line) => (line.warnings ?? []) as { path: string; code: string; message: string }[]);
  assert.equal(
    [...new Set(warnings.map(({ path, code, message }) => `${path} ${code}: ${message}`))],
    [
      'lines[2].name name_unused: lines[2].name "Bert" has no effect: lines[1] is the same garment, and named it "Anna"',
    ],
  );
});

test('parts of a garment may share an id, or have none: their copies in a marker have ids of their own', async () => {
  const wide = { id: '2', points: sidesOf(400, 500) };
  const narrow = { points: sidesOf(300, 200) };
  const order = { cloths: [{ width: 1500 }], table: { length: 6000, plies: 5 }, costs: { marker: 5, lay: 1 } };
  const other = { quantity: 7, parts: [{ points: sidesOf(440, 330) }] };
  for (const parts of [
    [wide, narrow],
    [wide, { ...narrow, id: '2' }],
  ]) {
    const all = await planned({ ...order, lines: [{ quantity: 20, parts }, other], maximumExecutionTime: 2 });
    assert.equal(
      all.filter(({ type }) => type === 'error').map(({ message }) => message),
      [],
    );
    for (const { jobId } of all.findLast(({ type }) => type === 'plan').markers) {
      const { json } = await service.request('GET', `/api/v1/nest/${jobId}/status`);
      const ids = json.best.placements.map(({ id }: { id: string }) => id);
      assert.is(new Set(ids).size, ids.length, ids.sort().join());
    }
  }
});

test('two rolls of a cloth with one id are refused; rolls of two colours may share one', async () => {
  const roll = { id: 'x', length: 3000 };
  const navy = { colour: 'navy', width: 800, rolls: [roll, { ...roll, shade: 'B' }] };
  const lines = [{ ...box.lines[0], colour: 'navy' }];
  const refused = await service.request('POST', '/api/v1/lays', { ...box, lines, cloths: [navy] });
  assertProblem(refused, 422, /^cloths\[0\]\.rolls\[1\]\.id is "x", as that of a roll before it$/);
  assert.equal(
    refused.json.errors.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`),
    ['cloths[0].rolls[1].id duplicate_name'],
  );
  const cloths = ['navy', 'sand'].map((colour) => ({ ...navy, colour, rolls: [roll] }));
  await planned({ ...box, lines, cloths });
});

test('a roll without an id gets a number that no other roll has', async () => {
  const cloth = { width: 800, rolls: [{ length: 1000 }, { id: '1', length: 1000 }, { length: 1000 }] };
  const [{ jobId }] = (await planned({ ...box, cloths: [cloth] })) as [PlanLine];
  const { json } = await service.request('GET', `/api/v1/lays/${jobId}/status`);
  assert.equal(
    json.order.cloths[0].rolls.map(({ id }: { id: string }) => id),
    ['4', '1', '3'],
  );
});

test.run();
