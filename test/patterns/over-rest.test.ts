/** Patterns over REST against a whole service: listings with pictures, files on paper, bodies, and refusals. */
import { PDFDocument } from 'pdf-lib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { type Embedded, openEmbedded } from '../gateway/embedded.js';
import { assertProblem } from '../gateway/open.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(async () => {
  await service.close();
});

const idOf = (name: string): string => libraryVersions().find((version) => version.name === name)!.patternId;
const skirt = `/api/v1/patterns/${idOf('A-line skirt')}`;
const shirt = `/api/v1/patterns/${idOf('Simon shirt')}`;

test('every pattern of a listing has a picture and variables for a form', async () => {
  const { json } = await service.request('GET', '/api/v1/patterns?pageSize=200');
  assert.is(json.patterns.length, new Set(libraryVersions().map(({ patternId }) => patternId)).size);
  for (const { name, picture, variables } of json.patterns) {
    assert.match(picture, /^<\?xml[\s\S]*<path [\s\S]*<\/svg>\s*$/, name);
    assert.ok(variables.length > 0, name);
    for (const variable of variables) {
      const members = ['key', 'label', 'group', 'unit', 'type', 'default', 'min', 'max', 'step', 'choices', 'editable'];
      assert.equal(Object.keys(variable), members, name);
    }
  }
  const one = await service.request('GET', shirt);
  assert.equal(
    one.json,
    json.patterns.find(({ name }: { name: string }) => name === 'Simon shirt'),
  );
});

test('a PDF is one sheet, or pages of the requested paper', async () => {
  const pdf = async (body: object): Promise<PDFDocument> => {
    const answer = await fetch(service.url + skirt, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.key}`,
        'content-type': 'application/json',
        accept: 'application/pdf',
      },
      body: JSON.stringify(body),
    });
    assert.is(answer.headers.get('content-type'), 'application/pdf');
    return PDFDocument.load(await answer.arrayBuffer());
  };
  assert.is((await pdf({})).getPageCount(), 1);
  for (const [page, width] of [
    ['a4', 595.28],
    ['letter', 612],
  ] as const) {
    const paper = await pdf({ pdf: { page } });
    assert.ok(paper.getPageCount() > 4, page);
    assert.ok(Math.abs(paper.getPage(0).getWidth() - width) < 0.1, page);
  }
  const wrong = await service.request('POST', skirt, { pdf: { page: 'a5' } });
  assertProblem(wrong, 422, /pdf\.page/, /"full", "a4", "letter"/);
});

test('a sheet names its wearer, its version, and the cutting of each piece', async () => {
  const request = {
    versionNumber: 1,
    body: { gender: 'female', unit: 'metric', weight: 62, height: 168.5 },
    variables: { seamAllowance: 12 },
  };
  const svg = (body: object) => service.request('POST', shirt, body, { accept: 'image/svg+xml' });
  const sheet = (await svg(request)).text;
  assert.ok(sheet.includes('>Made to: female, height 168.5 cm, weight 62 kg; seam allowance 12 mm</text>'));
  assert.ok(sheet.includes('>Version 1 of 2026-11-16, in real size</text>'));
  assert.ok(
    sheet.includes('>cut 2 of fabric, mirrored</text>') && sheet.includes('>Match fabric along this line</text>'),
  );
  assert.is((await svg(request)).text, sheet, 'equal requests give equal bytes');
  // a value without effect on the pieces: the same draft, another sheet
  const inPounds = { ...request, body: { gender: 'female', unit: 'imperial', weight: 150, height: 66 } };
  assert.ok(
    (await svg(inPounds)).text.includes('>Made to: female, height 66 in, weight 150 lb; seam allowance 12 mm<'),
  );
  const people = Array.from({ length: 12 }, (_, i) => ({
    gender: 'female',
    unit: 'metric',
    height: 160 + i,
    weight: 55 + i,
  }));
  const made = await service.request('POST', '/api/v1/populations', { name: 'runners', people });
  for (const population of ['runners', made.json.population.populationId]) {
    const ofRunners = (await svg({ versionNumber: 1, body: { ...request.body, population } })).text;
    assert.ok(ofRunners.includes('>Made to: female (runners), height 168.5 cm'), population);
  }
  const plain = await svg({ versionNumber: 1 });
  assert.ok(plain.text.includes('>Made to: the default values of the pattern</text>'));
  const halves = await svg({ versionNumber: 1, unfold: false });
  assert.ok(halves.text.includes('>place on the fold</text>') && halves.text.includes(' on the fold</text>'));
});

test('dialect, units, size and halves of a DXF follow the request', async () => {
  const dxf = async (body: object): Promise<string> =>
    (await service.request('POST', skirt, body, { accept: 'application/dxf' })).text;
  assert.match(await dxf({}), /ASTM\/D13Proposal[\s\S]*Units: METRIC/);
  const aama = await dxf({ dxf: { dialect: 'aama', units: 'english', size: '40-R' } });
  assert.match(aama, /Units: ENGLISH/);
  assert.match(aama, /Size: 40-R/i);
  assert.not.match(aama, /ASTM/);
  // layer 6 has the mirror line of a half
  const layers = (text: string): Set<string> =>
    new Set([...text.matchAll(/^ *8\r?\n(\d+)\r?$/gm)].map(([, layer]) => layer!));
  assert.not(layers(aama).has('6'));
  assert.ok(layers(await dxf({ unfold: false })).has('6'));
  const inJson = await service.request('POST', skirt, { format: 'dxf' });
  assert.is(inJson.json.data, await dxf({}));
});

test('a body fills the measurements, and every value names its source', async () => {
  const body = { gender: 'female', unit: 'metric', height: 168, weight: 62, hipGirth: 104 };
  const request = { body, variables: { waistGirth: 71.5 } };
  const { json } = await service.request('POST', skirt, request);
  const { variables, variableSources: sources } = json;
  assert.equal([variables.waistGirth, variables.hipGirth], [71.5, 104]);
  assert.equal(
    [sources.waistGirth, sources.hipGirth, sources.waistToHipsSide, sources.flare, sources.hipQuarter],
    ['request', 'body', 'predicted', 'default', 'derived'],
  );
  assert.equal(Object.keys(sources).sort(), Object.keys(variables).sort());
  // the same request again comes from the cache, equal to the byte
  assert.is((await service.request('POST', skirt, request)).text, (await service.request('POST', skirt, request)).text);
  const odd = await service.request('POST', skirt, { body: { ...body, height: 300 } });
  assert.equal(
    odd.json.errors.map(({ code, path }: { code: string; path: string }) => [code, path]),
    [['implausible', 'body.height']],
  );
  const inFeet = await service.request('POST', skirt, { body: { gender: 'female', unit: 'imperial', height: 5.9 } });
  assert.match(inFeet.json.errors[0].message, /height is 5\.9 in, .*Was it in feet\? 5\.9 feet/);
});

test('all wrong variables are reported at once, with limits and suggestions; no infinite value gets in', async () => {
  const { json, status } = await service.request('POST', shirt, {
    variables: {
      chestGirth: 1e300,
      chestEaze: 5,
      seamAllowance: '10',
      libraryFitSleeve: 1,
      hpsToBust: 3,
      waistEase: -500,
    },
  });
  assert.is(status, 422);
  const problems: Record<string, { code: string; suggestion?: string; min?: number; max?: number }> =
    Object.fromEntries(json.errors.map((error: { path: string }) => [error.path.replace('variables.', ''), error]));
  assert.equal(
    Object.entries(problems).map(([key, { code }]) => `${key} ${code}`),
    [
      'chestGirth out_of_range',
      'chestEaze unknown_variable',
      'seamAllowance wrong_type',
      'libraryFitSleeve variable_read_only',
      'hpsToBust unknown_variable',
      'waistEase out_of_range',
    ],
  );
  assert.is(problems.chestEaze!.suggestion, 'chestEase');
  assert.equal([problems.chestGirth!.min, problems.chestGirth!.max], [49.6, 216]);
});

test('one answer lists every problem of the request, its body and its variables', async () => {
  const body = { gender: 'female', unit: 'metric', height: 168, waistGirth: -1 };
  const variables = { flare: 1e9, nope: 1 };
  const wrong = async (request: object): Promise<string[]> => {
    const answer = await service.request('POST', skirt, request);
    assert.is(answer.status, 422);
    return answer.json.errors.map(({ path }: { path: string }) => path);
  };
  const values = ['variables.flare', 'variables.nope'];
  assert.equal(await wrong({ body, variables }), ['body.waistGirth', ...values]);
  assert.equal(await wrong({ dxf: { dialect: 'dwg' }, pages: 4, variables }), ['dxf.dialect', 'pages', ...values]);
  assert.equal(await wrong({ dxf: { units: 'feet' }, body, variables }), ['dxf.units', 'body.waistGirth', ...values]);
  assert.equal(await wrong({ variables: { flare: [], nope: 1 } }), ['variables.flare', 'variables.nope']);
  // unreadable parts add no problems
  const absent = '/api/v1/patterns/00000000-0000-4000-8000-000000000000';
  const { json } = await service.request('POST', absent, { dxf: { dialect: 'dwg' }, variables });
  assert.equal(
    json.errors.map(({ path }: { path: string }) => path),
    ['dxf.dialect'],
  );
});

test.run();
