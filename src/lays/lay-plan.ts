/** Writes the mixes of all widths as one plan: markers, lays with their plies in order, counts, remnants and costs. */
import type { Source } from './mix/problem.js';
import { keyOf } from './mix/problem.js';
import { type LayOrder, metre } from './order.js';
import type { LayPlan, Missing, PlanCost, PlanLay, PlanMarker, PlanPlies, RollUse } from './plan.js';
import type { WidthClass } from './width-class.js';

export function layPlan(order: LayOrder, classes: readonly WidthClass[], elapsedSeconds: number): LayPlan {
  const laid = classes
    .flatMap((own) => markersOf(order, own))
    .sort((a, b) => clothOf(order, b).cost - clothOf(order, a).cost);
  const markers = laid.map(({ marker }) => marker);
  const lays = laid.flatMap(({ plies }, marker) =>
    laysOf(order, plies).map((layers): PlanLay => ({ marker, plies: layers })),
  );
  const cut = cutOf(order, laid);
  const missing = missingOf(order, classes, cut);
  const clothLength = laid.reduce((sum, each) => sum + clothOf(order, each).length, 0);
  return {
    markers,
    lays,
    cut,
    rolls: rollsOf(order, laid),
    clothLength,
    cost: costOf(order, classes, laid, lays, cut),
    lowerBound: missing.length > 0 ? null : classes.reduce((sum, own) => sum + own.lowerBound, 0),
    missing,
    elapsedSeconds,
  };
}

interface LaidMarker {
  readonly marker: PlanMarker;
  readonly plies: readonly PlanPlies[];
}

function markersOf({ garments }: LayOrder, own: WidthClass): LaidMarker[] {
  return (own.best?.markers ?? []).map(({ counts, sources }): LaidMarker => {
    const { length, jobId } = own.nested.get(keyOf(counts))!;
    const sum = (values: readonly number[]): number => counts.reduce((all, count, g) => all + count * values[g]!, 0);
    const marker = {
      counts,
      width: own.width,
      length,
      jobId,
      utilisation: sum(own.area) / (own.width * length),
      parts: sum(garments.map(({ parts }) => parts.reduce((all, { quantity }) => all + quantity, 0))),
      cutLength: sum(own.cutLengths),
    };
    const plies = sources.map(({ cloth, roll, plies }: Source) => ({ cloth: own.cloths[cloth]!, roll, plies }));
    return { marker, plies };
  });
}

function clothOf({ cloths }: LayOrder, { marker, plies }: LaidMarker): { length: number; cost: number } {
  let [length, cost] = [0, 0];
  for (const { cloth, plies: n } of plies) {
    const { endLoss, price } = cloths[cloth]!;
    length += n * (marker.length + endLoss);
    cost += (price / metre) * n * (marker.length + endLoss);
  }
  return { length, cost };
}

/** Full lays first. Plies of a colour lie together, and so do those of a shade and of a roll. */
function laysOf({ cloths, table }: LayOrder, plies: readonly PlanPlies[]): PlanPlies[][] {
  const shade = ({ cloth, roll }: PlanPlies): string => (roll === null ? '' : cloths[cloth]!.rolls![roll]!.shade);
  const sorted = [...plies].sort(
    (a, b) => a.cloth - b.cloth || (shade(a) < shade(b) ? -1 : shade(a) > shade(b) ? 1 : 0) || a.roll! - b.roll!,
  );
  const lays: PlanPlies[][] = [];
  let room = 0;
  for (const { cloth, roll, plies: all } of sorted) {
    for (let left = all; left > 0; ) {
      if (room === 0) {
        lays.push([]);
        room = table.plies;
      }
      const taken = Math.min(left, room);
      lays.at(-1)!.push({ cloth, roll, plies: taken });
      left -= taken;
      room -= taken;
    }
  }
  return lays;
}

/** Garments cut by line. Lines of one garment on one cloth are filled in their order; the last has what is over. */
function cutOf({ lines }: LayOrder, laid: readonly LaidMarker[]): number[] {
  const left = new Map<string, number>();
  for (const { marker, plies } of laid) {
    for (const { cloth, plies: n } of plies) {
      for (const [g, count] of marker.counts.entries()) {
        if (count > 0) left.set(`${g} ${cloth}`, (left.get(`${g} ${cloth}`) ?? 0) + n * count);
      }
    }
  }
  const take = (key: string, most: number): number => {
    const taken = Math.min(most, left.get(key) ?? 0);
    left.set(key, (left.get(key) ?? 0) - taken);
    return taken;
  };
  const key = (i: number): string => `${lines[i]!.garment} ${lines[i]!.cloth}`;
  const least = lines.map(({ quantity, under }, i) => take(key(i), Math.max(0, quantity - under)));
  const wanted = lines.map(({ quantity }, i) => take(key(i), quantity - least[i]!));
  const over = lines.map((line, i) => take(key(i), line.over));
  return lines.map((_, i) => least[i]! + wanted[i]! + over[i]!);
}

function missingOf({ lines }: LayOrder, classes: readonly WidthClass[], cut: readonly number[]): Missing[] {
  return lines.flatMap(({ garment, cloth, quantity, under }, line): Missing[] => {
    const garments = quantity - under - cut[line]!;
    if (garments <= 0) return [];
    const own = classes.find(({ cloths }) => cloths.includes(cloth))!;
    return [{ line, garments, reason: own.reasonFor(garment, cloth) }];
  });
}

function rollsOf({ cloths }: LayOrder, laid: readonly LaidMarker[]): RollUse[] {
  return cloths.flatMap(({ rolls, endLoss }, c) =>
    (rolls ?? []).flatMap(({ length }, r): RollUse[] => {
      let used = 0;
      for (const { marker, plies } of laid) {
        for (const { cloth, roll, plies: n } of plies) {
          if (cloth === c && roll === r) used += n * (marker.length + endLoss);
        }
      }
      return used === 0 ? [] : [{ cloth: c, roll: r, used, remnant: length - used }];
    }),
  );
}

function costOf(
  order: LayOrder,
  classes: readonly WidthClass[],
  laid: readonly LaidMarker[],
  lays: readonly PlanLay[],
  cut: readonly number[],
): PlanCost {
  const { costs } = order;
  const cloth = laid.reduce((sum, each) => sum + clothOf(order, each).cost, 0);
  const plies = costs.ply * laid.reduce((sum, each) => sum + each.plies.reduce((all, { plies: n }) => all + n, 0), 0);
  const cutting = lays.reduce((sum, { marker }) => sum + (costs.cutting / metre) * laid[marker]!.marker.cutLength, 0);
  const leftOut = order.lines.reduce((sum, { garment, cloth: c, quantity, under }, i) => {
    const own = classes.find(({ cloths }) => cloths.includes(c))!;
    return sum + Math.min(under, Math.max(0, quantity - cut[i]!)) * own.leftOut(garment, c);
  }, 0);
  const parts = { cloth, markers: costs.marker * laid.length, lays: costs.lay * lays.length, plies, cutting, leftOut };
  return { total: Object.values(parts).reduce((sum, each) => sum + each, 0), ...parts };
}
