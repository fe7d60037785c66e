/** Lengths as the page shows them: in millimetres, or in inches. The browser remembers the choice. */
import { effect, signal } from '@preact/signals';
import type { Lengths } from '../../../src/drawing/lengths.js';

export type LengthUnit = 'mm' | 'in';

export const mmIn: Readonly<Record<LengthUnit, number>> = { mm: 1, in: 25.4 };

const slot = 'selvage.lengths';

/** The unit of the page, of all lengths without one of their own. */
export const lengthUnit = signal<LengthUnit>(localStorage.getItem(slot) === 'in' ? 'in' : 'mm');
effect(() => localStorage.setItem(slot, lengthUnit.value));

/** The units of files for people. */
export const documentLengths = (): Lengths => (lengthUnit.value === 'in' ? 'inches' : 'metric');

/** Decimals of a number of a unit. */
const decimals: Readonly<Record<LengthUnit, number>> = { mm: 1, in: 2 };

/** The number alone. */
export const lengthIn = (mm: number): string => (mm / mmIn[lengthUnit.value]).toFixed(decimals[lengthUnit.value]);

export const lengthText = (mm: number): string => `${lengthIn(mm)} ${lengthUnit.value}`;

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

/** A typed number in another unit; other text stays. */
export function convertedText(text: string, from: LengthUnit, to: LengthUnit): string {
  if (from === to) return text;
  return scaledText(text, mmIn[from] / mmIn[to], to === 'in' ? 3 : 2);
}

/** A typed number times a factor, rounded; other text stays. */
export function scaledText(text: string, factor: number, digits = 3): string {
  const value = Number(text.trim().replace(',', '.'));
  return text.trim() === '' || !Number.isFinite(value) ? text : String(Number((value * factor).toFixed(digits)));
}
