/** The option --taken: how measurements were taken, where that is not the way of their fields. */
import { type Taken, waysToTake } from '../body/complete.js';
import { CommandError } from './exit.js';
import { keyValues } from './key-values.js';

const accepted = Object.entries(waysToTake).flatMap(([name, ways]) => ways.map((way) => `${name}=${way}`));
const isTaken = (taken: Readonly<Record<string, string>>): taken is Taken =>
  Object.entries(taken).every((pair) => accepted.includes(pair.join('=')));

/** Reads `waistGirth=navel,bicepGirth=flexed`. */
export function takenOf(text: string): Taken {
  const taken = Object.fromEntries(keyValues(text.split(','), 'waistGirth=navel'));
  if (isTaken(taken)) return taken;
  throw new CommandError(`--taken ${text} is none of ${accepted.join(', ')}, separated by commas`);
}

/** The ways of the measurements that a person of a table has. */
export function takenBy(
  { measurements }: { readonly measurements: Readonly<Record<string, number>> },
  taken: Taken,
): Taken {
  return Object.fromEntries(Object.entries(taken).filter(([name]) => measurements[name] !== undefined));
}
