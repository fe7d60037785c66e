/** Files for people in inches and yards: size tables, tech packs, and the sheets of a draft, by the figures that they show. */
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { pdfTexts } from '../drawing/pdf-texts.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { assertProblem } from '../gateway/open.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const { patternId } = libraryVersions().find(({ name }) => name === 'Simon shirt')!;
const men = librarySizeTables.find(({ name }) => name === 'EN 13402-3 men')!;
const sizes = { table: men.tableId, from: '46', to: '50' };
const path = `/api/v1/patterns/${patternId}`;

async function file(route: string, accept: string, request: object): Promise<Uint8Array> {
  const answer = await fetch(`${service.url}${path}${route}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', accept },
    body: JSON.stringify(request),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  assert.is(answer.status, 200, Buffer.from(bytes).toString());
  return bytes;
}

const text = async (route: string, accept: string, request: object): Promise<string> =>
  Buffer.from(await file(route, accept, request)).toString();

const metricUnits: Readonly<Record<string, number>> = { mm: 1, cm: 10 };

/** Rows of cells without quotes. */
const rowsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.replaceAll(/"[^"]*"/g, 'quoted').split(','));

test('each length of a table of sizes comes in inches as CSV, and everything else is as ever', async () => {
  const [metric, inches] = await Promise.all(
    ['metric', 'inches'].map(async (lengths) => rowsOf(await text('/sizes', 'text/csv', { ...sizes, lengths }))),
  );
  assert.equal(rowsOf(await text('/sizes', 'text/csv', sizes)), metric, 'the default is metric');
  assert.is(inches!.length, metric!.length);
  const converted = new Map<string, number>();
  for (const [i, [table, piece, item, unit, ...values]] of metric!.entries()) {
    const mm = metricUnits[unit!];
    if (mm === undefined) {
      assert.equal(inches![i], metric![i]);
      continue;
    }
    converted.set(table!, (converted.get(table!) ?? 0) + 1);
    assert.equal(inches![i]!.slice(0, 4), [table, piece, item, 'in']);
    for (const [k, value] of values.entries()) {
      const shown = inches![i]![4 + k]!;
      if (value === '') assert.is(shown, '');
      else assert.ok(Math.abs(Number(shown) - (Number(value) * mm) / 25.4) < 1.2e-4, `${item}: ${value} is ${shown}`);
    }
  }
  assert.equal([...converted.keys()].sort(), ['ease', 'finished', 'grade', 'seam', 'size']);
});

/** The cells of the rows of an HTML page by their first one; the first row of a name counts. */
function cellsOf(html: string): Map<string, string[]> {
  const rows = [...html.matchAll(/<tr><th scope="row">([^<]*)<\/th>(.*?)<\/tr>/g)].reverse();
  const texts = (cells: string): string[] => [...cells.matchAll(/>([^<>]*)<\/td>/g)].map(([, cell]) => cell!);
  return new Map(rows.map(([, name, cells]) => [name!, texts(cells!)]));
}

test('the page of sizes shows inches and prints on Letter', async () => {
  const metric = await text('/sizes', 'text/html', sizes);
  const inches = await text('/sizes', 'text/html', { ...sizes, lengths: 'inches' });
  assert.match(metric, /@page \{ size: A4/i);
  assert.match(inches, /@page \{ size: Letter/i);
  assert.not.match(inches, /<td>(mm|cm)<\/td>/);
  const [unit, ...chest] = cellsOf(inches).get('chest')!;
  assert.is(unit, 'in');
  const before = cellsOf(metric).get('chest')!;
  assert.is(before[0], 'mm');
  for (const [i, value] of chest.entries()) {
    assert.is(value, Number(value).toFixed(2));
    assert.ok(Math.abs(Number(value) - Number(before[i + 1]) / 25.4) < 0.01);
  }
});

test('a tech pack has its allowances, measurements, tolerances and need in inches and yards', async () => {
  const request = { ...sizes, to: '48', seconds: 0.5, fabricWidth: 1524, minDistance: 2.54 };
  const lines = (await text('/techpack', 'application/x-ndjson', { ...request, lengths: 'inches' }))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const pack = lines.find(({ type }) => type === 'techPack');
  const html = pack.html as string;
  assert.match(html, /@page \{ size: Letter/i);
  assert.match(html, 'Allowance, in');
  assert.match(html, 'on fabric 60.00 in wide, parts 0.10 in apart');
  assert.match(html, /by the kind of measurement: .*girth of the body 0\.51 in/);
  assert.not.match(html.replaceAll(/ style="[^"]*"|<style>.*?<\/style>/gs, ''), /\d (mm|cm|m)\b|>(mm|cm|m)</);
  const [unit, ...need] = cellsOf(html).get('Fabric')!;
  assert.is(unit, 'yd');
  const lengths = pack.needs.filter((one: { material: string }) => one.material === 'fabric');
  assert.equal(
    need,
    lengths.map(({ length }: { length: number }) => (Math.ceil(length / 9.144) / 100).toFixed(2)),
  );
  assert.match(cellsOf(html).get('chest')![0]!, /^in ± 0\.\d\d$/);
  const pdf = await file('/techpack', 'application/pdf', {
    ...request,
    seconds: 0,
    lengths: 'inches',
    fabricWidth: undefined,
    minDistance: undefined,
  });
  const page = (await PDFDocument.load(pdf)).getPage(0).getSize();
  assert.equal([Math.round(page.width), Math.round(page.height)], [612, 792]);
});

test('sheets in real size have a ruler, a square and the values of the draft in inches', async () => {
  const body = { gender: 'male', unit: 'metric', height: 177.8, weight: 80 };
  const inches = await pdfTexts(await file('', 'application/pdf', { body, pdf: { lengths: 'inches' } }));
  assert.ok(inches.includes('2.00 in = 50.8 mm'));
  assert.ok(
    inches.some((line) => /^Made to: male, height 70 in, weight 80 kg/.test(line)),
    inches.join('|'),
  );
  assert.ok(inches.some((line) => /^\d+ in$/.test(line)));
  const metric = await pdfTexts(await file('', 'application/pdf', { body }));
  assert.ok(metric.includes('50 mm = 1.97 in') && metric.some((line) => /height 177\.8 cm/.test(line)));
  const nested = await pdfTexts(
    await file('/sizes', 'application/pdf', { ...sizes, lengths: 'inches', page: 'letter' }),
  );
  assert.ok(nested.includes('2.00 in = 50.8 mm'));
});

test('units are refused where nothing shows them', async () => {
  const answer = await service.request('POST', `${path}/sizes`, { ...sizes, lengths: 'inches' });
  assertProblem(answer, 422, /lengths goes with the formats csv, html, pdf and dxf/);
  assertProblem(await service.request('POST', `${path}/sizes`, { ...sizes, lengths: 'feet' }), 422, /lengths/);
  assertProblem(
    await service.request('POST', path, { pdf: { lengths: 'inches' } }),
    422,
    /pdf applies to the format pdf/,
  );
});

test.run();
