/** The costs of sheets: one for using a sheet at all, and one for each unit of its used length. */

import type { Bin, NestRequest } from '../request.js';

export type SheetCost = Required<Pick<Bin, 'cost' | 'costPerLength'>>;

export const free: SheetCost = { cost: 0, costPerLength: 0 };

export const costOf = ({ cost = 0, costPerLength = 0 }: Bin): SheetCost => ({ cost, costPerLength });

/** Whether a bin of the request has a cost, so that the cheapest choice of bins counts before their number. */
export function hasCosts({ bins }: Pick<NestRequest, 'bins'>): boolean {
  return bins.some(({ cost = 0, costPerLength = 0 }) => cost > 0 || costPerLength > 0);
}

/** Whether two sheets cost the same, however long their layouts are. */
export function costAlike(a: Bin, b: Bin): boolean {
  const [one, other] = [costOf(a), costOf(b)];
  return one.cost === other.cost && one.costPerLength === other.costPerLength;
}
