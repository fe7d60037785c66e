/** Fits the widenings for a population that no survey measured to groups that were left out. */
import { bodyFields } from '../fields.js';
import { N } from '../model/conditional.js';
import { leastWidenings, tissueOf, wideningBinOf, wideningBins } from '../model/populations.js';
import type { StrangerError } from './leave-group-out.js';

/** Short of nine in ten: the least widenings of the other fields bring all of them to it. */
const coverage = 0.89;
/** A draw says something of a field from so many answers on. */
const fewestAnswers = 50;
/** No interval grows by more: beyond it a field is nearly algebra on what is known. */
const mostWidening = 2;

/**
 * The widening of every bin and field, [wideningBins, N]. It makes so many answers right when every gender of every group
 * counts the same. It is at least that of `leastWidenings`, and never less when more is known.
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
      const before = bin > 0 ? result[at - N]! : 0;
      result[at] = Math.max(result[at]!, before, own[u] ?? meanOf(own.filter((_, v) => areAlike(u, v))));
    }
  }
  return result;
}

/** The widening that a field's own answers ask for; none where fewer than two draws say something of it. */
function ownWidening(draws: readonly number[][]): number | undefined {
  const counted = draws.filter(({ length }) => length >= fewestAnswers);
  return counted.length > 1 ? Math.min(balancedQuantile(counted), mostWidening) : undefined;
}

/** Whether a field that one group alone has may go by the other. */
function areAlike(u: number, v: number): boolean {
  const [a, b] = [bodyFields[u]!, bodyFields[v]!];
  return tissueOf(a) === tissueOf(b) && (a.kind === 'length') === (b.kind === 'length');
}

function meanOf(values: readonly (number | undefined)[]): number {
  const known = values.filter((value) => value !== undefined);
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length;
}

/** Quantile of all draws together, where each counts the same however many answers it has. */
function balancedQuantile(draws: readonly number[][]): number {
  const all = draws.flatMap((ratios) => ratios.map((ratio) => ({ ratio, weight: 1 / ratios.length })));
  all.sort((a, b) => a.ratio - b.ratio);
  let left = coverage * draws.length;
  for (const { ratio, weight } of all) {
    left -= weight;
    if (left <= 0) return ratio;
  }
  return all.at(-1)!.ratio;
}
