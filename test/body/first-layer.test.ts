/** The folded first layer of the network gives the same as the layer on the whole input. */
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { bodyFields } from '../../src/body/fields.js';
import { readArtifact } from '../../src/body/model/artifact.js';
import { makePlan, N, type Plan, whitenKnown } from '../../src/body/model/conditional.js';
import { FirstLayer, PlannedFirstLayer } from '../../src/body/model/first-layer.js';
import { clamped, fillInput, inputCount, isClamped } from '../../src/body/model/residual.js';
import { gaussians } from './survey.js';

const { tensors } = readArtifact();
const kernel = tensors.get('network/0/kernel')!;
const bias = tensors.get('network/0/bias')!;
const layer = new FirstLayer(kernel, bias);

/** Expected z of every field from all known fields but the weight. */
function expectation(plan: Plan, z: Float64Array): Float64Array {
  const y = new Float64Array(N);
  whitenKnown(plan, z, y);
  const before = plan.known.length - (plan.weightKnown ? 1 : 0);
  return Float64Array.from({ length: N }, (_, u) => {
    let sum = 0;
    for (let i = 0; i < before; i++) sum += y[i]! * plan.gain[i * N + u]!;
    return sum;
  });
}

/** Matrix times the whole input, with negative results cut to 0. */
function wholeLayer(gender: 'female' | 'male', plan: Plan, z: Float64Array, expected: Float64Array): Float64Array {
  const input = new Float64Array(inputCount);
  fillInput(input, 0, gender, plan, z, expected);
  return Float64Array.from({ length: layer.width }, (_, h) => {
    let sum = bias.values[h]!;
    for (let i = 0; i < inputCount; i++) sum += input[i]! * kernel.values[i * layer.width + h]!;
    return Math.max(0, sum);
  });
}

const fields = fc.subarray(
  bodyFields.map((_, i) => i),
  { minLength: 1 },
);
const gender = fc.constantFrom('female' as const, 'male' as const);

test('folded or not, clamped or not, it equals the layer on the whole input', () => {
  const seen = { folded: 0, clamped: 0 };
  fc.assert(
    fc.property(
      gender,
      fields,
      fc.array(fc.double({ min: -1.5, max: 1.5, noNaN: true }), { minLength: N, maxLength: N }),
      fc.constantFrom(0.2, 1, 4),
      (who, known, scores, spread) => {
        const plan = makePlan(gaussians[who], known);
        const planned = new PlannedFirstLayer(layer, who, plan);
        const z = Float64Array.from(scores, (score) => score * spread);
        const expected = expectation(plan, z);
        const whole = wholeLayer(who, plan, z, expected);
        const isFar = plan.known.some((field) => isClamped(z[field]!)) || expected.some(isClamped);
        seen[isFar ? 'clamped' : 'folded']++;
        // The first person's answer comes before the folding, the second person's from the folded layer.
        for (let person = 0; person < 2; person++) {
          const out = new Float64Array(3 + layer.width);
          const at = new Float64Array(2 * N);
          at.set(expected, N);
          planned.write(z, at, N, out, 3);
          whole.forEach((value, h) => {
            assert.ok(Math.abs(out[3 + h]! - value) <= 1e-9 * Math.max(1, Math.abs(value)), `${h} of person ${person}`);
          });
        }
      },
    ),
    { numRuns: 150 },
  );
  assert.ok(seen.folded > 20 && seen.clamped > 5, JSON.stringify(seen));
});

test('the network sees a score up to its clamp', () => {
  for (const score of [-9, -4.01, -4, -1, 0, 3.99, 4, 5]) assert.is(clamped(score) !== score, isClamped(score));
});

test.run();
