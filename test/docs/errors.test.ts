/** docs/errors.md lists exactly the kinds and codes that the service can answer with. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { errorTable } from '../../src/errors.js';
import { packageRoot } from '../cli/readme.js';

const page = readFileSync(`${packageRoot}docs/errors.md`, 'utf8');
const rows = [...page.matchAll(/^\| `([a-z0-9_]+)` +\|(.*)\|$/gm)].map(([, name, rest]) => ({
  name: name!,
  rest: rest!,
}));
const grpcNames = `OK CANCELLED UNKNOWN INVALID_ARGUMENT DEADLINE_EXCEEDED NOT_FOUND ALREADY_EXISTS PERMISSION_DENIED
  RESOURCE_EXHAUSTED FAILED_PRECONDITION ABORTED OUT_OF_RANGE UNIMPLEMENTED INTERNAL UNAVAILABLE DATA_LOSS UNAUTHENTICATED`.split(
  /\s+/,
);

/** Codes in the sources: `code: 'x'`, or the argument of a function that notes a problem. */
function codesInSources(): { codes: Map<string, string>; sources: string } {
  let sources = '';
  const codes = new Map<string, string>();
  const direct = /\bcode: '([a-z]+(?:_[a-z]+)*)'/g;
  const noted =
    /\b(?:wrong|refuse|refusal|problem|note|warn|fail)\w*\(\s*(?:[^()'`]|\([^()]*\)|`[^`]*`)*?'([a-z]+(?:_[a-z]+)+)'/g;
  // the JSON parser names the fault before its code, a reader of documents the place before its code
  const told = /\b(?:fail|add|JsonSyntaxError)\(\s*(?:[^()'`;]|'[^']*'|`[^`]*`)*?,\s*'([a-z0-9]+(?:_[a-z0-9]+)+)'/g;
  for (const folder of ['src', 'gateway']) {
    for (const name of readdirSync(`${packageRoot}${folder}`, { recursive: true, encoding: 'utf8' })) {
      if (!name.endsWith('.ts') || /^cli\/|\/(assembly|train)\//.test(name)) continue;
      const source = readFileSync(`${packageRoot}${folder}/${name}`, 'utf8');
      sources += source;
      for (const [, code] of [...source.matchAll(direct), ...source.matchAll(noted), ...source.matchAll(told)])
        codes.set(code!, `${folder}/${name}`);
    }
  }
  return { codes, sources };
}

test('the page has the kinds of the source, each with its HTTP status and its gRPC code', () => {
  const section = page.slice(page.indexOf('\n## Kinds\n'), page.indexOf('\n## Codes\n'));
  const kinds = [...section.matchAll(/^\| `([a-z_]+)`/gm)].map(([, kind]) => kind!);
  assert.equal(kinds.sort(), Object.keys(errorTable).sort());
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

test.run();
