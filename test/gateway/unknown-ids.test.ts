/** Ids of no resource, in the paths of every route. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Embedded, openEmbedded } from './embedded.js';
import { assertProblem } from './open.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

test('an id of any length is 404, in a short message', async () => {
  const { paths } = (await service.request('GET', '/openapi.json')).json;
  const called: string[] = [];
  for (const [path, methods] of Object.entries<object>(paths)) {
    if (!path.includes('{')) continue;
    for (const method of Object.keys(methods)) {
      if (!['get', 'delete'].includes(method)) continue;
      called.push(path);
      for (const length of [7, 200, 201, 10_000]) {
        const id = 'x'.repeat(length);
        const answer = await service.request(method.toUpperCase(), path.replaceAll(/\{\w+\}/g, id));
        assertProblem(answer, 404);
        assert.ok(answer.json.message.length < 300, `${method} ${path}: ${answer.json.message}`);
        assert.is.not(answer.json.code, 'unknown_route');
      }
    }
  }
  assert.ok(called.length > 8, called.join());
});

test('the key comes before a long id, and its encoding is judged first', async () => {
  const long = 'x'.repeat(10_000);
  assertProblem(await service.request('GET', `/api/v1/nest/${long}`, undefined, { authorization: undefined }), 401);
  const bad = await service.request('GET', `/api/v1/nest/%zz${long}`);
  assertProblem(bad, 400);
  assert.is(bad.json.code, 'malformed_path');
  assertProblem(await service.request('POST', `/api/v1/patterns/${long}`, {}), 404);
});

test.run();
