import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { generated } from '../../bench/nesting/watch/generated.js';
import type { Bin, NestRequest, Polygon } from '../../src/nesting/request.js';
import { complaints } from './judge.js';
import { bin, nest, rectangle, request } from './nest.js';

const { polygons: mirrored } = generated['generated-mirrored']();
const polygons = mirrored.map((polygon): Polygon => ({ ...polygon, mirror: false }));
const quarterTurns = [0, 90, 180, 270];
const strip = [bin(rectangle(900, 200))];
const sheets = Array.from({ length: 3 }, () => bin(rectangle(150, 200)));

/** More choices may cost a little at fixed work. */
const tolerated = 0.025;

/** The share of the used length that the parts fill. */
function density(bins: readonly Bin[], over: Partial<NestRequest> = {}): number {
  const problem = request(polygons, bins, { allowedRotations: quarterTurns, workLimit: 600, ...over });
  const { last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  assert.equal(last.unplaced, []);
  return last.utilisation;
}

const offers: Readonly<Record<string, (bins: readonly Bin[]) => number>> = {
  'turn many different parts by 15 degrees': (bins) =>
    density(bins, { allowedRotations: Array.from({ length: 24 }, (_, i) => 15 * i) }),
  'turn many different parts over': (bins) => density(bins, { polygons: mirrored }),
};

for (const [name, bins] of Object.entries({ strip, sheets })) {
  const plain = density(bins);
  for (const [offer, turned] of Object.entries(offers)) {
    test(`leave to ${offer} costs no density, ${name}`, () => {
      const found = turned(bins);
      assert.ok(found > plain - tolerated, `${found} beside ${plain}`);
    });
  }
}

test.run();
