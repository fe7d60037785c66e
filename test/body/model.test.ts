import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyFields, fieldIndex } from '../../src/body/fields.js';
import { makePlan, N, ridge, whitenKnown } from '../../src/body/model/conditional.js';
import { binCount, binOf, halfWidth, halfWidths, syntheticStretch } from '../../src/body/model/intervals.js';
import { pieceCount, pieces } from '../../src/body/model/residual.js';
import { gaussians } from './survey.js';

const weight = fieldIndex('weight');

test('two known fields give the regression of the textbook', () => {
  const { correlation } = gaussians.female;
  const [a, b] = [fieldIndex('chestGirth'), weight];
  const plan = makePlan(gaussians.female, [b, a], false);
  assert.equal([...plan.known], [a, b], 'weight is whitened last');
  const z = new Float64Array(N);
  z[a] = 1.3;
  z[b] = -0.4;
  const y = new Float64Array(2);
  whitenKnown(plan, z, y);
  const r = correlation[a * N + b]!;
  const own = 1 + ridge;
  const determinant = own * own - r * r;
  for (let u = 0; u < N; u++) {
    const [ra, rb] = [correlation[a * N + u]!, correlation[b * N + u]!];
    const slopes = [(own * ra - r * rb) / determinant, (own * rb - r * ra) / determinant] as const;
    const expected = slopes[0] * z[a]! + slopes[1] * z[b]!;
    assert.ok(Math.abs(y[0]! * plan.gain[u]! + y[1]! * plan.gain[N + u]! - expected) < 1e-9, bodyFields[u]!.name);
    const left = Math.max(1 - slopes[0] * ra - slopes[1] * rb, ridge);
    assert.ok(Math.abs(plan.sd[u]! ** 2 - left) < 1e-9, bodyFields[u]!.name);
  }
});

test('a plan never lets weight take from a girth', () => {
  const fields = fc.subarray(bodyFields.map((_, i) => i).filter((i) => i !== weight));
  fc.assert(
    fc.property(fields, fc.constantFrom('female' as const, 'male' as const), (known, gender) => {
      const plan = makePlan(gaussians[gender], [...known, weight]);
      const last = (plan.known.length - 1) * N;
      bodyFields.forEach(({ kind }, u) => {
        if (kind === 'girth') assert.ok(plan.gain[last + u]! >= 0);
      });
    }),
    { numRuns: 60 },
  );
});

test('the pieces of a surprise add up to it, and none falls', () => {
  const at = (t: number): Float64Array => {
    const out = new Float64Array(pieceCount);
    pieces(t, out, 0);
    return out;
  };
  const surprise = fc.double({ min: -9, max: 9, noNaN: true });
  fc.assert(
    fc.property(surprise, surprise, (t, s) => {
      const [low, high] = [at(Math.min(t, s)), at(Math.max(t, s))];
      assert.ok(Math.abs(low.reduce((sum, piece) => sum + piece, 0) - Math.min(t, s)) < 1e-9);
      low.forEach((piece, i) => {
        assert.ok(piece <= high[i]!);
      });
    }),
  );
});

test('synthetic fields get wider intervals, and every count of known fields has its bin', () => {
  const plan = makePlan(gaussians.male, [fieldIndex('height')]);
  const widths = halfWidths(new Float32Array(binCount * N).fill(1), plan);
  bodyFields.forEach(({ origin }, u) => {
    assert.is(widths[u], halfWidth * (origin === 'synthetic' ? syntheticStretch : 1));
  });
  const age = fieldIndex('age');
  const sizes = Array.from({ length: N }, (_, i) => i).filter((field) => field !== age);
  const bins = sizes.map((_, i) => binOf(sizes.slice(0, i + 1)));
  const withAge = sizes.map((_, i) => binOf([age, ...sizes.slice(0, i)]));
  for (const [first, own] of [
    [0, bins],
    [binCount / 2, withAge],
  ] as const) {
    assert.is(own[0], first);
    assert.is(own.at(-1), first + binCount / 2 - 1);
    assert.ok(own.every((bin, i) => i === 0 || bin === own[i - 1] || bin === own[i - 1]! + 1));
  }
});

test.run();
