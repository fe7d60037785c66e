/** Turns measurements and increments of an imported pattern into variables of a definition. */

import { measurementByName } from '../../measurements.js';
import type { ImportNote } from '../note.js';
import type { SourceVariable } from './measurements.js';
import type { NameTable } from './names.js';
import { TranslationError, translateFormula } from './translate-formula.js';

export interface ImportedVariable extends Readonly<Record<string, unknown>> {
  readonly name: string;
}

/**
 * A plain number becomes a variable that users can set; a formula becomes a computed variable.
 *
 * @param scale units of the pattern in one unit of the measurements
 * @param mm in one unit of the pattern
 */
export function addVariables(
  sources: readonly SourceVariable[],
  scale: number,
  mm: number,
  names: NameTable,
  notes: ImportNote[],
): ImportedVariable[] {
  const first = new Map<string, SourceVariable>();
  for (const source of sources) if (source.label !== '' && !first.has(source.label)) first.set(source.label, source);
  const factorOf = (source: SourceVariable | undefined): number =>
    source?.isMeasurement && source.isLength ? scale : 1;
  // All names come first, since a formula may use a later one.
  const named = [...first.values()].map((source, i) => {
    const value = plainNumber(source.formula);
    const measured = value === null ? null : measurementOf(source, value * factorOf(source), mm, names);
    const wanted = measured?.name ?? source.label.replace(/^[#@]/, '');
    const name = names.alias(`variable ${source.label}`, names.claim(wanted, `v${i + 1}`));
    return { source, value, measured, name };
  });
  return named.flatMap(({ source, value, measured, name }): ImportedVariable[] => {
    if (measured) return [{ ...measured, name }];
    const factor = factorOf(source);
    const text = {
      label: source.label.replace(/^[#@]/, ''),
      ...(source.description ? { description: source.description.slice(0, 2000) } : {}),
    };
    if (value !== null) return [{ name, ...option(value * factor, source.isMeasurement), ...text }];
    try {
      // A measurement's formula calculates in the unit of its own file.
      const formula = translateFormula(source.formula, {
        variable: (other) => {
          const found = names.of(`variable ${other}`);
          const ofOther = source.isMeasurement ? factorOf(first.get(other)) : 1;
          return found === undefined || ofOther === 1 ? found : `(${found} / ${ofOther})`;
        },
        pair: () => undefined,
        curve: () => undefined,
      });
      return [{ name, kind: 'computed', ...text, formula: factor === 1 ? formula : `(${formula}) * ${factor}` }];
    } catch (error) {
      if (!(error instanceof TranslationError)) throw error;
      names.forget(`variable ${source.label}`);
      notes.push({ code: 'variable_left_out', message: `${source.label}: not converted: ${error.message}` });
      return [];
    }
  });
}

function plainNumber(formula: string): number | null {
  const text = formula.trim().replace(',', '.');
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : null;
}

/** The variable of a measurement we know, or null if it is unknown, taken or outside its limits. */
function measurementOf(
  { measurement }: SourceVariable,
  value: number,
  mm: number,
  names: NameTable,
): { name: string; kind: 'measurement'; default: number } | null {
  if (measurement === undefined || !names.isFree(measurement)) return null;
  const { min, max } = measurementByName(measurement)!;
  const inCm = (value * mm) / 10;
  if (inCm < min || inCm > max) return null;
  return { name: measurement, kind: 'measurement', default: Math.round(inCm * 1000) / 1000 };
}

function option(value: number, isMeasurement: boolean): Readonly<Record<string, unknown>> {
  const reach = Math.max(Math.abs(value), 1);
  const range =
    value === 0
      ? { min: -100, max: 100 }
      : { min: Math.min(value / 4, value - reach), max: Math.max(value * 3, value + reach) };
  return { kind: 'option', group: isMeasurement ? 'body' : 'options', default: value, ...range };
}
