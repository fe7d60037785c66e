/** The rules that all routes share, through the whole service: status, code and the named field. */
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem } from './open.js';
import { sheetOf, square } from './square.js';

let service: Embedded;

test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

const sheet = sheetOf(100);
const small = { polygons: [square], bins: [sheet], minDistance: 0, maximumExecutionTime: 1 };

const post = (path: string, body: unknown, headers = {}) =>
  service.request('POST', path, typeof body === 'string' ? body : JSON.stringify(body), headers);
const nest = (change: object) => post('/api/v1/nest', { ...small, ...change });

async function firstPattern(): Promise<{
  patternId: string;
  variables: { key: string; type: string; editable: boolean; max: number | null }[];
}> {
  const { json } = await service.request('GET', '/api/v1/patterns');
  return json.patterns.find((each: { variables: { type: string; editable: boolean; max: number | null }[] }) =>
    each.variables.some(({ type, editable, max }) => type === 'length' && editable && max !== null),
  );
}

test('a key that is missing, malformed, unknown or cut short is 401 on every route', async () => {
  for (const authorization of [
    undefined,
    'Bearer',
    'Bearer x',
    `Bearer ${service.key.slice(0, -1)}`,
    `Basic ${service.key}`,
    service.key,
  ]) {
    assertProblem(await service.request('GET', '/api/v1/patterns', undefined, { authorization }), 401);
    assertProblem(await service.request('POST', '/api/v1/nest', '{', { authorization }), 401);
    assertProblem(await service.request('POST', '/api/v1/bodydbl', '{', { authorization }), 401);
    assertProblem(await service.request('DELETE', '/api/v1/nest/x', undefined, { authorization }), 401);
  }
});

test('an organisation that is unknown or malformed is 403, a contradiction 400, personal is none', async () => {
  const at = (organization: string, synonym?: string) =>
    service.request('GET', '/api/v1/patterns', undefined, {
      'x-service-organization-id': organization,
      'x-selvage-organization-id': synonym,
    });
  assertProblem(await at('00000000-0000-4000-8000-000000000000'), 403);
  assertProblem(await at('no uuid'), 403);
  assertProblem(await at('personal', '00000000-0000-4000-8000-000000000000'), 400);
  assert.is((await at('personal', 'personal')).status, 200);
});

test('a pattern or version that is absent, or no UUID at all, is 404', async () => {
  const { patternId } = await firstPattern();
  for (const id of ['00000000-0000-4000-8000-000000000000', 'no-uuid', `${patternId}0`]) {
    assertProblem(await post(`/api/v1/patterns/${id}`, {}), 404);
    assertProblem(await service.request('GET', `/api/v1/patterns/${id}`), 404);
  }
  assertProblem(await post(`/api/v1/patterns/${patternId}`, { versionNumber: 999 }), 404);
  assertProblem(
    await post(`/api/v1/patterns/${patternId}`, { versionId: '00000000-0000-4000-8000-000000000000' }),
    404,
  );
});

test('wrong variables are 422 and named, all at once', async () => {
  const { patternId, variables } = await firstPattern();
  const ranged = variables.find(({ type, editable, max }) => type === 'length' && editable && max !== null)!;
  const computed = variables.find(({ editable }) => !editable)!;
  const readOnly = { [computed.key]: 1 };
  const answer = await post(`/api/v1/patterns/${patternId}`, {
    variables: { [ranged.key]: ranged.max! + 1, nobody: 1, ...readOnly },
  });
  assertProblem(answer, 422);
  const paths = answer.json.errors.map(({ path }: { path: string }) => path).sort();
  assert.equal(paths, [`variables.${ranged.key}`, `variables.${computed.key}`, 'variables.nobody'].sort());
  assertProblem(
    await post(`/api/v1/patterns/${patternId}`, { versionNumber: 1, versionId: patternId }),
    422,
    'versionId',
  );
  assertProblem(await post(`/api/v1/patterns/${patternId}`, `{"variables":{"${ranged.key}":1e999}}`), 422, ranged.key);
});

test('a drafted pattern is JSON by default, and a DXF on request', async () => {
  const { patternId } = await firstPattern();
  const json = await post(`/api/v1/patterns/${patternId}`, '');
  assert.is(json.status, 200, json.text);
  for (const piece of json.json.data.pieces) assert.equal(piece.boundary[0], piece.boundary.at(-1));
  const dxf = await post(`/api/v1/patterns/${patternId}`, {}, { accept: 'application/dxf' });
  assert.is(dxf.status, 200, dxf.text);
  assert.match(dxf.text.trimEnd().slice(-10), 'EOF');
});

test('values out of range are 422 and named', async () => {
  const wrong: [object, string][] = [
    [{ instances: 0 }, 'instances'],
    [{ instances: 65 }, 'instances'],
    [{ minDistance: -1 }, 'minDistance'],
    [{ curveTolerance: -1 }, 'curveTolerance'],
    [{ edgeDistance: -0.1 }, 'edgeDistance'],
    [{ mutationRate: 1.1 }, 'mutationRate'],
    [{ xSteps: 0 }, 'xSteps'],
    [{ ySteps: 10_001 }, 'ySteps'],
    [{ populationSize: 0 }, 'populationSize'],
    [{ serverId: 'quick' }, 'serverId'],
    [{ matchingType: 'SOLID' }, 'matchingType'],
    [{ gravityDirection: 1 }, 'gravityDirection'],
    [{ allowedRotations: ['90'] }, 'allowedRotations\\[0\\]'],
    [{ optimization: { params: { paperWidth: 1 } } }, 'paper'],
    [{ optimization: { params: { paperWidth: 0, paperHeight: 1 } } }, 'paperWidth'],
    [{ keepSeconds: 3601 }, 'keepSeconds'],
    [{ workLimit: 0 }, 'workLimit'],
    [{ polygons: [] }, 'polygons'],
    [{ polygons: null }, 'polygons'],
    [{ bins: [] }, 'bins'],
    [{ bins: [{ ...sheet, cellWidth: -1 }] }, 'bins\\[0\\].cellWidth'],
    [{ allowedRotations: Array.from({ length: 3601 }, () => 0) }, 'allowedRotations'],
  ];
  for (const [change, field] of wrong) assertProblem(await nest(change), 422, new RegExp(field));
});

test('the starting line reports a requested tolerance that was not reached everywhere', async () => {
  const warningsOf = async (change: object) => {
    const { text } = await nest({ maximumExecutionTime: 0.1, ...change });
    const starting = text.split('\n').find((line) => line.includes('"starting"'))!;
    return JSON.parse(starting).warnings as { code: string; path: string; message: string }[];
  };
  const polygons = [square, { id: 'large', points: sheetOf(20).boundary.points }];
  const [warning, ...others] = await warningsOf({ polygons, curveTolerance: 0.08 });
  assert.equal([warning!.code, warning!.path, others], ['curve_tolerance_capped', 'curveTolerance', []]);
  assert.match(
    warning!.message,
    /curveTolerance is 0\.08, .* 0\.5 % of the smaller side of 1 of 2 parts; .* by 0\.05$/,
  );
  assert.equal(await warningsOf({ polygons, curveTolerance: 0.05 }), []);
  assert.equal(await warningsOf({ polygons }), []);
});

test('a page size of 0 means 50; more than 200 are refused', async () => {
  const { text } = await service.request('GET', '/api/v1/patterns');
  assert.is((await service.request('GET', '/api/v1/patterns?pageSize=0')).text, text);
  assert.is((await service.request('GET', '/api/v1/patterns?pageSize=50')).text, text);
  assert.is((await service.request('GET', '/api/v1/patterns?pageSize=1')).json.patterns.length, 1);
  for (const size of ['-1', '201']) {
    assertProblem(await service.request('GET', `/api/v1/patterns?pageSize=${size}`), 422, /^pageSize/);
  }
});

test('malformed geometry is 422 with its index and id, before anything is queued', async () => {
  const wrong: [string, string][] = [
    ['[[0,0],[10,10],[10,0],[0,10]]', 'self-crossing'],
    ['[[0,0],[10,0]]', 'two points'],
    ['[]', 'no points'],
    ['[[0,0],[5,0],[10,0]]', 'no area'],
    ['[[0,0],[1e999,0],[10,10]]', 'no finite number'],
    ['[[0,0],[10],[10,10]]', 'no point'],
  ];
  for (const [points, what] of wrong) {
    const part = `{"id":"bad","points":${points}}`;
    for (const [body, path] of [
      [`{"polygons":[${JSON.stringify(square)},${part}],"bins":[${JSON.stringify(sheet)}]}`, 'polygons[1]'],
      [`{"polygons":[${JSON.stringify(square)}],"bins":[{"boundary":${part}}]}`, 'bins[0].boundary'],
      [
        `{"polygons":[${JSON.stringify(square)}],"bins":[{"boundary":${JSON.stringify(sheet.boundary)},"holes":[${part}]}]}`,
        'bins[0].holes[0]',
      ],
    ] as const) {
      const answer = await post('/api/v1/nest', body);
      assertProblem(answer, 422);
      assert.ok(answer.json.errors[0].path.startsWith(path), `${what}: ${answer.text}`);
    }
  }
});

test('a nest is a stream of lines that ends with done, over events that can be read again', async () => {
  const answer = await nest({ keepSeconds: 5 });
  assert.is(answer.status, 200, answer.text);
  const lines = answer.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(
    lines.map(({ seq }) => seq),
    lines.map((_, i) => i + 1),
  );
  assert.is(lines.at(-1).type, 'done');
  const [first] = lines.filter(({ type }) => type === 'solution');
  assert.is(first.generation, 0);
  assert.equal(
    first.placements.map(({ id }: { id: string }) => id),
    ['square'],
  );
  const again = await service.request('GET', `/api/v1/nest/${lines[0].jobId}?after=1`);
  assert.is(again.text, answer.text.slice(answer.text.indexOf('\n') + 1));
  assertProblem(await service.request('GET', '/api/v1/nest/00000000-0000-4000-8000-000000000000'), 404);
  assertProblem(await service.request('GET', '/api/v1/nest/no-uuid'), 404);
});

/** A problem too large for one second of search. */
const long = {
  polygons: Array.from({ length: 40 }, (_, i) => ({
    id: String(i),
    points: [
      [0, 0],
      [7 + i, 0],
      [3, 11 + i],
    ],
  })),
  bins: [
    {
      boundary: {
        points: [
          [0, 0],
          [200, 0],
          [200, 2000],
          [0, 2000],
        ],
      },
    },
  ],
  reportInterval: 100,
  maximumExecutionTime: 30,
};

test('the work stops when its client goes', async () => {
  const request = http.request(`${service.url}/api/v1/nest`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  });
  request.on('error', () => {});
  request.end(JSON.stringify(long));
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  response.on('error', () => {});
  const [first] = (await once(response, 'data')) as [Buffer];
  const { jobId } = JSON.parse(first.toString().split('\n')[0]!);
  response.destroy();
  // A look at the job would count as a client. It comes only after the second in which the work must have stopped.
  await sleep(1_500);
  const rest = await service.request('GET', `/api/v1/nest/${jobId}?after=1`);
  assert.is(JSON.parse(rest.text.trimEnd().split('\n').at(-1)!).type, 'done', rest.text);
  const last = rest.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
    .findLast(({ elapsedSeconds }) => elapsedSeconds !== undefined);
  assert.ok(last === undefined || last.elapsedSeconds < 10, JSON.stringify(last));
});

test('bodydbl answers 400 and names the measurement, and returns the sent values unchanged', async () => {
  const body = (change: object) =>
    post('/api/v1/bodydbl', { gender: 'female', unit: 'metric', height: 170, ...change });
  for (const value of [null, '90', 0, -1, true]) assertProblem(await body({ hipGirth: value }), 400, 'hipGirth');
  assertProblem(await post('/api/v1/bodydbl', '{"gender":"female","unit":"metric","hipGirth":1e999}'), 400, 'hipGirth');
  assertProblem(await body({ gender: 'other' }), 400, 'gender');
  assertProblem(await body({ unit: undefined }), 400, 'unit');
  assertProblem(await body({ measurementKey: 'x' }), 400, 'measurementKey');
  const answer = await body({ nackSideToWaistBack: 44.123, measurementKey: 7 });
  assert.is(answer.status, 200, answer.text);
  assert.ok(answer.headers.get('deprecation'));
  const { fields, measurementKey } = answer.json;
  assert.is(measurementKey, 7);
  assert.is(Object.keys(fields).length, 70);
  assert.equal(fields.nackSideToWaistBack, fields.neckSideToWaistBack);
  assert.equal(fields.neckSideToWaistBack, { value: 44.123, unit: 'cm', source: 'input' });
  assert.ok(fields.hipGirth.low < fields.hipGirth.value && fields.hipGirth.value < fields.hipGirth.high);
  for (const value of ['martian', '', null, 3]) assertProblem(await body({ population: value }), 400, 'population');
  const martian = await body({ population: 'martian' });
  assert.match(martian.json.message, /population is "martian": one of us, unspecified is required/);
  const unlisted = await post('/api/v1/bodydbl/next', {
    body: { gender: 'female', unit: 'metric', height: 170 },
    population: 'martian',
  });
  assertProblem(unlisted, 422, 'population');
  const [us, anybody] = [await body({ population: 'us' }), await body({ population: 'unspecified' })];
  assert.is(anybody.json.fields.calfGirth.value, us.json.fields.calfGirth.value);
  assert.ok(anybody.json.fields.calfGirth.high > us.json.fields.calfGirth.high);
});

test.run();
