/** Lengths and areas as a document for people shows them: metric, or in inches and yards. */

/** `inches`: long lengths are in yards, areas in square inches and square yards. */
export type Lengths = 'metric' | 'inches';

export const lengthsChoices = ['metric', 'inches'] as const satisfies readonly Lengths[];

export const inch = 25.4;
const yard = 914.4;

/** The units that a need of cloth is told in. */
export const clothUnits: Readonly<Record<Lengths, { readonly name: string; readonly mm: number }>> = {
  metric: { name: 'm', mm: 1000 },
  inches: { name: 'yd', mm: yard },
};

/** A need of cloth in its unit, rounded up to hundredths, so that a cut of this length is never short. */
export const clothNeed = (mm: number, lengths: Lengths): number => roundedUp(mm / clothUnits[lengths].mm, 2);

/** A rest of cloth in its unit, rounded down to hundredths. */
export const clothRest = (mm: number, lengths: Lengths): number => -roundedUp(-mm / clothUnits[lengths].mm, 2);

function roundedUp(value: number, decimals: number): number {
  // an error of the arithmetic is no hundredth more
  return Math.ceil(value * 10 ** decimals - 1e-6) / 10 ** decimals;
}

const metricUnits: Readonly<Record<string, number>> = { mm: 1, cm: 10, m: 1000 };

/** A number of a metric unit in inches; null where the unit is no metric length. */
export function inchesOf(value: number, unit: string): number | null {
  return Object.hasOwn(metricUnits, unit) ? (value * metricUnits[unit]!) / inch : null;
}

export interface LengthWords {
  /** Of lines and ways, mm. */
  readonly long: (mm: number) => string;
  /** Of cloth to cut, mm; rounded up. */
  readonly cloth: (mm: number) => string;
  /** Of a sheet or a cloth, across it, mm. */
  readonly width: (mm: number) => string;
  /** Of the pattern of a cloth, mm. */
  readonly repeat: (mm: number) => string;
  /** By which seams miss each other in it, mm. */
  readonly error: (mm: number) => string;
  /** Of all parts, mm². */
  readonly area: (mm2: number) => string;
  /** Of one part, mm². */
  readonly partArea: (mm2: number) => string;
}

const metres = (mm: number): string => `${(mm / 1000).toFixed(mm < 1000 ? 3 : 2)} m`;

export const lengthWords: Readonly<Record<Lengths, LengthWords>> = {
  metric: {
    long: metres,
    cloth: (mm) => metres(roundedUp(mm, mm < 1000 ? 0 : -1)),
    width: metres,
    repeat: (mm) => `${Number(mm.toFixed(2))} mm`,
    error: (mm) => `${mm.toFixed(3)} mm`,
    area: (mm2) => `${(mm2 / 1e6).toFixed(3)} m²`,
    partArea: (mm2) => `${(mm2 / 100).toFixed(0)} cm²`,
  },
  inches: {
    long: (mm) => (mm < yard ? `${(mm / inch).toFixed(2)} in` : `${(mm / yard).toFixed(3)} yd`),
    cloth: (mm) =>
      mm < yard ? `${roundedUp(mm / inch, 2).toFixed(2)} in` : `${roundedUp(mm / yard, 3).toFixed(3)} yd`,
    width: (mm) => `${(mm / inch).toFixed(2)} in`,
    repeat: (mm) => `${Number((mm / inch).toFixed(3))} in`,
    error: (mm) => `${(mm / inch).toFixed(4)} in`,
    area: (mm2) => `${(mm2 / yard ** 2).toFixed(3)} yd²`,
    partArea: (mm2) => `${(mm2 / inch ** 2).toFixed(1)} in²`,
  },
};
