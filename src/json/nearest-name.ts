/** Suggests the intended name for a misspelled one. */

/** `; did you mean "x"?` for the known name nearest by edit distance, or nothing where none is near. */
export function nearest(name: string, known: readonly string[]): string {
  const match = nearestName(name, known);
  return match === null ? '' : `; did you mean "${match}"?`;
}

/**
 * The known name nearest to a wrong one; null where none is. Among numbers, the nearest by value is meant, up to a third of
 * the wrong one away. Else at most a third of the letters differ.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  return nearestNumber(name, known) ?? nearestSpelling(name, known);
}

const number = /^\d{1,9}(\.\d{1,9})?$/;

/** Of two at the same distance, the smaller. */
function nearestNumber(name: string, known: readonly string[]): string | null {
  if (!number.test(name) || !known.every((candidate) => number.test(candidate))) return null;
  const value = Number(name);
  let best: string | null = null;
  let bestDistance = Math.max(1, value / 3);
  for (const candidate of known) {
    const distance = Math.abs(Number(candidate) - value);
    const isSmaller = best === null || Number(candidate) < Number(best);
    if (distance < bestDistance || (distance === bestDistance && isSmaller))
      [best, bestDistance] = [candidate, distance];
  }
  return best;
}

function nearestSpelling(name: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Levenshtein distance, where two swapped letters count as one edit. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, beforeLast[j - 2]! + 1);
      row.push(cost);
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length]!;
}
