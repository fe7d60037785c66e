/** Joins open lines that meet end to end, in any order and direction. */

import type { Point } from './point.js';

/** An end of a line that waits to be joined. */
interface End {
  readonly index: number;
  readonly at: Point;
  readonly isStart: boolean;
}

/**
 * Chains lines whose ends are within `tolerance` (above 0) of each other, always the nearest first. A chain may close on
 * itself (its ends then lie within the tolerance) or stay open.
 */
export function chainLines(lines: readonly (readonly Point[])[], tolerance: number): Point[][] {
  const isClosed = (start: Point, end: Point, count: number): boolean => count > 2 && gap(start, end) <= tolerance;
  const waiting = lines.filter((line) => line.length > 1);
  const used = new Uint8Array(waiting.length);
  const ends = new EndGrid(tolerance);
  waiting.forEach((line, index) => {
    const [at, last] = [line[0]!, line.at(-1)!];
    if (isClosed(at, last, line.length)) return;
    ends.add({ index, at, isStart: true });
    ends.add({ index, at: last, isStart: false });
  });
  const chains: Point[][] = [];
  for (const [first, line] of waiting.entries()) {
    if (used[first]) continue;
    used[first] = 1;
    const before: (readonly Point[])[] = [];
    const after: (readonly Point[])[] = [line];
    let [start, end, count] = [line[0]!, line.at(-1)!, line.length];
    while (!isClosed(start, end, count)) {
      const [atEnd, atStart] = [ends.nearest(end, used), ends.nearest(start, used)];
      const next = isBetter(atStart, atEnd) ? atStart : atEnd;
      if (!next) break;
      used[next.end.index] = 1;
      const part = waiting[next.end.index]!;
      const far = next.end.isStart ? part.at(-1)! : part[0]!;
      if (next === atEnd) {
        after.push(next.end.isStart ? part : part.toReversed());
        end = far;
      } else {
        before.push(next.end.isStart ? part.toReversed() : part);
        start = far;
      }
      count += part.length;
    }
    chains.push([...before.reverse(), ...after].flat());
  }
  return chains;
}

const gap = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

interface Candidate {
  readonly end: End;
  readonly distance: number;
}

/** The nearer one; of equally near ones the later line. */
const isBetter = (a: Candidate | null, b: Candidate | null): a is Candidate =>
  a !== null && (b === null || a.distance < b.distance || (a.distance === b.distance && a.end.index > b.end.index));

/** Ends by squares as wide as the tolerance: all near ends lie in nine of them. */
class EndGrid {
  readonly #cells = new Map<string, End[]>();

  readonly #tolerance: number;

  constructor(tolerance: number) {
    this.#tolerance = tolerance;
  }

  #cellOf([x, y]: Point): [number, number] {
    return [Math.floor(x / this.#tolerance), Math.floor(y / this.#tolerance)];
  }

  add(end: End): void {
    const key = this.#cellOf(end.at).join();
    const cell = this.#cells.get(key);
    if (cell) cell.push(end);
    else this.#cells.set(key, [end]);
  }

  nearest(point: Point, used: Uint8Array): Candidate | null {
    const [column, row] = this.#cellOf(point);
    let best: Candidate | null = null;
    for (let i = -1; i <= 1; i++) {
      for (let j = -1; j <= 1; j++) {
        for (const end of this.#cells.get(`${column + i},${row + j}`) ?? []) {
          if (used[end.index]) continue;
          const candidate = { end, distance: gap(point, end.at) };
          if (candidate.distance <= this.#tolerance && isBetter(candidate, best)) best = candidate;
        }
      }
    }
    return best;
  }
}
