import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Server } from '../../gateway/server.js';
import { assertProblem, caller, openGateway } from './open.js';
import { jobId, patternId, versionId } from './plain-services.js';

let server: Server;
let request: ReturnType<typeof caller>;

test.before(async () => {
  server = await openGateway();
  request = caller(server.url);
});
test.after(() => server.close({ graceMs: 0 }));

const routes: [string, string][] = [
  ['POST', `/api/v1/patterns/${patternId}`],
  ['GET', '/api/v1/patterns'],
  ['GET', `/api/v1/patterns/${patternId}`],
  ['POST', `/api/v1/patterns/${patternId}/sizes`],
  ['GET', '/api/v1/size-tables'],
  ['POST', '/api/v1/size-tables'],
  ['GET', '/api/v1/projects'],
  ['POST', '/api/v1/projects'],
  ['GET', `/api/v1/projects/${patternId}`],
  ['PATCH', `/api/v1/projects/${patternId}`],
  ['DELETE', `/api/v1/projects/${patternId}`],
  ['POST', '/api/v1/nest'],
  ['GET', `/api/v1/nest/${jobId}`],
  ['DELETE', `/api/v1/nest/${jobId}`],
  ['POST', '/api/v1/markers'],
  ['POST', '/api/v1/bodydbl'],
];

test('without a key every route answers 401 and says how to send one, before it reads the body', async () => {
  for (const [method, path] of routes) {
    const body = method === 'POST' || method === 'PATCH' ? '{malformed' : undefined;
    for (const authorization of [undefined, 'Bearer other', 'Basic the-one-key']) {
      const answer = await request(method, path, body, { authorization });
      assertProblem(answer, 401, 'key');
      assert.match(answer.headers.get('www-authenticate')!, /^Bearer/);
    }
  }
});

test('two different organisations are 400, one that is not the caller’s 403', async () => {
  const header = { 'x-service-organization-id': 'a', 'x-selvage-organization-id': 'b' };
  assertProblem(await request('GET', '/api/v1/patterns', undefined, header), 400);
  assertProblem(await request('GET', '/api/v1/patterns', undefined, { 'x-service-organization-id': 'foreign' }), 403);
});

test('malformed JSON is 400 with line and column', async () => {
  for (const path of ['/api/v1/nest', '/api/v1/bodydbl', '/api/v1/markers', `/api/v1/patterns/${patternId}`]) {
    const answer = await request('POST', path, '{\n "a": }');
    assertProblem(answer, 400, 'line 2, column 7');
    assert.is(answer.json.errors[0].line, 2);
    assertProblem(await request('POST', path, '{"a":1,"a":2}'), 400, /Duplicate key "a"/);
    assertProblem(await request('POST', path, '{"__proto__":1}'), 400, '__proto__');
    assertProblem(await request('POST', path, `{"a":${'['.repeat(32)}${']'.repeat(32)}}`), 400, 'deeper than 32');
    assertProblem(await request('POST', path, Buffer.from([0x7b, 0x22, 0xff, 0x22])), 400, 'UTF-8');
    assertProblem(await request('POST', path, '\ufeff{}'), 400, 'Byte order mark');
  }
});

test('a missing body is malformed if one is required, and means the latest version of a pattern otherwise', async () => {
  assertProblem(await request('POST', '/api/v1/nest'), 400, 'no body');
  assertProblem(await request('POST', '/api/v1/bodydbl', ''), 400, 'no body');
  for (const body of [undefined, '', '{}', 'null']) {
    const answer = await request('POST', `/api/v1/patterns/${patternId}`, body);
    assert.is(answer.status, 200, answer.text);
    assert.is(answer.json.patternVersionId, versionId);
  }
});

test('unknown keys are named with the nearest known one: 422, in bodydbl 400', async () => {
  const nest = await request('POST', '/api/v1/nest', { polygon: [], bins: [] });
  assertProblem(nest, 422, 'polygon is not a known key', 'did you mean "polygons"');
  assert.equal(
    nest.json.errors.map((problem: { path: string }) => problem.path),
    ['polygon', 'polygons', 'bins'],
  );
  const body = await request('POST', '/api/v1/bodydbl', { gender: 'female', unit: 'metric', hieght: 170 });
  assertProblem(body, 400, 'did you mean "height"');
});

test('a measurement that is not a finite number is 400 and named', async () => {
  const bad = ['null', '"12"', '1e999', 'true', '[1]', '0', '-3'];
  for (const value of bad) {
    const answer = await request(
      'POST',
      '/api/v1/bodydbl',
      `{"gender":"female","unit":"metric","waistGirth":${value}}`,
    );
    assertProblem(answer, 400, 'waistGirth');
  }
  assertProblem(await request('POST', '/api/v1/bodydbl', { unit: 'metric' }), 400, 'gender');
  assertProblem(
    await request('POST', '/api/v1/bodydbl', { gender: 'x', unit: 'metric' }),
    400,
    'gender',
    '"female", "male"',
  );
  assertProblem(await request('POST', '/api/v1/bodydbl', []), 400, 'must be an object');
});

test('numbers: 1.0 is an integer, "12" and 1.5 are none, 1e999 is out of range', async () => {
  const at = (key: string, value: string) =>
    request(
      'POST',
      '/api/v1/nest',
      `{"polygons":[{"points":[[0,0],[1,0],[1,1]]}],"bins":[{"boundary":{}}],"${key}":${value}}`,
    );
  assert.is((await at('instances', '1.0')).status, 200);
  assert.is((await at('minDistance', '-0')).status, 200);
  assertProblem(await at('instances', '"12"'), 422, 'instances', 'integer');
  assertProblem(await at('instances', '1.5'), 422, 'instances');
  assertProblem(await at('minDistance', '1e999'), 422, 'minDistance');
  assert.is((await at('minDistance', 'null')).status, 200);
});

test('one answer reports rules of types and rules of values', async () => {
  const answer = await request('POST', '/api/v1/nest', {
    polygons: 'x',
    bins: [],
    instances: 65,
    mutationRate: 2,
    seed: 'x',
  });
  assertProblem(answer, 422);
  const paths = answer.json.errors.map((problem: { path: string }) => problem.path).sort();
  assert.equal(paths, ['bins', 'instances', 'mutationRate', 'polygons', 'seed']);
});

test('404 for unknown routes, 405 with Allow for unknown methods, OPTIONS lists them', async () => {
  assertProblem(await request('GET', '/api/v1/nothing'), 404, '/api/v1/nothing');
  assertProblem(await request('POST', '/api/v2/nest', '{malformed', { 'content-type': 'text/plain' }), 404);
  const put = await request('PUT', '/api/v1/nest', '<xml/>', { 'content-type': 'application/xml' });
  assertProblem(put, 405, 'PUT');
  assert.is(put.headers.get('allow'), 'POST, GET, HEAD, OPTIONS');
  const patch = await request('PATCH', `/api/v1/patterns/${patternId}`);
  assertProblem(patch, 405);
  assert.equal(patch.headers.get('allow')!.split(', ').sort(), ['GET', 'HEAD', 'OPTIONS', 'POST']);
  const options = await request('OPTIONS', `/api/v1/nest/${jobId}`);
  assert.is(options.status, 204);
  assert.is(options.headers.get('allow'), 'GET, DELETE, OPTIONS');
  assertProblem(await request('GET', '/api/v1/patterns/%zz'), 400);
});

test('HEAD answers as GET does, without the body; the stream of a job has none', async () => {
  const head = await request('HEAD', '/api/v1/patterns');
  assert.is(head.status, 200);
  assert.is(head.text, '');
  assert.is((await request('HEAD', `/api/v1/nest/${jobId}`)).status, 405);
});

test('a body that is not JSON in UTF-8 is 415', async () => {
  const path = '/api/v1/bodydbl';
  const good = JSON.stringify({ gender: 'female', unit: 'metric' });
  assertProblem(
    await request('POST', path, good, { 'content-type': 'text/plain' }),
    415,
    'text/plain',
    'application/json',
  );
  assertProblem(await request('POST', path, Buffer.from(good), { 'content-type': undefined }), 415, 'application/json');
  assertProblem(
    await request('POST', path, good, { 'content-type': 'application/json; charset=latin1' }),
    415,
    'latin1',
  );
  assert.is((await request('POST', path, good, { 'content-type': 'application/json; charset=UTF-8' })).status, 200);
  assertProblem(await request('POST', path, good, { 'content-encoding': 'zstd' }), 415, 'zstd', 'gzip, deflate, br');
});

test('every answer has the request id: the caller’s own if it is valid', async () => {
  const id = async (sent?: string) =>
    (await request('GET', '/healthz', undefined, { 'x-request-id': sent })).headers.get('x-request-id')!;
  assert.is(await id('order-17/3'), 'order-17/3');
  assert.match(await id(), /^[0-9a-f-]{36}$/);
  assert.match(await id('a b{}'), /^[0-9a-f-]{36}$/);
  assert.match(await id('x'.repeat(129)), /^[0-9a-f-]{36}$/);
});

test('an unexpected error is 500 without internals, with the request id', async () => {
  const services = {
    ...(await import('./plain-services.js')).plainServices(),
    listPatterns: async () => Promise.reject(new Error('secret.sql:7')),
  };
  const broken = await openGateway({ services });
  const answer = await caller(broken.url)('GET', '/api/v1/patterns');
  assertProblem(answer, 500);
  assert.not.match(answer.text, 'secret');
  assert.match(answer.json.message, answer.json.requestId);
  await broken.close({ graceMs: 0 });
});

test('patterns come as JSON, as a DXF within JSON, or as a file', async () => {
  const path = `/api/v1/patterns/${patternId}`;
  const json = await request('POST', path, { variables: { width: 10, name: 'x', on: true } });
  assert.equal(json.json.data.pieces[0].boundary, [
    [0, 0],
    [10, 0],
    [0, 10],
    [0, 0],
  ]);
  assert.equal(json.json.variables, { width: 10, name: 'x', on: true });
  assert.equal(json.json.errors, []);
  assert.type((await request('POST', path, { format: 'dxf' })).json.data, 'string');
  for (const [accept, extension, start] of [
    ['application/dxf', 'dxf', '0\nEOF'],
    ['image/svg+xml', 'svg', '<svg'],
    ['application/pdf', 'pdf', '%PDF'],
  ]) {
    const file = await request('POST', path, {}, { accept });
    assert.is(file.status, 200);
    assert.is(file.headers.get('content-type'), accept);
    assert.is(file.headers.get('content-disposition'), `attachment; filename="pattern-${patternId}-v2.${extension}"`);
    assert.ok(file.text.startsWith(start!));
  }
  assert.is(
    (await request('POST', path, {}, { accept: 'text/html, application/*;q=0.5, */*;q=0.1' })).headers
      .get('content-type')!
      .split(';')[0],
    'application/json',
  );
});

test('an answer without an accepted type is 406', async () => {
  const path = `/api/v1/patterns/${patternId}`;
  assertProblem(await request('POST', path, {}, { accept: 'text/html' }), 406, 'text/html', 'application/dxf');
  assertProblem(await request('POST', path, { format: 'json' }, { accept: 'application/dxf' }), 406, 'json');
  assertProblem(await request('POST', path, { format: 'dxf' }, { accept: 'image/svg+xml' }), 406, 'dxf');
  assertProblem(await request('GET', path, undefined, { accept: 'application/pdf' }), 406);
  assert.is(
    (await request('POST', '/api/v1/bodydbl', { gender: 'male', unit: 'metric' }, { accept: 'text/html' })).status,
    200,
  );
});

test('the query of a listing is strict', async () => {
  assert.is((await request('GET', '/api/v1/patterns?pageSize=1&pageToken=')).status, 200);
  assertProblem(await request('GET', '/api/v1/patterns?pageSize=x'), 422, 'pageSize');
  assertProblem(await request('GET', '/api/v1/patterns?pagesize=1'), 422, 'did you mean "pageSize"');
  assertProblem(await request('GET', '/api/v1/patterns?pageSize=1&pageSize=2'), 422, 'pageSize', 'only once');
  assertProblem(await request('GET', `/api/v1/nest/${jobId}?after=x`), 422, 'after');
});

test('an answer marks the old spelling of a measurement as deprecated', async () => {
  const old = await request('POST', '/api/v1/bodydbl', { gender: 'male', unit: 'metric', nackSideToWaistBack: 45 });
  assert.match(old.headers.get('deprecation')!, /^@\d+$/);
  const correct = await request('POST', '/api/v1/bodydbl', { gender: 'male', unit: 'metric', neckSideToWaistBack: 45 });
  assert.is(correct.headers.get('deprecation'), null);
});

test('a body over the limit is 413, one at it is read', async () => {
  const small = await openGateway({ limits: { maxBody: 200 } });
  const at = caller(small.url);
  const body = (size: number) => `{"gender":"male","unit":"metric"}`.padEnd(size);
  assert.is((await at('POST', '/api/v1/bodydbl', body(200))).status, 200);
  assertProblem(await at('POST', '/api/v1/bodydbl', body(201)), 413, '200');
  await small.close({ graceMs: 0 });
});

test('more bytes than the gateway may hold are 503 with a time to retry', async () => {
  const full = await openGateway({ limits: { maxBuffered: 100 } });
  const answer = await caller(full.url)('POST', '/api/v1/bodydbl', `{"gender":"male","unit":"metric"}`.padEnd(101));
  assertProblem(answer, 503);
  assert.is(answer.headers.get('retry-after'), '1');
  await full.close({ graceMs: 0 });
});

test('readiness follows the parts behind the gateway', async () => {
  let ready = true;
  const gateway = await openGateway({ readiness: () => ready });
  const at = caller(gateway.url);
  assert.is((await at('GET', '/readyz')).status, 200);
  ready = false;
  assertProblem(await at('GET', '/readyz'), 503);
  assert.is((await at('GET', '/healthz')).status, 200);
  await gateway.close({ graceMs: 0 });
});

test('cleartext on a public address is refused without --insecure', async () => {
  try {
    await openGateway({ host: '0.0.0.0' });
    assert.unreachable();
  } catch (error) {
    assert.match((error as Error).message, /0\.0\.0\.0.*--insecure/);
  }
  const open = await openGateway({ host: '0.0.0.0', insecure: true });
  await open.close({ graceMs: 0 });
});

test.run();
