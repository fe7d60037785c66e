/** Lengths as the page shows them: in millimetres, or in inches. The browser remembers the choice. */
import { effect, signal } from '@preact/signals';
import { PatternLengths } from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import type { Lengths } from '../../../src/drawing/lengths.js';
import { toImperial, toMetric } from '../../../src/drawing/typed-length.js';
import { exactText, numberIn } from '../body/measurements.js';

export type LengthUnit = 'mm' | 'in';

export const mmIn: Readonly<Record<LengthUnit, number>> = { mm: 1, in: 25.4 };

const slot = 'selvage.lengths';

/** The unit of the page, of all lengths without one of their own. */
export const lengthUnit = signal<LengthUnit>(localStorage.getItem(slot) === 'in' ? 'in' : 'mm');
effect(() => localStorage.setItem(slot, lengthUnit.value));

/** The units of files for people. */
export const documentLengths = (): Lengths => (lengthUnit.value === 'in' ? 'inches' : 'metric');

/** The same of files that the service writes; nothing where they are metric. */
export const patternLengths = (): { readonly lengths?: PatternLengths } =>
  lengthUnit.value === 'in' ? { lengths: PatternLengths.INCHES } : {};

/** Decimals of a number of a unit. */
const decimals: Readonly<Record<LengthUnit, number>> = { mm: 1, in: 2 };

/** The number alone. */
export const lengthIn = (mm: number): string => (mm / mmIn[lengthUnit.value]).toFixed(decimals[lengthUnit.value]);

export const lengthText = (mm: number): string => `${lengthIn(mm)} ${lengthUnit.value}`;

/** A sentence of the service, whose lengths are in millimetres, in the unit of the page. Quoted names stay. */
export const inPageUnit = (sentence: string): string =>
  sentence.replace(/"[^"]*"|\b(\d+(?:\.\d+)?) mm\b/g, (found: string, mm?: string) =>
    mm === undefined || lengthUnit.value === 'mm' ? found : lengthText(Number(mm)),
  );

/** The long unit: that of rolls and tables. */
export const longUnits: Readonly<Record<LengthUnit, { readonly name: string; readonly mm: number }>> = {
  mm: { name: 'm', mm: 1000 },
  in: { name: 'yd', mm: 914.4 },
};

/** A length of cloth, in metres or yards. */
export function clothLength(mm: number, digits = 2): string {
  const { name, mm: own } = longUnits[lengthUnit.value];
  return `${(mm / own).toFixed(digits)} ${name}`;
}

/** A typed length in another unit, so that the way back gives the same text; other text stays. */
export const convertedText = (text: string, from: LengthUnit, to: LengthUnit): string =>
  convertedBy(text, from, to, mmIn.in / mmIn.mm);

/** The same of a cloth's length, in metres or yards. */
export const convertedCloth = (text: string, from: LengthUnit, to: LengthUnit): string =>
  convertedBy(text, from, to, longUnits.in.mm / longUnits.mm.mm);

/** The same of a price by the metre or yard. */
export const convertedPrice = (text: string, from: LengthUnit, to: LengthUnit): string =>
  convertedBy(text, from, to, longUnits.mm.mm / longUnits.in.mm);

function convertedBy(text: string, from: LengthUnit, to: LengthUnit, metric: number): string {
  if (from === to) return text;
  return to === 'in' ? toImperial(text, metric) : toMetric(text, metric);
}

/** A typed number times a factor; other text stays. */
export function scaledText(text: string, factor: number): string {
  const value = numberIn(text);
  return value === null ? text : exactText(value * factor);
}
