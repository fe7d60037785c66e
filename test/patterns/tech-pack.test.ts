/** The tech pack: its document by what it tells, the fabric need as jobs of the caller, and what is refused. */
import { createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import fc from 'fast-check';
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { librarySizeTables } from '../../src/patterns/size-tables/library.js';
import { toleranceOf } from '../../src/patterns/techpack/tolerance.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { assertProblem } from '../gateway/open.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const { patternId } = libraryVersions().find(({ name }) => name === 'A-line skirt')!;
const women = librarySizeTables.find(({ name }) => name === 'EN 13402-3 women')!;
const sizes = { table: women.tableId, from: '36', to: '40' };
const path = `/api/v1/patterns/${patternId}/techpack`;

async function made(request: object) {
  const transport = createGrpcTransport({ baseUrl: service.url });
  const headers = { authorization: `Bearer ${service.key}` };
  const messages = [];
  const client = createClient(PatternService, transport);
  for await (const { message } of client.makeTechPack({ patternId, ...sizes, ...request }, { headers })) {
    messages.push(message);
  }
  const last = messages.pop()!;
  assert.is(last.case, 'techPack');
  if (last.case !== 'techPack') throw new TypeError('no document');
  const progress = messages.map((message) => (message.case === 'progress' ? message.value : null)!);
  return { pack: last.value, progress };
}

test('the fabric need of each size comes from a nest of all its parts, told as it is found', async () => {
  const { pack, progress } = await made({ seconds: 0.5 });
  const drafted = await service.request('POST', `/api/v1/patterns/${patternId}`, {});
  const pieces = drafted.json.data.pieces as { name: string; material: string; quantity: number }[];
  const materials = [...new Set(pieces.map(({ material }) => material))];
  assert.equal(
    progress.map(({ done, total }) => `${done}/${total}`),
    Array.from({ length: 3 * materials.length + 1 }, (_, i) => `${i}/${3 * materials.length}`),
  );
  assert.equal([...new Set(pack.needs.map(({ size }) => size))], ['36', '38', '40']);
  for (const { material, parts, length, utilisation, jobId } of pack.needs) {
    const ofMaterial = pieces.filter((piece) => piece.material === material);
    assert.is(
      parts,
      ofMaterial.reduce((sum, { quantity }) => sum + quantity, 0),
    );
    assert.ok(length > 0 && utilisation > 0.3 && utilisation <= 1, `${material} ${length} ${utilisation}`);
    const job = await service.request('GET', `/api/v1/nest/${jobId}/status`);
    assert.is(job.json.best.usage.length, length);
  }
  const narrow = await made({ seconds: 0.5, fabricWidth: 700 });
  const total = (needs: readonly { length: number }[]) => needs.reduce((sum, { length }) => sum + length, 0);
  assert.ok(total(narrow.pack.needs) > 1.3 * total(pack.needs));
  const html = String(pack.file.value);
  for (const { name } of pieces) assert.ok(html.includes(name), name);
  for (const title of ['Pieces', 'Bill of pieces', 'Size table', 'Finished measurements', 'Fabric need']) {
    assert.ok(html.includes(`<h2>${title}</h2>`), title);
  }
  const longest = Math.max(...pack.needs.map(({ length }) => length));
  assert.ok(html.includes(`>${(Math.ceil(longest / 10) / 100).toFixed(2)}</td>`));
  assert.match(html, 'Size table: EN 13402-3 women');
});

test('a nest begins although its first layout cannot be made exact: four parts that fill the width', async () => {
  const teagan = libraryVersions().find(({ name }) => name === 'Teagan T-shirt')!.patternId;
  const { pack } = await made({ patternId: teagan, from: '38', to: '38', seconds: 1, fabricWidth: 1400 });
  assert.equal(
    pack.needs.map(({ size, parts }) => [size, parts]),
    [['38', 4]],
  );
});

test('REST answers with the file: HTML, or PDF on pages of A4, the same bytes for the same request', async () => {
  const post = (accept: string, more: object = {}) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json', accept },
      body: JSON.stringify({ ...sizes, seconds: 0, ...more }),
    });
  const html = await post('*/*');
  assert.is(html.status, 200);
  assert.match(html.headers.get('content-type')!, /^text\/html/);
  assert.not.match(await html.text(), 'Fabric need');
  const pdf = await post('application/pdf');
  const bytes = new Uint8Array(await pdf.arrayBuffer());
  const document = await PDFDocument.load(bytes);
  assert.ok(document.getPageCount() >= 2);
  for (const page of document.getPages()) {
    const { width, height } = page.getSize();
    assert.equal([Math.round(width), Math.round(height)], [595, 842]);
  }
  assert.equal(new Uint8Array(await (await post('*/*', { format: 'pdf' })).arrayBuffer()), bytes);
});

test('REST streams the progress as lines, each with the job of the running nest, and last the document', async () => {
  const post = (request: object) =>
    fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        accept: 'application/x-ndjson',
      },
      body: JSON.stringify({ ...sizes, ...request }),
    });
  const streamed = await post({ to: '38', seconds: 0.3, format: 'pdf' });
  assert.is(streamed.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await streamed.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.pop(), { type: 'done' });
  const pack = lines.pop();
  assert.is(pack.type, 'techPack');
  assert.ok((await PDFDocument.load(Buffer.from(pack.pdf, 'base64'))).getPageCount() >= 2);
  const total = pack.needs.length;
  assert.equal(
    lines.map(({ type, done, total: all }) => [type, done, all]),
    Array.from({ length: total + 1 }, (_, i) => ['progress', i, total]),
  );
  assert.equal(
    lines.map(({ jobId }) => jobId),
    [...pack.needs.map(({ jobId }: { jobId: string }) => jobId), null],
    'the job is known while it runs',
  );
  assert.equal(
    lines.map(({ need }) => need),
    [null, ...pack.needs],
  );

  const [first, narrow, done] = (await (await post({ to: '36', seconds: 0.2, fabricWidth: 150 })).text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal([first.type, narrow.type, narrow.code, done], ['progress', 'error', 'draft_failed', { type: 'done' }]);
  assert.equal(
    narrow.problem.errors.map((error: { path: string }) => error.path),
    ['fabricWidth'],
  );
  const wrong = await post({ base: 'x' });
  assert.is(wrong.status, 422, 'a failure before the first line is a problem as ever');
});

test('a client that leaves ends the running nest', async () => {
  const gone = new AbortController();
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${service.key}`,
      'content-type': 'application/json',
      accept: 'application/x-ndjson',
    },
    body: JSON.stringify({ ...sizes, seconds: 30 }),
    signal: gone.signal,
  });
  const reader = response.body!.getReader();
  const { jobId } = JSON.parse(
    Buffer.from((await reader.read()).value!)
      .toString()
      .split('\n')[0]!,
  );
  gone.abort();
  const ended = await service.request('GET', `/api/v1/nest/${jobId}`);
  assert.match(ended.text, /"type":"done"/);
});

test('a tolerance follows the kind of measurement, and never reaches the next size', () => {
  assert.equal(toleranceOf('chest', [900, 940, 980]), { mm: 13, kind: 'girth of the body', isHalfStep: false });
  assert.equal(toleranceOf('sleeve hem', [240, 240, 300]), { mm: 10, kind: 'girth of a limb', isHalfStep: false });
  assert.equal(toleranceOf('collar stand', [380, 400]), { mm: 6, kind: 'collar or cuff', isHalfStep: false });
  assert.equal(toleranceOf('sleeve', [600, 606, 612]), { mm: 3, kind: 'sleeve or shoulder', isHalfStep: true });
  assert.equal(toleranceOf('centre back', [null, 700, 719]), { mm: 9.5, kind: 'length', isHalfStep: true });
  assert.equal(toleranceOf('shoulder', [146.8, 147.8]), { mm: 0.5, kind: 'sleeve or shoulder', isHalfStep: true });
  assert.equal(toleranceOf('shoulder', [1.1, 2.1, 3.1]).mm, 0.5);
  assert.equal(toleranceOf('shoulder', [146.8, 147.7]).mm, 6, 'a tape does not tell sizes 0.9 mm apart');
  fc.assert(
    fc.property(fc.array(fc.double({ min: 10, max: 2000, noNaN: true }), { minLength: 1 }), (values) => {
      const { mm } = toleranceOf('waist', values);
      const steps = values.slice(1).map((value, i) => Math.abs(value - values[i]!));
      assert.ok(mm >= 0.5 && mm <= 13);
      for (const step of steps) assert.ok(step < 1 || 2 * mm <= step + 1e-8, `${mm} of ${step}`);
    }),
  );
});

test('wrong fields of a tech pack are refused all at once, and a fabric too narrow for a piece is named', async () => {
  const wrong = await service.request('POST', path, { from: '36', seconds: 31, fabricWidth: 1, base: 'x' });
  assertProblem(wrong, 422);
  const problems = wrong.json.errors.map((error: { path: string; code: string }) => `${error.path} ${error.code}`);
  assert.equal(problems.sort(), [
    ' sizes_or_table',
    'fabricWidth out_of_range',
    'from other_format',
    'seconds out_of_range',
  ]);
  const idle = await service.request('POST', path, { ...sizes, seconds: 0, fabricWidth: 1500, minDistance: 3 });
  assertProblem(idle, 422, /fabricWidth goes with seconds above 0/);
  const narrow = await service.request('POST', path, { ...sizes, to: '36', seconds: 0.2, fabricWidth: 150 });
  assertProblem(narrow, 422, /fabricWidth: not all pieces of .* in size 36 fit/);
  const absent = { ...sizes, table: '00000000-0000-4000-8000-000000000000' };
  assertProblem(await service.request('POST', path, absent), 404);
});

test.run();
