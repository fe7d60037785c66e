/** GET / and its files: the page for people, built from `web/`, read once and held in memory. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding } from './content-coding.js';

const built = fileURLToPath(new URL('../../web/', import.meta.url));

/** The page runs its own scripts, draws its own pictures and calls its own origin, and nothing else. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff': 'font/woff',
};

const codings: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' };

interface PageFile {
  readonly type: string;
  readonly tag: string;
  readonly bytes: Buffer;
  /** The same file, compressed, by content coding. */
  readonly coded: ReadonlyMap<string, Buffer>;
}

/** An unbuilt page has no routes. */
export function pageRoutes(instance: FastifyInstance, folder: string = built): void {
  for (const [name, file] of readPage(folder)) {
    // The names of assets change with their content.
    const cache = name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
    const headers = { 'cache-control': cache, vary: 'accept-encoding', 'content-type': file.type };
    const page = name === 'index.html';
    instance.get(page ? '/' : `/${name}`, async (request, reply) => {
      reply.headers(headers);
      if (page) reply.headers({ 'content-security-policy': policy, 'referrer-policy': 'no-referrer' });
      return sendFile(request, reply, file);
    });
  }
}

function sendFile(request: FastifyRequest, reply: FastifyReply, { bytes, coded, tag }: PageFile): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding'], [...coded.keys()]);
  // Each coding is a representation of its own.
  const etag = coding === undefined ? `"${tag}"` : `"${tag}-${coding}"`;
  reply.header('etag', etag);
  if (request.headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) {
    return reply.code(304).send();
  }
  if (coding !== undefined) reply.header('content-encoding', coding);
  return reply.send(coding === undefined ? bytes : coded.get(coding));
}

function readPage(folder: string): Map<string, PageFile> {
  const files = new Map<string, PageFile>();
  const names = namesIn(folder);
  for (const name of names) {
    const type = types[extname(name)];
    if (type === undefined) continue;
    const bytes = readFileSync(join(folder, name));
    const coded = new Map<string, Buffer>();
    for (const [end, coding] of Object.entries(codings)) {
      if (names.includes(name + end)) coded.set(coding, readFileSync(join(folder, name + end)));
    }
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    files.set(name, { type, tag, bytes, coded });
  }
  return files;
}

function namesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    return entries.map((name) => name.replaceAll('\\', '/'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
