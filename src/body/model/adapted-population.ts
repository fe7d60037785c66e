/**
 * A population that the model was adapted to, as a file of some 40 kB. It has sums over people alone: for each gender the
 * number of people with each field, and mean, spread and correlations of the logarithms. No row of a person is in it.
 */
import { type Gender, measurementNames } from '../fields.js';
import { type Gaussian, N } from './conditional.js';

const format = 'selvage-population/1';

export interface AdaptedGender {
  /** Number of people. */
  readonly people: number;
  /** Number of people with each field that counted, [N]. */
  readonly measured: Float64Array;
  readonly gaussian: Gaussian;
}

export interface AdaptedPopulation {
  /** Tells it from every other: plans are cached by it. */
  readonly id: string;
  readonly genders: Readonly<Partial<Record<Gender, AdaptedGender>>>;
}

interface StoredGender {
  readonly people: number;
  readonly measured: Readonly<Record<string, number>>;
  /** 32-bit floats in base64: mean and standard deviation of the logarithms, and the upper triangle of the correlations. */
  readonly mean: string;
  readonly sd: string;
  readonly correlations: string;
}

interface Stored {
  readonly format: string;
  readonly genders: Readonly<Partial<Record<Gender, StoredGender>>>;
}

/** @param card facts for people, kept beside the numbers and not read back */
export function adaptedText({ genders }: Pick<AdaptedPopulation, 'genders'>, card: object = {}): string {
  const stored = mapped(genders, ({ people, measured, gaussian }) => ({
    people,
    measured: Object.fromEntries(
      measurementNames.flatMap((name, u) => (measured[u]! > 0 ? [[name, measured[u]!]] : [])),
    ),
    mean: base64(gaussian.mean),
    sd: base64(gaussian.sd),
    correlations: base64(triangle.map(([u, v]) => gaussian.correlation[u * N + v]!)),
  }));
  return JSON.stringify({ format, ...card, genders: stored } satisfies Stored, null, 1);
}

/** @throws RangeError where the text is no such file */
export function readAdapted(text: string, id: string): AdaptedPopulation {
  let stored: Partial<Stored> | null;
  try {
    stored = JSON.parse(text) as Partial<Stored> | null;
  } catch (cause) {
    throw new RangeError('it is no JSON', { cause });
  }
  if (stored?.format !== format || typeof stored.genders !== 'object')
    throw new RangeError(`it is not of the format ${format}`);
  return { id, genders: mapped(stored.genders, genderOf) };
}

function genderOf({ people, measured, mean, sd, correlations }: StoredGender): AdaptedGender {
  const upper = floats(correlations, triangle.length);
  const correlation = new Float64Array(N * N);
  for (let u = 0; u < N; u++) correlation[u * N + u] = 1;
  for (const [i, [u, v]] of triangle.entries()) {
    correlation[u * N + v] = upper[i]!;
    correlation[v * N + u] = upper[i]!;
  }
  return {
    people,
    measured: Float64Array.from(measurementNames, (name) => measured[name] ?? 0),
    gaussian: { mean: floats(mean, N), sd: floats(sd, N), correlation },
  };
}

/** The pairs of fields above the diagonal. */
const triangle: readonly (readonly [number, number])[] = Array.from({ length: N }, (_, u) =>
  Array.from({ length: N - 1 - u }, (_, i) => [u, u + 1 + i] as const),
).flat();

const base64 = (numbers: ArrayLike<number>): string =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64');

function floats(text: string, count: number): Float64Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength !== count * 4)
    throw new RangeError(`it has ${bytes.byteLength / 4} numbers where ${count} belong`);
  const numbers = Float64Array.from({ length: count }, (_, i) => bytes.readFloatLE(i * 4));
  if (!numbers.every(Number.isFinite)) throw new RangeError('it has numbers that are not finite');
  return numbers;
}

const genderNames: readonly Gender[] = ['female', 'male'];

/** The same genders with other values. */
export function mapped<T, U>(
  genders: Readonly<Partial<Record<Gender, T>>>,
  make: (own: T, gender: Gender) => U,
): Partial<Record<Gender, U>> {
  const result: Partial<Record<Gender, U>> = {};
  for (const gender of genderNames) if (genders[gender]) result[gender] = make(genders[gender], gender);
  return result;
}
