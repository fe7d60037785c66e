/** The speed of completing bodies: one by one, and many at once. */
import type { BodyModel, BodyRequest, CompletedBody } from '../../src/body/complete.js';
import { measurementNames } from '../../src/body/fields.js';
import { Random } from '../../src/random.js';

const quantile = (sorted: readonly number[], share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;

/** Microseconds of one completion: median and 99th percentile. */
export function latency(
  model: BodyModel,
  request: (i: number) => BodyRequest,
  calls: number,
): [p50: number, p99: number] {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const one = request(i);
    const start = performance.now();
    model.complete(one);
    times.push((performance.now() - start) * 1000);
  }
  times.sort((a, b) => a - b);
  return [quantile(times, 0.5), quantile(times, 0.99)];
}

export const person = (i: number, ...names: string[]): BodyRequest => {
  const all: Record<string, number> = {
    height: 155 + (i % 40),
    weight: 50 + (i % 37),
    age: 20 + (i % 50),
    chestGirth: 85 + (i % 29),
    waistGirth: 68 + (i % 31),
    hipGirth: 90 + (i % 23),
    neckGirth: 36 + (i % 7),
    armLength: 52 + (i % 9),
    crotchHeight: 72 + (i % 13),
  };
  const measurements = Object.fromEntries(names.map((name) => [name, all[name]!]));
  return { gender: i % 2 === 0 ? 'female' : 'male', unit: 'metric', measurements };
};

/** Requests that never give the same fields twice. */
export function unseenQuestions(model: BodyModel, count: number): BodyRequest[] {
  const random = new Random(7);
  const { fields } = model.complete({ gender: 'female', unit: 'metric', measurements: { height: 168, weight: 64 } });
  return Array.from({ length: count }, () => {
    const known = random.shuffle([...measurementNames]).slice(0, 3 + random.below(20));
    return {
      gender: 'female',
      unit: 'metric',
      measurements: Object.fromEntries(known.map((name) => [name, fields[name]!.value!])),
    };
  });
}

/** Reads every entry of every body and keeps none; returns their number. */
function drain(bodies: Iterable<CompletedBody>): number {
  let entries = 0;
  for (const { fields } of bodies) entries += Object.keys(fields).length;
  return entries;
}

const roundCount = 5;

/**
 * People a second of processor time when all give the same fields. It is the median of several rounds of `people`,
 * after one round that compiles the code.
 */
export function batchRate(model: BodyModel, people: number): number {
  const requests = Array.from({ length: people }, (_, i) =>
    person(i % 64, 'height', 'weight', 'chestGirth', 'waistGirth', 'hipGirth'),
  );
  const rates: number[] = [];
  for (let round = 0; round <= roundCount; round++) {
    const start = process.cpuUsage();
    drain(model.completeEach(requests));
    const { user, system } = process.cpuUsage(start);
    if (round > 0) rates.push(people / ((user + system) / 1e6));
  }
  rates.sort((a, b) => a - b);
  return quantile(rates, 0.5);
}
