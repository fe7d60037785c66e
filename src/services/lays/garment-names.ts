/** The names of an order's garments: the cutting room and the bundles know a garment by its name alone. */
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

function withPattern(name: string, { name: given, size, pattern }: NamedGarment): string {
  return given === '' && size !== null && pattern !== null ? `${pattern} ${name}` : name;
}

function withSize(name: string, { name: given, size }: NamedGarment): string {
  return given !== '' && size !== null ? `${name} ${size}` : name;
}
