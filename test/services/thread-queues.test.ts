/** Drafts and files that wait for a thread: for a limited time, and only while their callers are there. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { pino } from 'pino';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Server, startServer } from '../../gateway/server.js';
import { DrawingFormat, FileService } from '../../gen/selvage/file/v1/file_pb.js';
import { PatternService } from '../../gen/selvage/pattern/v1/pattern_pb.js';
import { ensureDemoAccount } from '../../src/accounts/demo.js';
import { loadBodyModel } from '../../src/body/complete.js';
import { onFirstUse } from '../../src/body/model-source.js';
import { openParts, type Parts } from '../../src/cli/service.js';
import { readConfig } from '../../src/config.js';
import { PatternAccess } from '../../src/patterns/access.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { fileOperations } from '../../src/services/files/file.js';
import { FileThreads } from '../../src/services/files/file-threads.js';
import { PatternBodies } from '../../src/services/patterns/body.js';
import { patternOperations } from '../../src/services/patterns/pattern.js';
import { packageRoot } from '../cli/readme.js';
import { assertProblem, caller } from '../gateway/open.js';

const folder = mkdtempSync(join(tmpdir(), 'selvage-queues-'));
const { patternId } = libraryVersions()[0]!;
let parts: Parts;
let key: string;
test.before(async () => {
  const config = readConfig({ data: folder, port: '0', solvers: '0', 'shutdown-grace': '0' }, {});
  parts = await openParts(config, pino({ level: 'silent' }));
  key = (await ensureDemoAccount(parts.accounts, { freshKey: true })).key!;
});
test.after(async () => {
  await parts.endJobs();
  await parts.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The service with one thread for drafts and one for files. A request waits for them up to `longestWaitMs`. */
async function withOneThread(longestWaitMs: number, use: (server: Server) => Promise<void>): Promise<void> {
  const drafter = new DraftPool({
    threads: 1,
    longestWaitMs,
    entry: new URL('../patterns/blocked-worker.js', import.meta.url),
  });
  const files = new FileThreads({
    threads: 1,
    longestWaitMs,
    timeLimitMs: 600_000,
    entry: new URL('./waiting-file-thread.js', import.meta.url),
  });
  const { store } = parts;
  const bodies = new PatternBodies(onFirstUse(loadBodyModel));
  const services = {
    ...parts.services,
    ...patternOperations({ access: new PatternAccess(store), store, drafter, bodies }),
    ...fileOperations(files, Date.now),
  };
  const server = await startServer({ services, host: '127.0.0.1', port: 0, logger: pino({ level: 'silent' }) });
  try {
    await use(server);
  } finally {
    files.close();
    await drafter.close();
    await server.close({ graceMs: 0 });
  }
}

const headers = () => ({ authorization: `Bearer ${key}` });
const failureOf = (call: Promise<unknown>): Promise<ConnectError> =>
  call.then(() => assert.unreachable() as never, ConnectError.from);
const clients = ({ url }: Server) => {
  const transport = createGrpcTransport({ baseUrl: url });
  return { files: createClient(FileService, transport), patterns: createClient(PatternService, transport) };
};
const drawing = { file: readFileSync(`${packageRoot}examples/parts.svg`, 'utf8'), format: DrawingFormat.SVG };
const file = (text: string) => ({ ...drawing, file: text });
const number = (value: number) => ({ kind: { case: 'numberValue', value } as const });

test('a draft and a file that wait too long are unavailable, over REST and gRPC', async () => {
  await withOneThread(300, async (server) => {
    const { files, patterns } = clients(server);
    const blocking = failureOf(
      patterns.draftPattern({ patternId, variables: { hipEase: number(7) } }, { headers: headers() }),
    );
    const late = await caller(server.url, `Bearer ${key}`)('POST', `/api/v1/patterns/${patternId}`, {
      variables: { hipEase: 6 },
    });
    assertProblem(late, 503, 'drafts wait for more than 0.3 s');
    assert.is(late.headers.get('retry-after'), '1');
    const unavailable = await failureOf(
      patterns.draftPattern({ patternId, variables: { hipEase: number(5) } }, { headers: headers() }),
    );
    assert.is(unavailable.code, Code.Unavailable);

    const gone = new AbortController();
    const working = failureOf(files.readParts(file('wait'), { headers: headers(), signal: gone.signal }));
    const waiting = await failureOf(files.readParts(drawing, { headers: headers() }));
    assert.is(waiting.code, Code.Unavailable);
    assert.match(waiting.message, 'files wait for more than 0.3 s');
    gone.abort();
    await working;
    void blocking;
  });
});

test('a caller that goes leaves its thread, or its place in the line, to others', async () => {
  await withOneThread(600_000, async (server) => {
    const { files } = clients(server);
    const gone = [1, 2, 3].map(() => new AbortController());
    const left = gone.map(({ signal }) => failureOf(files.readParts(file('wait'), { headers: headers(), signal })));
    const others = files.readParts(drawing, { headers: headers() });
    for (const each of gone) each.abort();
    for (const { code } of await Promise.all(left)) assert.is(code, Code.Canceled);
    assert.is((await others).polygons.length, 6);
  });
});

test('a thread that ends without an answer is an error, and the next file is read', async () => {
  await withOneThread(600_000, async (server) => {
    const { files } = clients(server);
    const { code } = await failureOf(files.readParts(file('end'), { headers: headers() }));
    assert.is(code, Code.Internal);
    assert.is((await files.readParts(drawing, { headers: headers() })).polygons.length, 6);
  });
});

test.run();
