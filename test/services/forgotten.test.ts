/**
 * Measurements, and everything made from them, leave the memory within five minutes of the answer, even without another
 * request. The tests search snapshots of the heaps of the service and of a drafting thread.
 */
import { once } from 'node:events';
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { getHeapSnapshot } from 'node:v8';
import { BroadcastChannel } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { startEmbedded } from '../../src/cli/service.js';
import { DraftPool } from '../../src/patterns/draft-pool.js';
import { libraryVersions } from '../../src/patterns/library/library.js';
import { takeClock } from '../manual-clock.js';

const fiveMinutes = 300_000;
const pass = takeClock();

/** Numbers that occur nowhere else. No text of them is kept here. */
const odd = { waist: 0, length: 1, person: 2, name: 3, chest: 4 } as const;
const none = [0, 0, 0, 0, 0];
/** Seven digits after the point. */
const fraction = (): number => (1e6 + 1 + 10 * Math.floor(Math.random() * 9e5)) / 1e7;
const numbers = Float64Array.from([70, 60, 169, 1e6, 100], (from) => from + fraction());

const skirt = libraryVersions().find(({ name }) => name === 'A-line skirt')!;

/** Counts the digits of each odd number in a snapshot. */
async function foundIn(snapshot: Readable): Promise<number[]> {
  const counts = [...none];
  const texts = Array.from(numbers, (number) => Buffer.from(String(number)));
  const overlap = Math.max(...texts.map(({ length }) => length)) - 1;
  let rest = Buffer.alloc(0);
  for await (const chunk of snapshot) {
    const bytes = Buffer.concat([rest, Buffer.from(chunk)]);
    texts.forEach((text, i) => {
      for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text, at + 1)) {
        if (at + text.length > rest.length) counts[i]! += 1;
      }
    });
    rest = bytes.subarray(-overlap);
  }
  return counts;
}

const foundHere = (): Promise<number[]> => foundIn(getHeapSnapshot({ exposeNumericValues: true }));

async function send(url: string, key: string, path: string, text: string, accept = '*/*'): Promise<void> {
  const sent = httpRequest(url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', accept },
    agent: false,
  });
  sent.end(Buffer.from(text));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let length = 0;
  for await (const chunk of answer) length += (chunk as Buffer).length;
  assert.is(answer.statusCode, 200, path);
  assert.ok(length > 100);
}

/** A function of its own, so that no number stays on the stack. */
async function askWith(url: string, key: string): Promise<void> {
  const [waist, length, person, name] = numbers as unknown as [number, number, number, number];
  const body = { gender: 'female', unit: 'metric', height: 168, weight: 62, waistGirth: waist };
  const draft = JSON.stringify({ variables: { skirtLength: length }, body });
  for (const accept of ['application/json', 'application/dxf', 'image/svg+xml', 'application/pdf']) {
    await send(url, key, `/api/v1/patterns/${skirt.patternId}`, draft, accept);
  }
  await send(url, key, '/api/v1/bodydbl', JSON.stringify({ gender: 'male', unit: 'metric', height: person }));
  const rectangle = [[0, 0], [3000, 0], [3000, 1500], [0, 1500]]; // biome-ignore format: a sheet
  const garment = { patternId: skirt.patternId, variables: { skirtLength: length }, body };
  const bins = [{ boundary: { points: rectangle } }];
  const marker = { patterns: [garment], bins, maximumExecutionTime: 0.1 };
  await send(url, key, '/api/v1/markers', JSON.stringify(marker));
  const points = [[0, 0], [9, 0], [9, 9]]; // biome-ignore format: a triangle
  // A later string may take the slot of one of them, so there are several.
  const polygons = ['left', 'right', 'back', 'front'].map((side) => ({ id: `${side} ${name}`, points }));
  const nest = { polygons, bins: [{ boundary: { points } }], maximumExecutionTime: 0.1 };
  await send(url, key, '/api/v1/nest', JSON.stringify(nest));
}

test('nothing of a request and its answer is left five minutes later', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-forgotten-'));
  const service = await startEmbedded(folder);
  try {
    await askWith(service.url, service.key);
    const before = await foundHere();
    assert.ok(before[odd.waist]! > 0 && before[odd.length]! > 0, `drafts are kept for a while: ${before}`);
    assert.ok(before[odd.name]! > 0, `so are short texts: ${before}`);
    assert.is(before[odd.person], 0, `nothing of a body is kept: ${before}`);
    pass(fiveMinutes);
    assert.equal(await foundHere(), none);
  } finally {
    await service.close();
    rmSync(folder, { recursive: true });
  }
});

test('a drafting thread keeps nothing of its drafts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selvage-forgotten-'));
  const pool = new DraftPool({ threads: 1, entry: new URL('../patterns/snapshot-worker.js', import.meta.url) });
  const channel = new BroadcastChannel('heap snapshot');
  try {
    const designed = libraryVersions().find(({ name }) => name.startsWith('Aaron'))!;
    await pool.draft(skirt, { variables: { skirtLength: numbers[odd.length] }, unfold: true });
    const measurements = { chestGirth: { value: numbers[odd.chest]!, source: 'body' } } as const;
    const drafted = await pool.draft(designed, { variables: {}, body: { gender: 'male', measurements }, unfold: true });
    assert.is(drafted.variables.chestGirth, numbers[odd.chest]);
    const file = join(folder, 'thread.heapsnapshot');
    const written = new Promise<void>((resolve) => {
      channel.onmessage = () => resolve();
    });
    channel.postMessage({ file });
    await written;
    assert.equal(await foundIn(createReadStream(file)), none);
  } finally {
    channel.close();
    await pool.close();
    rmSync(folder, { recursive: true });
  }
});

test.run();
