/** `key=value` arguments: `height=168`, `sleeveLength=62.5`, `collar=round`. */
import { decimalOf } from '../json/decimal.js';
import { CommandError } from './exit.js';

export function keyValues(args: readonly string[], example: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const arg of args) {
    const at = arg.indexOf('=');
    if (at < 1 || at === arg.length - 1) {
      throw new CommandError(`${JSON.stringify(arg)} must be written KEY=VALUE, for example ${example}`);
    }
    const key = arg.slice(0, at);
    if (values.has(key)) throw new CommandError(`${key} appears twice`);
    values.set(key, arg.slice(at + 1));
  }
  return values;
}

/** Reads an argument that is a number as a whole. */
export function numberOf(text: string, name: string): number {
  const value = decimalOf(text);
  if (Number.isFinite(value)) return value;
  throw new CommandError(`${name} is ${JSON.stringify(text)}; it must be a number`);
}
