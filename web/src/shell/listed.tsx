/** Names in one line, each once with its number; after the first few, the number of the others. */
const mostListed = 6;

interface ListedProps {
  readonly names: readonly string[];
  /** Stands for an empty name. */
  readonly unnamed?: string;
}

/** Each name is isolated: one from right to left would move the numbers beside it. */
export function Listed({ names, unnamed = '' }: ListedProps) {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const more = [...counts.values()].slice(mostListed).reduce((sum, count) => sum + count, 0);
  return (
    <>
      {[...counts].slice(0, mostListed).map(([name, count], i) => (
        <span key={name}>
          {i > 0 && ', '}
          {count > 1 && `${count} × `}
          <bdi>{name || unnamed}</bdi>
        </span>
      ))}
      {more > 0 && ` and ${more} more`}
    </>
  );
}
