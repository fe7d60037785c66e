/** Names in one line, each once with its number; after the first few, the number of the others. */
const mostListed = 6;

/** @param unnamed stands for an empty name */
export function listed(names: readonly string[], unnamed = ''): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const shown = [...counts].slice(0, mostListed).map(([name, count]) => {
    return count > 1 ? `${count} × ${name || unnamed}` : name || unnamed;
  });
  const more = [...counts.values()].slice(mostListed).reduce((sum, count) => sum + count, 0);
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
