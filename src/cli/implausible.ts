/**
 * Refuses typed measurements that no adult has. The service leaves such a value out and warns. A person who typed one made a
 * slip, and should not find it among 69 lines or in a finished garment.
 */
import { deprecatedAlias, isMeasurement } from '../body/fields.js';
import { readMeasurements } from '../body/request.js';
import type { UnitSystem } from '../body/units.js';
import { isPlausible } from '../body/warnings.js';
import { CommandError } from './exit.js';

interface Told {
  /** The measurement, or the path to it from the field around it: `body.height`. */
  readonly path: string;
  readonly message: string;
}

/** @param told the warnings of the answer, which explain each value */
export function refuseImplausible(
  measurements: ReadonlyMap<string, number>,
  unit: UnitSystem,
  told: readonly Told[],
): void {
  const known = Object.fromEntries(
    [...measurements].filter(([key, value]) => (isMeasurement(key) || key === deprecatedAlias.name) && value > 0),
  );
  const names = readMeasurements({ gender: 'female', unit, measurements: known })
    .supplied.filter((one) => !isPlausible(one))
    .map(({ name }) => name);
  if (names.length === 0) return;
  const verb = names.length === 1 ? 'is' : 'are';
  throw new CommandError(`${names.join(', ')} ${verb} outside the plausible range of an adult`, {
    details: told.filter(({ path }) => names.includes(path.replace(/^body\./, ''))).map(({ message }) => message),
  });
}
