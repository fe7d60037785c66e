/** A pattern in many sizes: matched boundaries, the grade, warnings, and the files as other readers see them. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  DraftSizesRequestSchema,
  DraftSizesResponseSchema,
  PatternLengths,
  type PatternPoint,
  SizesFormat,
  SizesPage,
} from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { loadBodyModel } from '../../src/body/complete.js';
import { onFirstUse } from '../../src/body/model-source.js';
import { ServiceError } from '../../src/errors.js';
import type { Point } from '../../src/geometry/point.js';
import { PatternAccess } from '../../src/patterns/access.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import { Ring } from '../../src/patterns/grading/ring.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { publishLibrary } from '../../src/patterns/publish-library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { SizeTables } from '../../src/patterns/size-tables/size-tables.js';
import { PatternBodies } from '../../src/services/patterns/body.js';
import { sizesOperations } from '../../src/services/patterns/sizes.js';
import type { Call } from '../../src/services/services.js';
import { bodyOf } from '../../src/services/sizes/message.js';
import { temporaryFolder } from '../cli/run-selvage.js';
import { testWith } from '../cli/with-tool.js';
import { temporaryStore } from '../store/temporary-store.js';

const { store, close } = await temporaryStore();
await publishLibrary(store, libraryVersions());
const drafter = new DraftPool({ threads: 1 });
const bodies = new PatternBodies(onFirstUse(loadBodyModel));
const access = new PatternAccess(store);
const tables = new SizeTables({ repository: store, now: Date.now });
const { draftSizes } = sizesOperations({ access, tables, drafter, bodies });
test.after(async () => {
  await drafter.close();
  await close();
});

const reader = { userId: '', organizationId: null };
const call = { caller: reader, signal: new AbortController().signal, requestId: 'test' } as unknown as Call;
const versionOf = (name: string) => libraryVersions().findLast((version) => version.name.startsWith(name))!;
const tableOf = (name: string) => librarySizeTables.find((table) => table.name === name)!;
const men = tableOf('EN 13402-3 men');

async function draft(name: string, request: MessageInitShape<typeof DraftSizesRequestSchema>) {
  const { patternId } = versionOf(name);
  const message = create(DraftSizesRequestSchema, { patternId, ...request });
  return create(DraftSizesResponseSchema, await draftSizes(message, call));
}

async function problemsOf(work: Promise<unknown>): Promise<string[]> {
  const error = await work.then(
    () => assert.unreachable('the request was not refused'),
    (failure: unknown) => failure,
  );
  assert.ok(error instanceof ServiceError, String(error));
  return error.problems.length > 0 ? error.problems.map(({ path, code }) => `${path} ${code}`) : [error.kind];
}

const point = ({ x, y }: PatternPoint): Point => [x, y];

test('boundaries correspond point by point, keep their course, and the grade leads from the base to each size', async () => {
  const simon = await draft('Simon', { table: men.tableId, from: '46', to: '52', base: '48' });
  assert.is(simon.base, '48');
  assert.equal(
    simon.sizes.map(({ name }) => name),
    ['46', '48', '50', '52'],
  );
  const base = simon.sizes[1]!;
  for (const { piece, nodes, differences } of simon.grade) {
    const atBase = base.pieces.find(({ id }) => id === piece)!.boundary.map(point);
    assert.ok(nodes.length >= 4, `${piece} has ${nodes.length} nodes`);
    assert.ok(nodes.every((node, i) => node < atBase.length - 1 && (i === 0 || node > nodes[i - 1]!)));
    for (const { size, points } of differences) {
      const boundary = simon.sizes.find(({ name }) => name === size)!.pieces.find(({ id }) => id === piece)!.boundary;
      assert.is(boundary.length, atBase.length);
      for (const [i, { x, y }] of points.entries()) {
        assert.ok(Math.hypot(atBase[i]![0] + x - boundary[i]!.x, atBase[i]![1] + y - boundary[i]!.y) < 0.002);
      }
      if (size === '48') assert.ok(points.every(({ x, y }) => x === 0 && y === 0));
    }
  }
  for (const [i, size] of simon.sizes.entries()) {
    const { values } = await bodies.of(bodyOf(men.sizes[i + 1]!), 'body', call.caller);
    const alone = await drafter.draft(versionOf('Simon'), { variables: {}, unfold: true, body: values });
    assert.equal(
      size.pieces.map(({ id }) => id),
      alone.pieces.map(({ id }) => id),
    );
    for (const [k, piece] of alone.pieces.entries()) {
      const [matched, drafted] = [new Ring(size.pieces[k]!.boundary.map(point)), new Ring(piece.boundary)];
      const away = Math.max(farthest(drafted, matched), farthest(matched, drafted));
      assert.ok(away < 0.05, `${piece.name} in ${size.name}: ${away} mm from its course`);
    }
  }
});

/** How far a corner of one ring lies from the other, at most. */
function farthest(of: Ring, from: Ring): number {
  return Math.max(
    ...of.points.map((corner) => {
      const { at } = from.nearest(corner);
      return Math.hypot(at[0] - corner[0], at[1] - corner[1]);
    }),
  );
}

test('own sizes take bodies or variables; those of a size win over those of all', async () => {
  const number = (value: number) => ({ kind: { case: 'numberValue' as const, value } });
  const skirts = await draft('A-line skirt', {
    variables: { skirtLength: number(60) },
    sizes: [
      { name: 'short', variables: { skirtLength: number(50) } },
      { name: 'usual', body: bodyOf(tableOf('EN 13402-3 women').sizes[3]!) },
      { name: 'long', variables: { waistGirth: number(80) } },
    ],
  });
  assert.is(skirts.base, 'usual');
  const high = skirts.sizes.map(({ pieces }) => {
    const ys = pieces[0]!.boundary.map(({ y }) => y);
    return Math.round((Math.max(...ys) - Math.min(...ys)) / 10);
  });
  assert.ok(high[2]! - high[0]! >= 9 && high[2]! - high[0]! <= 11, `${high}`);
});

test('a piece that a size lacks, and corners that come and go, are told and not hidden', async () => {
  const bool = (value: boolean) => ({ kind: { case: 'boolValue' as const, value } });
  const skirts = await draft('A-line skirt', {
    sizes: [
      { name: 'pockets', variables: { pockets: bool(true) } },
      { name: 'plain', variables: { pockets: bool(false) } },
    ],
    base: 'pockets',
  });
  const missing = skirts.warnings.filter(({ code }) => code === 'piece_missing');
  assert.ok(missing.length > 0 && missing.every(({ message }) => message.endsWith('is no piece of the size plain')));
  const place = Number(/^grade\[(\d+)\]$/.exec(missing[0]!.path)![1]);
  assert.equal(
    skirts.grade[place]!.differences.map(({ size }) => size),
    ['pockets'],
  );
  const simon = await draft('Simon', { table: tableOf('EN 13402-3 women').tableId, from: '32', to: '42', base: '42' });
  const changes = simon.warnings.filter(({ code }) => code === 'topology_changes');
  assert.match(changes[0]!.message, /^the outline of "Front right" lacks 1 .* of the base size 42 in 32$/);
});

test('wrong sizes, values and names are refused all at once', async () => {
  const { tableId } = men;
  const body = bodyOf(men.sizes[0]!);
  const text = { kind: { case: 'stringValue' as const, value: 'x' } };
  assert.equal(await problemsOf(draft('Simon', {})), [' sizes_or_table']);
  assert.equal(await problemsOf(draft('Simon', { table: tableId, sizes: [{ name: 'M', body }] })), [' sizes_or_table']);
  assert.equal(await problemsOf(draft('Simon', { table: tableId, from: '45', to: '99' })), [
    'from unknown_value',
    'to unknown_value',
  ]);
  assert.equal(await problemsOf(draft('Simon', { table: tableId, base: 'XL' })), ['base unknown_value']);
  assert.equal(await problemsOf(draft('Simon', { sizes: [{ name: 'M', body }], from: 'M', page: SizesPage.A4 })), [
    'from other_format',
    'page other_format',
  ]);
  const wrong = await problemsOf(
    draft('Simon', {
      sizes: [
        { name: 'M', body },
        { name: 'M', variables: { chestGirth: text, nobody: text } },
      ],
    }),
  );
  assert.equal(wrong.sort(), [
    'sizes[1].name duplicate_name',
    'sizes[1].variables.chestGirth wrong_type',
    'sizes[1].variables.nobody unknown_variable',
  ]);
  assert.equal(await problemsOf(draft('Simon', { table: '0d0a5b5e-6a0e-4f0c-9a51-3c1d2b7effff' })), ['not_found']);
});

test('a wrong variable of all sizes is told once, where it was sent, also beside a wrong body', async () => {
  const body = bodyOf(men.sizes[0]!);
  const number = (value: number) => ({ kind: { case: 'numberValue' as const, value } });
  const sizes = [
    { name: 'S', body: { ...body, height: 400 }, variables: { collarEase: number(1e6) } },
    { name: 'M', body },
    { name: 'L', body: { ...body, waistGirth: -1 } },
  ];
  const variables = { nobody: number(1), cuffEase: number(1e6), collarEase: number(-1e6) };
  const wrong = await problemsOf(draft('Simon', { sizes, variables }));
  assert.equal(wrong.sort(), [
    'sizes[0].variables.collarEase out_of_range',
    'sizes[2].body.waistGirth out_of_range',
    'variables.collarEase out_of_range',
    'variables.cuffEase out_of_range',
    'variables.nobody unknown_variable',
  ]);
});

test('the SVG has a group for each size, and no two sizes are drawn alike', async () => {
  const { file } = await draft('Teagan', { table: men.tableId, format: SizesFormat.SVG });
  assert.is(file.case, 'svg');
  const svg = String(file.value);
  const styles = men.sizes.map(({ name }) => {
    const [, group] = new RegExp(`<g id="size-${name}">\n([\\s\\S]*?)\n</g>`).exec(svg) ?? [];
    assert.ok(group, `no group for ${name}`);
    const [, width, , dash = 'solid'] = /stroke-width="([^"]+)"( [^>]*?stroke-dasharray="([^"]+)")?/.exec(group)!;
    return `${width} ${dash}`;
  });
  assert.is(new Set(styles).size, men.sizes.length, styles.join('; '));
});

test('the PDF has a layer for each size on every page, and equal requests give equal bytes', async () => {
  const request = { table: men.tableId, from: '46', to: '54', format: SizesFormat.PDF };
  for (const page of [SizesPage.A4, SizesPage.A0, SizesPage.PROJECTOR]) {
    const { file } = await draft('Teagan', { ...request, page });
    const bytes = file.value as Uint8Array;
    const pdf = await PDFDocument.load(bytes);
    const groups = pdf.catalog.lookup(PDFName.of('OCProperties'), PDFDict).lookup(PDFName.of('OCGs'), PDFArray);
    const names = groups.asArray().map((_, i) => {
      return groups.lookup(i, PDFDict).lookup(PDFName.of('Name'), PDFHexString).decodeText();
    });
    assert.equal(names, ['Size 46', 'Size 48', 'Size 50', 'Size 52', 'Size 54']);
    for (const each of pdf.getPages()) {
      const named = each.node.Resources()!.lookup(PDFName.of('Properties'), PDFDict);
      assert.is(named.keys().length, 5);
    }
    if (page === SizesPage.PROJECTOR) assert.is(pdf.getPageCount(), 1);
    assert.equal((await draft('Teagan', { ...request, page })).file.value, bytes);
  }
});

test('CSV and HTML have the size table and the grade of each node, as the JSON has them', async () => {
  const request = { table: tableOf('EN 13402-3 women').tableId, from: '36', to: '40', base: '36' };
  const json = await draft('A-line skirt', request);
  const csv = await draft('A-line skirt', { ...request, format: SizesFormat.CSV });
  assert.equal([csv.file.case, csv.sizes], ['csv', []]);
  const rows = String(csv.file.value)
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  assert.equal(rows[0], ['table', 'piece', 'item', 'unit', '36', '38', '40']);
  const waists = tableOf('EN 13402-3 women')
    .sizes.slice(2, 5)
    .map((size) => String(size.measurements.waistGirth));
  assert.equal(
    rows.find(([, , item]) => item === 'Waist girth'),
    ['size', '', 'Waist girth', 'cm', ...waists],
  );
  const names = new Map(json.sizes[0]!.pieces.map(({ id, name }) => [id, name]));
  const told = rows.filter(([table]) => table === 'grade');
  const expected = json.grade.flatMap(({ piece, nodes, differences }) =>
    nodes.flatMap((node, i) =>
      (['x', 'y'] as const).map((axis) => [
        ...['grade', names.get(piece)!, `node ${i + 1} ${axis}`, 'mm'],
        ...differences.map(({ points }) => String(points[node]![axis] + 0)),
      ]),
    ),
  );
  assert.ok(expected.length > 20);
  assert.equal(told, expected);
  const html = await draft('A-line skirt', { ...request, format: SizesFormat.HTML });
  assert.is(html.file.case, 'html');
  assert.match(String(html.file.value), /<h2>Size table<\/h2>[\s\S]*Waist girth[\s\S]*<h2>Grade<\/h2>/);
  assert.not.match(String(html.file.value), />-0(\.0)?</);
  const [before, after] = String(html.file.value).split('<h2>Grade</h2>') as [string, string];
  assert.is(after.split('<table>').length - 1, json.grade.length);
  assert.ok(before.includes('centre front'), 'finished measurements come before the grade');
});

testWith(
  'python3',
  'a reader of its own grades the sample size by the rule table to every size within 0.1 mm',
  async () => {
    const folder = temporaryFolder();
    const longest = new Map<string, number>();
    for (const [name, lengths, mm, units] of [
      ['Simon', PatternLengths.INCHES, 25.4, 'ENGLISH'],
      ['Simon', undefined, 1, 'METRIC'],
      ['Pencil skirt', undefined, 1, 'METRIC'],
      ['Titan', undefined, 1, 'METRIC'],
    ] as const) {
      const { file } = await draft(name, { table: men.tableId, base: '50', format: SizesFormat.DXF, lengths });
      assert.is(file.case, 'dxf');
      const path = join(folder, `${name}.zip`);
      writeFileSync(path, file.value as Uint8Array);
      const told = execFileSync('python3', ['test/patterns/apply_rules.py', path], { encoding: 'utf8' });
      const {
        sizes,
        sample,
        pieces,
        compared,
        worst,
        units: unitsOf,
        reach,
      } = JSON.parse(told) as Record<string, never>;
      assert.equal(
        [sizes, sample, compared],
        [men.sizes.map((size) => size.name), '50', pieces * men.sizes.length],
        told,
      );
      assert.ok(worst * mm < 0.1, told);
      assert.equal(unitsOf, [units, units], told);
      longest.set(`${name} ${units}`, reach * mm);
    }
    const [inches, metric] = [longest.get('Simon ENGLISH')!, longest.get('Simon METRIC')!];
    assert.ok(Math.abs(inches - metric) < 0.01, `${inches} mm in inches, ${metric} mm`);
  },
);

test.run();
