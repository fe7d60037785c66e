/** How the gateway serves the files of the page. Needs the built page (`npm run build:web`), but no browser. */
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseCoding } from '../../gateway/web/content-coding.js';
import { pageRoutes } from '../../gateway/web/page.js';
import { start, temporaryFolder } from '../cli/run-selvage.js';
import { assertProblem, caller, openGateway } from '../gateway/open.js';

interface Raw {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly bytes: Buffer;
}

/** Fetches without fetch's decoding. */
function raw(url: string, headers: Record<string, string> = {}): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent: false }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk as Buffer);
      resolve({ status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
    request.on('error', reject);
  });
}

const gateway = await openGateway();
const html = (await raw(`${gateway.url}/`)).bytes.toString();
const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)![1]!;

test.after(() => gateway.close({ graceMs: 0 }));

test('the page comes without a key, under a policy of its own', async () => {
  const { status, headers } = await raw(`${gateway.url}/`);
  assert.is(status, 200);
  assert.is(headers['content-type'], 'text/html; charset=utf-8');
  assert.is(headers['cache-control'], 'no-cache');
  assert.is(headers['x-content-type-options'], 'nosniff');
  const policy = headers['content-security-policy'] as string;
  for (const rule of ["default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'"]) {
    assert.ok(policy.split('; ').includes(rule), `${rule} in ${policy}`);
  }
  assert.not.match(policy, 'unsafe');
});

test('an asset can be cached for ever, and comes in a coding that the client accepts', async () => {
  const plain = await raw(gateway.url + script);
  assert.is(plain.headers['content-encoding'], undefined);
  assert.match(plain.headers['cache-control']!, 'immutable');
  assert.is(plain.headers.vary, 'accept-encoding');
  const gzip = await raw(gateway.url + script, { 'accept-encoding': 'gzip' });
  assert.is(gzip.headers['content-encoding'], 'gzip');
  assert.ok(gunzipSync(gzip.bytes).equals(plain.bytes));
  const brotli = await raw(gateway.url + script, { 'accept-encoding': 'gzip, deflate, br' });
  assert.is(brotli.headers['content-encoding'], 'br');
  assert.ok(brotliDecompressSync(brotli.bytes).equals(plain.bytes));
  const tags = [plain, gzip, brotli].map(({ headers }) => headers.etag);
  assert.is(new Set(tags).size, 3, 'each coding is a representation of its own');
});

test('a file that a client already has is not sent again', async () => {
  const { headers } = await raw(`${gateway.url}/`, { 'accept-encoding': 'br' });
  const again = await raw(`${gateway.url}/`, {
    'accept-encoding': 'br',
    'if-none-match': `"other", W/${headers.etag}`,
  });
  assert.is(again.status, 304);
  assert.is(again.bytes.length, 0);
  assert.is(again.headers.etag, headers.etag);
  const otherCoding = await raw(`${gateway.url}/`, { 'if-none-match': headers.etag! });
  assert.is(otherCoding.status, 200);
});

test('HEAD is answered; other methods and other paths as everywhere', async () => {
  const request = caller(gateway.url);
  const head = await request('HEAD', '/');
  assert.is(head.status, 200);
  assert.is(head.text, '');
  const post = await request('POST', '/');
  assertProblem(post, 405, /GET/);
  assertProblem(await request('GET', '/assets/none.js'), 404);
  assertProblem(await request('GET', '/index.html'), 404);
  assertProblem(await request('GET', '/../package.json'), 404);
  assertProblem(await request('GET', '/assets/..%2f..%2fpackage.json'), 404);
});

test('a first visit loads less than 130 kB', async () => {
  const files = ['/', ...[...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path]) => path!)];
  const sizes = await Promise.all(
    files.map(async (path) => (await raw(gateway.url + path, { 'accept-encoding': 'gzip' })).bytes.length),
  );
  const total = sizes.reduce((sum, size) => sum + size, 0);
  console.log(`first load: ${files.length} files, ${(total / 1000).toFixed(1)} kB as gzip`);
  assert.ok(files.length >= 3, files.join(' '));
  assert.ok(total < 130_000);
});

test('an unbuilt page has no route, and only built files are served', async () => {
  const empty = Fastify();
  pageRoutes(empty, join(tmpdir(), 'selvage-no-such-folder'));
  assert.is((await empty.inject('/')).statusCode, 404);
  const folder = mkdtempSync(join(tmpdir(), 'selvage-page-'));
  writeFileSync(join(folder, 'index.html'), '<p>here</p>');
  writeFileSync(join(folder, 'notes.txt'), 'not for the web');
  const small = Fastify();
  pageRoutes(small, folder);
  const page = await small.inject({ url: '/', headers: { 'accept-encoding': 'br' } });
  assert.is(page.body, readFileSync(join(folder, 'index.html'), 'utf8'));
  assert.is(page.headers['content-encoding'], undefined);
  assert.is((await small.inject('/notes.txt')).statusCode, 404);
});

test('serve prints a link to the page, with the key in the fragment', async () => {
  const service = start(['serve', '--port', '0', '--data', temporaryFolder(), '--solvers', '0']);
  const printed = await new Promise<string>((resolve) => {
    let text = '';
    service.stdout.on('data', (chunk) => {
      text += chunk;
      if (text.includes('Ctrl-C')) resolve(text);
    });
    service.on('close', () => resolve(text));
  });
  const [, link] = /page\s+(http:\S+)/.exec(printed)!;
  const address = new URL(link!);
  const answer = await fetch(address);
  assert.is(answer.status, 200);
  assert.match(await answer.text(), /<div id="app">/);
  const key = new URLSearchParams(address.hash.slice(1)).get('key');
  const patterns = await fetch(new URL('/api/v1/patterns', address), { headers: { authorization: `Bearer ${key}` } });
  assert.is(patterns.status, 200);
  service.kill('SIGTERM');
});

test('content codings are chosen by what the client accepts', () => {
  const offered = ['br', 'gzip'];
  assert.is(chooseCoding(undefined, offered), undefined);
  assert.is(chooseCoding('', offered), undefined);
  assert.is(chooseCoding('gzip', offered), 'gzip');
  assert.is(chooseCoding('br;q=0, gzip;q=0.5', offered), 'gzip');
  assert.is(chooseCoding('*', offered), 'br');
  assert.is(chooseCoding('*;q=0', offered), undefined);
  assert.is(chooseCoding('identity', offered), undefined);
  assert.is(chooseCoding('GZIP ; q=1', offered), 'gzip');
});

test.run();
