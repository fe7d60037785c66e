/** docs/errors.md has every kind and every code that the service can answer with, and what it says of kinds is so. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type ErrorKind, errorTable } from '../../src/errors.js';
import { packageRoot } from '../cli/readme.js';
import { type Served, serve, temporaryFolder } from '../cli/run-selvage.js';

const page = readFileSync(`${packageRoot}docs/errors.md`, 'utf8');
const rows = [...page.matchAll(/^\| `([a-z_]+)` +\|(.*)\|$/gm)].map(([, name, rest]) => ({ name: name!, rest: rest! }));
const grpcNames = `OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED
  RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED`.split(
  /\s+/,
);

/** Codes as the sources write them: `code: 'x'`, or the argument of a function that notes a problem. */
function codesInSources(): { codes: Map<string, string>; sources: string } {
  let sources = '';
  const codes = new Map<string, string>();
  const direct = /\bcode: '([a-z]+(?:_[a-z]+)*)'/g;
  const noted =
    /\b(?:wrong|refuse|refusal|problem|note|warn|fail)\w*\(\s*(?:[^()'`]|\([^()]*\)|`[^`]*`)*?'([a-z]+(?:_[a-z]+)+)'/g;
  for (const folder of ['src', 'gateway']) {
    for (const name of readdirSync(`${packageRoot}${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || /^cli\/|\/(assembly|train)\//.test(name)) continue;
      const source = readFileSync(`${packageRoot}${folder}/${name}`, 'utf8');
      sources += source;
      for (const [, code] of [...source.matchAll(direct), ...source.matchAll(noted)])
        codes.set(code!, `${folder}/${name}`);
    }
  }
  return { codes, sources };
}

test('every kind of failure has its row, with its HTTP status and its gRPC code', () => {
  for (const [kind, { http, grpc }] of Object.entries(errorTable)) {
    const row = rows.find(({ name }) => name === kind);
    assert.ok(row, `docs/errors.md has no row for the kind ${kind}`);
    assert.match(row.rest, new RegExp(`^ +${http} \\| ${grpcNames[grpc]} `), kind);
  }
});

test('every code of the sources is documented, and every documented one is in the sources', () => {
  const { codes, sources } = codesInSources();
  assert.ok(codes.size > 50);
  const documented = new Set(rows.map(({ name }) => name));
  for (const [code, file] of codes) assert.ok(documented.has(code), `docs/errors.md has no row for ${code} (${file})`);
  for (const name of documented)
    assert.ok(sources.includes(`'${name}'`) || name in errorTable, `nothing answers with ${name}`);
});

let service: Served;
test.before(async () => {
  service = await serve(['--data', temporaryFolder(), '--solvers', '1', '--body-limit', '1']);
});
test.after(async () => {
  await service.stop();
});

interface Request {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}
const part = {
  id: 'a',
  points: [
    [0, 0],
    [9, 0],
    [0, 9],
  ],
};
const nest = (change: object) => JSON.stringify({ polygons: [part], bins: [{ boundary: part }], ...change });

/** A request for each kind that a client can bring about by itself. */
const provoked: Partial<Record<ErrorKind, Request>> = {
  malformed: { path: 'nest', body: '{"polygons": [}' },
  invalid_measurement: { path: 'bodydbl', body: '{"gender": "female", "unit": "metric", "height": "tall"}' },
  conflicting_headers: {
    path: 'patterns',
    headers: { 'x-service-organization-id': 'personal', 'x-selvage-organization-id': 'other' },
  },
  unauthenticated: { path: 'patterns', headers: { authorization: 'Bearer wrong' } },
  organization_forbidden: { path: 'patterns', headers: { 'x-service-organization-id': 'somebody-else' } },
  not_found: { path: 'patterns/00000000-0000-4000-8000-000000000000', body: '{}' },
  method_not_allowed: { path: 'nest', method: 'PUT', body: '{}' },
  not_acceptable: { path: 'patterns/{pattern}', body: '{}', headers: { accept: 'image/jpeg' } },
  too_large: { path: 'nest', body: nest({ polygons: [{ id: 'x'.repeat(2 ** 20), points: [] }] }) },
  unsupported_media_type: { path: 'nest', body: 'parts', headers: { 'content-type': 'text/plain' } },
  invalid: { path: 'nest', body: nest({ minDistance: -1 }) },
};

async function answer({
  path = '',
  method,
  headers = {},
  body,
}: Request): Promise<{ status: number; type: string; code: string }> {
  const authorization = `Bearer ${service.apiKey}`;
  if (path.includes('{pattern}')) {
    const listed = await fetch(`${service.url}/api/v1/patterns`, { headers: { authorization } });
    const { patterns } = (await listed.json()) as { patterns: { patternId: string }[] };
    path = path.replace('{pattern}', patterns[0]!.patternId);
  }
  const response = await fetch(`${service.url}/api/v1/${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { authorization, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  });
  const type = response.headers.get('content-type') ?? '';
  const { status, code } = (await response.json()) as { status: number; code: string };
  assert.is(status, response.status);
  return { status, type, code };
}

for (const [kind, request] of Object.entries(provoked)) {
  test(`${kind} is answered as its row says`, async () => {
    const { status, type, code } = await answer(request);
    assert.is(status, errorTable[kind as ErrorKind].http);
    assert.match(type, 'application/problem+json');
    const documented = rows.map(({ name }) => name);
    assert.ok(documented.includes(code), code);
  });
}

test.run();
