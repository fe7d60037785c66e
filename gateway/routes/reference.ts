/** GET /reference: the API reference as a page that can send requests. Scalar builds it in the browser. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { ndjsonType } from '../ndjson.js';

/** Scalar builds its styles in the browser. Everything else comes from this service, and requests go nowhere else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Selvage API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="reference/scalar.js"></script>
    <script src="reference/start.js"></script>
  </body>
</html>
`;

// Scalar shows a stream line by line only if it takes the lines for events. It reads the document in version 3.1. Nothing is
// fetched from elsewhere, nor sent to anyone.
const start = `const fetchAsItIs = window.fetch;
window.fetch = async (...request) => {
  const response = await fetchAsItIs(...request);
  if (response.headers.get('content-type') !== '${ndjsonType}') return response;
  const headers = new Headers(response.headers);
  headers.set('content-type', 'text/event-stream');
  const shown = new Response(response.body, { status: response.status, headers });
  return Object.defineProperty(shown, 'url', { value: response.url });
};
Scalar.createApiReference('#reference', {
  url: 'openapi-3.1.json',
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  authentication: { preferredSecurityScheme: 'key' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
`;

export function referenceRoutes(instance: FastifyInstance): void {
  instance.get('/reference', (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(page),
  );
  instance.get('/reference/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(start),
  );
  let script: Promise<Buffer> | undefined;
  instance.get('/reference/scalar.js', async (_request, reply) => {
    script ??= compressedScript();
    return reply
      .type('text/javascript; charset=utf-8')
      .headers({ 'content-encoding': 'gzip', 'cache-control': 'public, max-age=3600' })
      .send(await script);
  });
}

/** The script is three and a half megabytes long, and every browser accepts it compressed. */
async function compressedScript(): Promise<Buffer> {
  const entry = import.meta.resolve('@scalar/fastify-api-reference');
  return promisify(gzip)(await readFile(new URL('js/standalone.js', entry)));
}
