/** 28 people for tests: seeded heights, builds and ages of women and men, completed by the body model. */
import { loadBodyModel } from '../../src/body/complete.js';
import type { BodyValues } from '../../src/patterns/draft.js';

/** Mulberry32: a small generator of numbers from 0 to 1, the same for ever. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

interface SizedPerson {
  readonly gender: 'female' | 'male';
  readonly unit: 'metric';
  readonly measurements: { readonly age?: number; readonly height: number; readonly weight: number };
}

/** Women and men in turn, seeded: the same for ever. */
export function somePeople(count: number, seed: number): SizedPerson[] {
  const random = seeded(seed);
  return Array.from({ length: count }, (_, i) => {
    const gender = i % 2 === 0 ? ('female' as const) : ('male' as const);
    const height = (gender === 'female' ? 150 : 162) + 28 * random();
    const bodyMassIndex = 18.5 + 15 * random() * random() + 3 * random();
    const measurements = {
      age: Math.round(18 + 50 * random()),
      height: Math.round(height * 10) / 10,
      weight: Math.round(bodyMassIndex * (height / 100) ** 2 * 10) / 10,
    };
    return { gender, unit: 'metric' as const, measurements };
  });
}

/** From small and thin to tall and heavy: every block must fit them all. */
export const sixPeople: readonly SizedPerson[] = (
  [
    ['female', 150, 45],
    ['female', 165, 62],
    ['female', 170, 125],
    ['male', 160, 50],
    ['male', 180, 80],
    ['male', 200, 140],
  ] as const
).map(([gender, height, weight]) => ({ gender, unit: 'metric', measurements: { height, weight } }));

export async function completed(people: readonly SizedPerson[]): Promise<BodyValues[]> {
  const model = await loadBodyModel();
  return model.completeMany(people).map(({ fields }, i) => ({
    gender: people[i]!.gender,
    measurements: Object.fromEntries(
      Object.entries(fields).flatMap(([name, { value, source }]) =>
        value === null
          ? []
          : [[name, { value, source: source === 'input' ? ('body' as const) : ('predicted' as const) }]],
      ),
    ),
  }));
}

export const someBodies = (): Promise<BodyValues[]> => completed(somePeople(28, 28));
