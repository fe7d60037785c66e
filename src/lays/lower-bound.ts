/**
 * A cost that no plan of some cloths of one width can undercut, whatever its markers are.
 *
 * Every garment takes its least length of cloth. The least lengths also give the least number of plies, since none is longer
 * than the table, and that gives the least number of lays. A cut through at most P plies cuts out at most P garments.
 */
import { type LayOrder, metre } from './order.js';

export interface BoundDemand {
  readonly garment: number;
  readonly cloth: number;
  readonly quantity: number;
  readonly under: number;
}

/**
 * @param least the least lengths of each garment, by function; the first is that of its area
 * @param cutLengths the length of line of each garment
 */
export function lowerBound(
  { cloths, table, costs }: LayOrder,
  demands: readonly BoundDemand[],
  least: readonly (readonly number[])[],
  cutLengths: readonly number[],
): number {
  if (demands.every(({ quantity, under }) => quantity <= under)) return leftOutAlone(cloths, demands, least);
  const byFunction = least[0]!.map((_, f) =>
    demands.reduce((sum, { garment, cloth, quantity, under }) => {
      const [by, byArea] = [least[garment]![f]!, least[garment]![0]!];
      // a garment that is left out counts with its area
      return sum + (cloths[cloth]!.price / metre) * (quantity * by + Math.min(0, under * (byArea - by)));
    }, 0),
  );
  const used = [...new Set(demands.map(({ cloth }) => cloth))];
  let plies = 0;
  let ends = 0;
  for (const c of used) {
    const { rolls, endLoss, price } = cloths[c]!;
    const longest = Math.min(table.length, rolls ? Math.max(...rolls.map(({ length }) => length)) : Infinity) - endLoss;
    const own = demands.filter(({ cloth }) => cloth === c);
    const lengths = least[0]!.map((_, f) =>
      own.reduce((sum, { garment, quantity, under }) => sum + Math.max(0, quantity - under) * least[garment]![f]!, 0),
    );
    const fewest = longest > 0 ? Math.ceil(Math.max(...lengths) / longest - 1e-9) : 0;
    plies += fewest;
    ends += fewest * (costs.ply + (price / metre) * endLoss);
  }
  const lays = Math.ceil(plies / table.plies);
  const garments = [...new Set(demands.map(({ garment }) => garment))];
  const cutting = garments.reduce((sum, g) => {
    const cut = demands
      .filter(({ garment }) => garment === g)
      .reduce((all, { quantity, under }) => all + Math.max(0, quantity - under), 0);
    return sum + Math.ceil(cut / table.plies) * (costs.cutting / metre) * cutLengths[g]!;
  }, 0);
  return Math.max(...byFunction) + ends + Math.max(1, lays) * costs.lay + costs.marker + cutting;
}

/** All garments may be left out, so that a plan may have no lay at all. */
function leftOutAlone(
  cloths: LayOrder['cloths'],
  demands: readonly BoundDemand[],
  least: readonly (readonly number[])[],
): number {
  return Math.max(
    ...least[0]!.map((_, f) =>
      demands.reduce(
        (sum, { garment, cloth, quantity }) =>
          // a garment that is left out counts with its area
          sum + (cloths[cloth]!.price / metre) * quantity * Math.min(least[garment]![f]!, least[garment]![0]!),
        0,
      ),
    ),
  );
}
