/** Rests of a job as the sheets of the next one, over REST: the bins of the answer go back as they came. */
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { rectangle } from '../rectangle.js';
import { type Embedded, openEmbedded } from './embedded.js';

let service: Embedded;
test.before(async () => {
  service = await openEmbedded();
});
test.after(() => service.close());

type Pair = readonly [x: number, y: number];
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}
interface Bin {
  readonly boundary: { readonly points: readonly Pair[] };
  readonly holes: readonly { readonly points: readonly Pair[] }[];
  readonly zones?: readonly { readonly quality: number }[];
}
interface Line {
  readonly type: string;
  readonly placements: readonly { readonly position: Pair }[];
  readonly unplaced: readonly string[];
  readonly usage: { readonly sheets: readonly { readonly remnants: readonly Bin[] }[] };
}

const boxAt = ([left, top]: Pair, side: number): Box => ({ left, top, right: left + side, bottom: top + side });
const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right - 1e-3 && b.left < a.right - 1e-3 && a.top < b.bottom - 1e-3 && b.top < a.bottom - 1e-3;

async function last(body: object): Promise<Line> {
  const whole = { ...body, allowedRotations: [0], maximumExecutionTime: 1 };
  const { status, text } = await service.request('POST', '/api/v1/nest', whole);
  assert.is(status, 200, text);
  const lines = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Line]));
  return lines.filter(({ type }) => type === 'solution').at(-1)!;
}

test('each job cuts from the rests of the one before, off its parts, its keep-outs and its zones', async () => {
  const flaw: Box = { left: 200, top: 140, right: 220, bottom: 160 };
  const poor: Box = { left: 250, top: 0, right: 300, bottom: 60 };
  const sheet = {
    boundary: { points: rectangle(300, 200) },
    holes: [{ points: rectangle(20, 20, flaw.left, flaw.top) }],
    zones: [{ boundary: { points: rectangle(50, 60, poor.left, poor.top) }, quality: 2 }],
  };
  const cut: Box[] = [flaw, poor];
  let bins: readonly object[] = [sheet];
  for (const [round, side] of [120, 60, 40].entries()) {
    const polygons = [{ id: 'part', points: rectangle(side, side), quality: 1, quantity: round + 1 }];
    const answer = await last({ polygons, bins, minDistance: 2, remnants: { leastWidth: 15 } });
    assert.equal(answer.unplaced, []);
    const placed = answer.placements.map(({ position }) => boxAt(position, side));
    for (const box of placed) {
      assert.ok(box.left >= -1e-3 && box.top >= -1e-3 && box.right <= 300.001 && box.bottom <= 200.001);
      for (const other of cut) assert.not(overlap(box, other), `round ${round}`);
    }
    cut.push(...placed);
    const rests = answer.usage.sheets.flatMap(({ remnants }) => remnants);
    assert.ok(rests.length > 0);
    assert.ok(
      rests.some(({ holes }) => holes.length > 0) || rests.length > 1,
      'the flaw is a hole, or divides the rests',
    );
    if (round === 0) assert.ok(rests.some(({ zones = [] }) => zones.some(({ quality }) => quality === 2)));
    bins = rests;
  }
});

test.run();
