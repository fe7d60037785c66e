/**
 * gRPC and REST treat every field of every request alike. Both accept a value with the same result, or both refuse it with the
 * same path and code. Every accepted field has an effect.
 */
import type { DescMessage } from '@bufbuild/protobuf';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CodecKind, MessageCodec } from '../../gateway/json/codec.js';
import { restOperations } from '../../gateway/openapi/operations.js';
import { alike, ask, isSent } from './ask.js';
import { sitesOf } from './probes.js';
import { bases, both, closeServices, withoutEffect } from './rest-requests.js';

test.after(closeServices);

/** Every path that a refusal named, with its operation. */
const toldPaths: [MessageCodec<DescMessage>, string][] = [];

test('every operation with fields has requests', () => {
  const withFields = restOperations.filter(({ body, query }) => body !== undefined || query !== undefined);
  assert.equal(Object.keys(bases).sort(), withFields.map(({ method }) => method.name).sort());
});

for (const operation of restOperations) {
  const { method, body, query } = operation;
  const codec = body?.codec ?? query;
  const requests = bases[method.name];
  if (codec === undefined || requests === undefined) continue;
  test(`${method.name}: every field over REST and over gRPC`, async () => {
    const differences: string[] = [];
    const effective = new Map<string, boolean>();
    for (const base of requests) {
      const unchanged = await ask(operation, codec, base, both);
      assert.equal(unchanged.grpc, unchanged.rest, 'the unchanged base request');
      assert.ok('seen' in unchanged.rest, JSON.stringify(unchanged.rest));
      // Skips the fields whose effect an earlier request has shown.
      const sites = sitesOf(codec, base.json)
        .filter(({ name }) => !effective.get(name))
        .filter(({ steps }) => !base.onlySent || isSent(base.json, steps));
      for (const site of sites) {
        const answers = await Promise.all(site.probes.map((probe) => ask(operation, codec, base, both, site, probe)));
        answers.forEach(({ rest, grpc }, i) => {
          const told = JSON.stringify([rest, grpc]).slice(0, 400);
          for (const { refused = [] } of [rest, grpc] as { refused?: readonly string[] }[]) {
            for (const problem of refused.slice(2)) toldPaths.push([codec, problem.split(' ')[0]!]);
          }
          if (!alike(rest, grpc)) differences.push(`${site.name} = ${site.probes[i]!.what}: ${told}`);
        });
        const accepted = answers.filter(({ grpc }) => 'seen' in grpc);
        // A required field with a single accepted value: every other value is refused.
        const changes = accepted.length === 0 || accepted.some(({ grpc }) => !alike(grpc, unchanged.grpc));
        effective.set(site.name, changes);
      }
    }
    assert.equal(differences, []);
    const idle = [...effective].filter(([, changes]) => !changes).map(([name]) => `${method.name} ${name}`);
    assert.equal(
      idle,
      Object.keys(withoutEffect).filter((name) => name.startsWith(`${method.name} `)),
    );
  });
}

test('a path follows the body: keys after dots, places of lists in brackets', () => {
  assert.ok(toldPaths.length > 1_000, `${toldPaths.length}`);
  const astray = toldPaths.filter(([codec, path]) => path !== '' && !leadsSomewhere(codec, path));
  assert.equal([...new Set(astray.map(([, path]) => path))], []);
});

/** Whether each step of a path is a member of the value before it. */
function leadsSomewhere(codec: MessageCodec<DescMessage>, path: string): boolean {
  let here: CodecKind | undefined = codec;
  for (const [, key, place] of `.${path}`.matchAll(/\.([A-Za-z]\w*)|\[(\d+)\]|./g)) {
    if (key === undefined && place === undefined) return false;
    // The document of a project is a text that holds JSON itself: the path goes on within it.
    if (here?.kind === 'string' && path.startsWith('document.')) return true;
    if (here?.kind === 'message' && key) here = here.fields.get(key)?.codec;
    else if (here?.kind === 'dictionary' && key) here = here.item;
    else if (here?.kind === 'list' && place) here = here.item;
    else return false;
    if (here === undefined) return false;
  }
  return true;
}

test.run();
