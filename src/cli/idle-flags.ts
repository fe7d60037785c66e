/** Refuses flags that have no effect beside the rest of the command line. */
import { CommandError } from './exit.js';

/**
 * @param flags each with its value; undefined and false: not given
 * @param company the thing that the flags go with, and the thing given instead: `a .dxf file, but parts.svg is not one`
 */
export function refuseIdleFlags(flags: Readonly<Record<string, unknown>>, company: string): void {
  const [idle] = Object.keys(flags).filter((flag) => flags[flag] !== undefined && flags[flag] !== false);
  if (idle !== undefined) throw new CommandError(`${idle} goes with ${company}`);
}
