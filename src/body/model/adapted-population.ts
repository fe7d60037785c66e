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
  /** The name under which an account keeps it. */
  readonly name?: string;
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

/** @throws RangeError that names the wrong field, where the text is no such file */
export function readAdapted(text: string, id: string): AdaptedPopulation {
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch (cause) {
    throw new RangeError('it is no JSON', { cause });
  }
  if (!isObject(stored) || stored.format !== format) throw new RangeError(`it is not of the format ${format}`);
  const { genders } = stored;
  if (!isObject(genders)) throw new RangeError('genders must be an object');
  if (!genderNames.some((gender) => Object.hasOwn(genders, gender)))
    throw new RangeError(`genders must have ${genderNames.join(' or ')}`);
  return { id, genders: mapped(genders, (own, gender) => genderOf(own, `genders.${gender}`)) };
}

function genderOf(stored: unknown, path: string): AdaptedGender {
  if (!isObject(stored)) throw new RangeError(`${path} must be an object`);
  const { people, measured, mean, sd, correlations } = stored;
  if (!isCount(people)) throw new RangeError(`${path}.people must be a whole number, 0 or more`);
  if (!isObject(measured)) throw new RangeError(`${path}.measured must be an object`);
  const counts = measurementNames.map((name) => {
    const count = measured[name] ?? 0;
    if (!isCount(count)) throw new RangeError(`${path}.measured.${name} must be a whole number, 0 or more`);
    return count;
  });
  const spread = floats(sd, N, `${path}.sd`);
  if (!spread.every((own) => own > 0)) throw new RangeError(`${path}.sd has numbers that are not above 0`);
  const upper = floats(correlations, triangle.length, `${path}.correlations`);
  const correlation = new Float64Array(N * N);
  for (let u = 0; u < N; u++) correlation[u * N + u] = 1;
  for (const [i, [u, v]] of triangle.entries()) {
    correlation[u * N + v] = upper[i]!;
    correlation[v * N + u] = upper[i]!;
  }
  return {
    people,
    measured: Float64Array.from(counts),
    gaussian: { mean: floats(mean, N, `${path}.mean`), sd: spread, correlation },
  };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0;

/** The pairs of fields above the diagonal. */
const triangle: readonly (readonly [number, number])[] = Array.from({ length: N }, (_, u) =>
  Array.from({ length: N - 1 - u }, (_, i) => [u, u + 1 + i] as const),
).flat();

const base64 = (numbers: ArrayLike<number>): string =>
  Buffer.from(Float32Array.from(numbers).buffer).toString('base64');

function floats(text: unknown, count: number, path: string): Float64Array {
  if (typeof text !== 'string') throw new RangeError(`${path} must be a text`);
  const bytes = Buffer.from(text, 'base64');
  if (bytes.byteLength !== count * 4)
    throw new RangeError(`${path} has ${bytes.byteLength / 4} numbers where ${count} belong`);
  const numbers = Float64Array.from({ length: count }, (_, i) => bytes.readFloatLE(i * 4));
  if (!numbers.every(Number.isFinite)) throw new RangeError(`${path} has numbers that are not finite`);
  return numbers;
}

const genderNames: readonly Gender[] = ['female', 'male'];

/** The same genders with other values. */
export function mapped<T, U>(
  genders: Readonly<Partial<Record<Gender, T>>>,
  make: (own: T, gender: Gender) => U,
): Partial<Record<Gender, U>> {
  const result: Partial<Record<Gender, U>> = {};
  for (const gender of genderNames) {
    const own = genders[gender];
    if (own !== undefined) result[gender] = make(own, gender);
  }
  return result;
}
