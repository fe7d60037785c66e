/** Size tables as callers see them: tables of the library, own tables, versions, and access. The store is real. */
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BodySchema, Gender, TakenSchema, UnitSystem, WaistLevel } from '../../gen/selvage/body/v1/body_pb.js';
import {
  CreateSizeTableRequestSchema,
  CreateSizeTableResponseSchema,
  ListSizeTablesRequestSchema,
  ListSizeTablesResponseSchema,
} from '../../gen/selvage/size/v1/size_pb.js';
import { Accounts } from '../../src/accounts/accounts.js';
import { loadBodyModel } from '../../src/body/complete.js';
import { acceptedNames } from '../../src/body/fields.js';
import { onFirstUse } from '../../src/body/model-source.js';
import { ServiceError } from '../../src/errors.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { SizeTables, sizesBetween } from '../../src/patterns/size-tables/size-tables.js';
import { PatternBodies } from '../../src/services/patterns/body.js';
import type { Call } from '../../src/services/services.js';
import { bodyOf } from '../../src/services/sizes/message.js';
import { sizeOperations } from '../../src/services/sizes/sizes.js';
import { temporaryStore } from '../store/temporary-store.js';

const { store, close } = await temporaryStore();
const accounts = new Accounts(store);
const bodies = new PatternBodies(onFirstUse(loadBodyModel));
const tables = new SizeTables({ repository: store, now: Date.now });
const services = sizeOperations(tables, bodies);
test.after(close);

async function callOf(name: string): Promise<Call> {
  const { id } = await accounts.createUser({ name, plan: 'free', admin: false });
  const { text } = await accounts.createKey({ userId: id, name: '' });
  const caller = await accounts.authenticate({
    authorization: `Bearer ${text}`,
    organization: undefined,
    organizationSynonym: undefined,
  });
  return { caller, signal: new AbortController().signal, requestId: 'test' };
}

const upload = async (call: Call, request: MessageInitShape<typeof CreateSizeTableRequestSchema>) =>
  create(
    CreateSizeTableResponseSchema,
    await services.createSizeTable(create(CreateSizeTableRequestSchema, request), call),
  );
const list = async (call: Call, request: MessageInitShape<typeof ListSizeTablesRequestSchema> = {}) =>
  create(
    ListSizeTablesResponseSchema,
    await services.listSizeTables(create(ListSizeTablesRequestSchema, request), call),
  );

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => assert.unreachable('the request was not refused'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error.problems.length > 0 ? error.problems.map(({ path, code }) => `${path} ${code}`) : [error.kind];
}

const woman = (chestGirth: number) =>
  create(BodySchema, { gender: Gender.FEMALE, unit: UnitSystem.METRIC, chestGirth, waistGirth: chestGirth - 16 });

test('each table of the library names its source and licence, and its sizes grow without a warning', async () => {
  const { caller } = await callOf('reader');
  assert.ok(librarySizeTables.length >= 5);
  for (const { name, source, licence, sizes } of librarySizeTables) {
    assert.ok(source.length > 20 && licence.length > 2, name);
    assert.is(new Set(sizes.map((size) => size.name)).size, sizes.length);
    let before: Readonly<Record<string, number>> = {};
    for (const size of sizes) {
      assert.ok(Object.keys(size.measurements).every((key) => acceptedNames.includes(key)));
      const grown = Object.entries(size.measurements).every(([key, value]) => value > (before[key] ?? 0));
      assert.ok(grown, `${name}: ${size.name} does not grow`);
      before = size.measurements;
      const { values, warnings } = await bodies.of(bodyOf(size), 'body', caller);
      assert.ok(Object.keys(values.measurements).length >= 69);
      const told = warnings.map(({ code, path }) => `${code} ${path}`);
      assert.equal(
        told.filter((one) => one.startsWith('implausible')),
        [],
        `${name} ${size.name}`,
      );
    }
  }
});

test('a table of CSV is stored, listed, and gets a next version; equal sizes are not stored again', async () => {
  const call = await callOf('maker');
  const csv = '\uFEFFSize;Chest girth;waist_girth\nS;84,5;68\nM;92;\n';
  const first = await upload(call, { name: 'Ours', csv, gender: Gender.FEMALE });
  assert.is(first.stored, true);
  const { tableId, versionNumber, sizes, library } = first.table!;
  assert.equal([versionNumber, library], [1, false]);
  assert.equal(
    sizes.map(({ name, body }) => [name, body!.gender, body!.chestGirth, body!.waistGirth]),
    [
      ['S', Gender.FEMALE, 84.5, 68],
      ['M', Gender.FEMALE, 92, undefined],
    ],
  );
  const same = await upload(call, { tableId, name: 'Ours', csv, gender: Gender.FEMALE });
  assert.equal([same.stored, same.table!.versionNumber], [false, 1]);
  const next = await upload(call, { tableId, name: 'Ours', sizes: [{ name: 'S', body: woman(85) }] });
  assert.equal([next.stored, next.table!.versionNumber, next.table!.tableId], [true, 2, tableId]);
  const { tables: listed } = await list(call);
  assert.is(listed.length, librarySizeTables.length + 1);
  assert.equal(listed.find((table) => table.tableId === tableId)!.sizes.length, 1);
  assert.is((await tables.table(tableId, 1, call.caller)).sizes.length, 2);
});

test('pages hold the tables of the library and the own ones in one order', async () => {
  const call = await callOf('pager');
  for (const name of ['Z last', 'A first', 'FreeSewing between'])
    await upload(call, { name, sizes: [{ name: '1', body: woman(90) }] });
  const names: string[] = [];
  let pageToken = '';
  do {
    const page = await list(call, { pageSize: 3, pageToken });
    names.push(...page.tables.map(({ name }) => name));
    pageToken = page.nextPageToken;
  } while (pageToken !== '');
  assert.is(names.length, librarySizeTables.length + 3);
  assert.equal(names, [...names].sort());
});

test('a foreign table is as absent as one that never was; no table of the library is changed', async () => {
  const [maker, stranger] = [await callOf('owner'), await callOf('stranger')];
  const sizes = [{ name: 'S', body: woman(84) }];
  const { tableId } = (await upload(maker, { name: 'Mine', sizes })).table!;
  assert.equal(await problemsOf(upload(stranger, { tableId, name: 'Mine', sizes })), ['not_found']);
  assert.equal(await problemsOf(tables.table(tableId, undefined, stranger.caller)), ['not_found']);
  assert.equal(await problemsOf(tables.table('no uuid', undefined, maker.caller)), ['not_found']);
  const [known] = librarySizeTables;
  assert.equal(await problemsOf(upload(maker, { tableId: known!.tableId, name: 'Mine', sizes })), ['not_found']);
  assert.equal(await problemsOf(tables.table(known!.tableId, 2, maker.caller)), ['not_found']);
});

test('everything that is wrong with a table is told at once', async () => {
  const call = await callOf('careless');
  assert.equal(await problemsOf(upload(call, { name: 'x' })), [' sizes_once']);
  assert.equal(await problemsOf(upload(call, { name: '', csv: 'size\nS\n' })), ['name required']);
  const twice = [
    { name: 'S', body: woman(84) },
    {
      name: 'S',
      body: create(BodySchema, { ...woman(88), taken: create(TakenSchema, { waistGirth: WaistLevel.NAVEL }) }),
    },
    { name: 'M', body: create(BodySchema, { gender: Gender.MALE, unit: UnitSystem.METRIC }) },
  ];
  assert.equal(await problemsOf(upload(call, { name: 'a\nb', gender: Gender.MALE, sizes: twice })), [
    'gender other_format',
    'sizes[1].body.taken unknown_key',
    'sizes[1].name duplicate_name',
    'sizes[2].body required',
    'name invalid_name',
  ]);
  const csv = 'size,gender,chestGirht,waistGirth\nS,x,1,2\nno good,f,1,-3\nHex,f,1,0x5A\n';
  assert.equal(await problemsOf(upload(call, { name: 'a', csv })), [
    'csv unknown_key',
    'csv.rows[2].gender unknown_value',
    'csv.rows[3].waistGirth not_a_number',
    'csv.rows[4].waistGirth not_a_number',
    'sizes[1].name invalid_pattern',
    'sizes[2].body required',
  ]);
});

test('a range of a table has both ends; a wrong name is told with the names of the table', () => {
  const [table] = librarySizeTables;
  const names = (from?: string, to?: string) => sizesBetween(table!, { from, to }).map(({ name }) => name);
  assert.equal(names('36', '40'), ['36', '38', '40']);
  assert.is(names().length, table!.sizes.length);
  assert.equal(names('48'), ['48', '50']);
  assert.throws(() => names('37'), /from is "37".*32, 34/);
  assert.throws(() => names('40', '36'), /comes before/);
});

test.run();
