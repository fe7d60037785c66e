/** Names that differ: where some are equal, a change or a number tells them apart. */

/** The names that come more than once. */
export function sharedOf(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(
    names.filter((name) => {
      const isKnown = seen.has(name);
      seen.add(name);
      return isKnown;
    }),
  );
}

/** The names with a change of the chosen ones. */
export const where = (
  chosen: ReadonlySet<string>,
  names: readonly string[],
  change: (name: string, i: number) => string,
): string[] => names.map((name, i) => (chosen.has(name) ? change(name, i) : name));

/** The names that come more than once get a number each, which no other name has. */
export function numbered(names: readonly string[]): string[] {
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
