import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { NestRequest, Polygon } from '../../src/nesting/request.js';
import { Random } from '../../src/random.js';
import { complaints } from './judge.js';
import { bin, nest, part, rectangle, request } from './nest.js';

/** Different angles, which fill little of their hulls: they need more than one turn to fit each other. */
function angles(count: number): Polygon[] {
  const random = new Random(21);
  return Array.from({ length: count }, (_, i) => {
    const [long, short, wide] = [20 + 20 * random.next(), 15 + 15 * random.next(), 4 + 3 * random.next()];
    const points = [
      [0, 0],
      [long, 0],
      [long, wide],
      [wide, wide],
      [wide, short],
      [0, short],
    ] as const;
    return part(points, `angle${i}`);
  });
}

const polygons = angles(110);
const quarterTurns = [0, 90, 180, 270];
const strip = [bin(rectangle(900, 200))];
const sheets = Array.from({ length: 3 }, () => bin(rectangle(150, 200)));

/** More choices may cost a little at fixed work. */
const tolerated = 0.015;

/** The share of the used length that the parts fill. */
function density(over: Partial<NestRequest>, parts = polygons, bins = strip): number {
  const problem = request(parts, bins, { allowedRotations: quarterTurns, workLimit: 300, ...over });
  const { last } = nest(problem);
  assert.equal(complaints(problem, last), []);
  assert.equal(last.unplaced, []);
  return last.utilisation;
}

for (const [name, bins] of Object.entries({ strip, sheets })) {
  test(`leave to turn many different parts by 15 degrees costs no density, ${name}`, () => {
    const allowedRotations = Array.from({ length: 24 }, (_, i) => 15 * i);
    const [plain, turned] = [density({}, polygons, bins), density({ allowedRotations }, polygons, bins)];
    assert.ok(turned > plain - tolerated, `${turned} beside ${plain}`);
  });
}

test('leave to turn many different parts over costs no density, sheets', () => {
  const mirrored = polygons.map((polygon) => ({ ...polygon, mirror: true }));
  const [plain, turned] = [density({}, polygons, sheets), density({}, mirrored, sheets)];
  assert.ok(turned > plain - tolerated, `${turned} beside ${plain}`);
});

test.run();
