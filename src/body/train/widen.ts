/** Fits the widenings for a population that no survey measured to groups that were left out. */
import { bodyFields } from '../fields.js';
import { N } from '../model/conditional.js';
import { areAlike, leastWidenings, wideningBinOf, wideningBins } from '../model/populations.js';
import type { StrangerError } from './leave-group-out.js';
import { balancedQuantile, fewestAnswers } from './quantile.js';

/** Short of nine in ten: the least widenings of the other fields bring all of them to it. */
const coverage = 0.89;
/** No interval grows by more: beyond it a field is nearly algebra on what is known. */
const mostWidening = 2;

/**
 * The widening of every bin and field, [wideningBins, N]. It makes so many answers right when every gender of every group
 * counts the same. It is at least that of `leastWidenings`.
 */
export function widenings(errors: readonly StrangerError[]): Float32Array {
  const draws: Map<string, number[]>[] = Array.from({ length: wideningBins * N }, () => new Map());
  for (const { draw, known, field, ratio } of errors) {
    const own = draws[wideningBinOf(known) * N + field]!;
    const ratios = own.get(draw);
    if (ratios) ratios.push(ratio);
    else own.set(draw, [ratio]);
  }
  const result = Float32Array.from(leastWidenings);
  for (let bin = 0; bin < wideningBins; bin++) {
    const own = bodyFields.map((_, u) => ownWidening([...draws[bin * N + u]!.values()]));
    for (let u = 0; u < N; u++) {
      const at = bin * N + u;
      result[at] = Math.max(result[at]!, own[u] ?? meanOf(own.filter((_, v) => areAlike(u, v))));
    }
  }
  return result;
}

/** The widening that a field's own answers ask for; none where fewer than two draws say something of it. */
function ownWidening(draws: readonly number[][]): number | undefined {
  const counted = draws.filter(({ length }) => length >= fewestAnswers);
  return counted.length > 1 ? Math.min(balancedQuantile(counted, coverage), mostWidening) : undefined;
}

function meanOf(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}
