/** Flags that would have no effect beside what else the command line says are refused. */
import { CommandError } from './exit.js';

/**
 * @param flags each with what was given for it; undefined and false: not given
 * @param company what the flags go with, and what there is instead: `a .dxf file, and parts.svg is none`
 */
export function refuseIdleFlags(flags: Readonly<Record<string, unknown>>, company: string): void {
  const [idle] = Object.keys(flags).filter((flag) => flags[flag] !== undefined && flags[flag] !== false);
  if (idle !== undefined) throw new CommandError(`${idle} goes with ${company}`);
}
