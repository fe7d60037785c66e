/** Names in a plan: different garments never share one, and neither do the rolls of a cloth. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
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
const square = {
  quantity: 1,
  parts: [
    {
      points: [
        [0, 0],
        [300, 0],
        [300, 300],
        [0, 300],
      ],
    },
  ],
};

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

test.run();
