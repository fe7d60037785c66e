/** The names of an order's garments: the cutting room and the bundles know a garment by its name alone. */
import type { NestWarning } from '../../nesting/request.js';
import { numbered, sharedOf, where } from './distinct-names.js';

export interface NamedGarment {
  /** Of the order; empty: the service names it. */
  readonly name: string;
  /** Null: made to a body, or of parts. */
  readonly size: string | null;
  /** The name of its pattern; null: it is made of parts. */
  readonly pattern: string | null;
}

/** A name for each garment, different from all others: as short as the others allow, and numbered if nothing else differs. */
export function garmentNames(garments: readonly NamedGarment[]): string[] {
  const shortest = garments.map(({ name, size }, i) => name || (size ?? `garment ${i + 1}`));
  // a name of the order stays as it is while only defaults equal it
  const defaults = where(sharedOf(shortest), shortest, (name, i) => withPattern(name, garments[i]!));
  const own = where(sharedOf(defaults), defaults, (name, i) => withSize(name, garments[i]!));
  return numbered(own);
}

/** The name that the first line with one gives to each garment; empty: no line does. */
export function givenNames(lines: readonly { readonly name: string }[], ofLine: readonly number[]): string[] {
  const names: string[] = [];
  for (const [i, garment] of ofLine.entries()) names[garment] ||= lines[i]!.name;
  return names;
}

/** Names of lines whose garment has that of a line before. */
export function idleNames(lines: readonly { readonly name: string }[], ofLine: readonly number[]): NestWarning[] {
  const given = givenNames(lines, ofLine);
  return lines.flatMap(({ name }, i): NestWarning[] => {
    const known = given[ofLine[i]!]!;
    if (name === '' || name === known) return [];
    const namesake = lines.findIndex((line, k) => ofLine[k] === ofLine[i] && line.name === known);
    const path = `lines[${i}].name`;
    const message = `${path} ${JSON.stringify(name)} has no effect: lines[${namesake}] is the same garment, and named it ${JSON.stringify(known)}`;
    return [{ path, code: 'name_unused', message }];
  });
}

function withPattern(name: string, { name: given, size, pattern }: NamedGarment): string {
  return given === '' && size !== null && pattern !== null ? `${pattern} ${name}` : name;
}

function withSize(name: string, { name: given, size }: NamedGarment): string {
  return given !== '' && size !== null ? `${name} ${size}` : name;
}
