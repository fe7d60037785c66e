/** Joins open lines that meet end to end, in whatever order and direction they come. */

type Point = readonly [x: number, y: number];

/**
 * Chains lines whose ends are within `tolerance` of each other, always the nearest first. A chain may close on itself
 * (its ends then lie within the tolerance) or stay open.
 */
export function chainLines(lines: readonly (readonly Point[])[], tolerance: number): Point[][] {
  const gap = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
  const isClosed = (line: readonly Point[]): boolean => line.length > 2 && gap(line[0]!, line.at(-1)!) <= tolerance;
  const chains: Point[][] = [];
  const waiting = lines.filter((line) => line.length > 1).map((line) => [...line]);
  for (let chain = waiting.shift(); chain; chain = waiting.shift()) {
    while (!isClosed(chain)) {
      const [start, end]: [Point, Point] = [chain[0]!, chain.at(-1)!];
      let best = { index: -1, distance: tolerance, atEnd: true, reversed: false };
      waiting.forEach((other, index) => {
        if (isClosed(other)) return;
        const [from, to]: [Point, Point] = [other[0]!, other.at(-1)!];
        const ways = [
          { distance: gap(end, from), atEnd: true, reversed: false },
          { distance: gap(end, to), atEnd: true, reversed: true },
          { distance: gap(start, to), atEnd: false, reversed: false },
          { distance: gap(start, from), atEnd: false, reversed: true },
        ];
        for (const way of ways) if (way.distance <= best.distance) best = { index, ...way };
      });
      if (best.index === -1) break;
      const [next] = waiting.splice(best.index, 1);
      const part: Point[] = best.reversed ? next!.reverse() : next!;
      chain = best.atEnd ? [...chain, ...part] : [...part, ...chain];
    }
    chains.push(chain);
  }
  return chains;
}
