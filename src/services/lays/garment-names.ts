/** The names of an order's garments: the cutting room and the bundles know a garment by its name alone. */

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

function sharedOf(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    names.filter((name) => {
      const isKnown = seen.has(name);
      seen.add(name);
      return isKnown;
    }),
  );
}

const where = (
  chosen: ReadonlySet<string>,
  names: readonly string[],
  change: (name: string, i: number) => string,
): string[] => names.map((name, i) => (chosen.has(name) ? change(name, i) : name));

function numbered(names: readonly string[]): string[] {
  const taken = new Set(names);
  const numbers = new Map<string, number>();
  return where(sharedOf(names), names, (name) => {
    let [number, own] = [numbers.get(name) ?? 0, name];
    while (taken.has(own)) {
      number += 1;
      own = `${name} (${number})`;
    }
    numbers.set(name, number);
    taken.add(own);
    return own;
  });
}
