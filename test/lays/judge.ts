/**
 * The judge of lay plans: reads an order and a line `plan` as JSON, and counts everything again. It shares no code with the
 * planner.
 */

export interface JudgedOrder {
  readonly lines: readonly { garment: string; colour: string; quantity: number; over?: number; under?: number }[];
  readonly cloths: readonly {
    colour: string;
    width: number;
    rolls?: readonly { length: number; shade?: string }[];
    price?: number;
    endLoss?: number;
  }[];
  readonly table: { readonly length: number; readonly plies: number };
  readonly costs?: { marker?: number; lay?: number; ply?: number; cutting?: number };
}

// biome-ignore lint/suspicious/noExplicitAny: a line as it comes
export type PlanLine = any;

/** @returns the faults of the plan; none: it holds */
export function faultsOf(order: JudgedOrder, plan: PlanLine): string[] {
  const faults: string[] = [];
  const wrong = (isWrong: boolean, fault: string): void => {
    if (isWrong) faults.push(fault);
  };
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-6 * (1 + Math.abs(a) + Math.abs(b));

  const cut = new Map<string, number>();
  const used = new Map<string, number>();
  let [clothLength, clothCost, plies, cutting] = [0, 0, 0, 0];
  const { marker: ofMarker = 0, lay: ofLay = 0, ply: ofPly = 0, cutting: ofMetre = 0 } = order.costs ?? {};
  const laid = new Set<number>();
  for (const [l, lay] of plan.lays.entries()) {
    const marker = plan.markers[lay.marker];
    laid.add(lay.marker);
    let high = 0;
    let before = '';
    const shades = new Set<string>();
    for (const each of lay.plies) {
      const cloth = order.cloths[each.cloth]!;
      const endLoss = cloth.endLoss ?? 0;
      wrong(!Number.isInteger(each.plies) || each.plies < 1, `lay ${l} has ${each.plies} plies of a roll`);
      wrong(each.colour !== cloth.colour, `lay ${l} names the colour ${each.colour}, not ${cloth.colour}`);
      wrong(marker.width !== cloth.width, `lay ${l} has cloth of the width ${cloth.width}`);
      wrong(
        marker.length + endLoss > order.table.length * (1 + 1e-9),
        `lay ${l} is longer than the table: ${marker.length} + ${endLoss}`,
      );
      high += each.plies;
      plies += each.plies;
      clothLength += each.plies * (marker.length + endLoss);
      clothCost += (each.plies * (marker.length + endLoss) * (cloth.price ?? 1)) / 1000;
      if (cloth.rolls && cloth.rolls.length > 0) {
        const key = `${each.cloth} ${each.roll}`;
        used.set(key, (used.get(key) ?? 0) + each.plies * (marker.length + endLoss));
        wrong(each.shade !== (cloth.rolls[each.roll]?.shade ?? ''), `lay ${l} names the shade ${each.shade}`);
      } else wrong(each.roll !== null, `lay ${l} takes a roll of a cloth without rolls`);
      const shade = `${each.cloth} ${each.shade}`;
      wrong(shade !== before && shades.has(shade), `lay ${l} has plies of the shade ${shade} in two places`);
      shades.add(shade);
      before = shade;
      for (const { name, count } of marker.garments) {
        const key = `${name} ${each.colour}`;
        cut.set(key, (cut.get(key) ?? 0) + count * each.plies);
      }
    }
    wrong(high > order.table.plies, `lay ${l} has ${high} plies`);
    cutting += (ofMetre * marker.cutLength) / 1000;
  }
  wrong(laid.size !== plan.markers.length, 'a marker is never laid');

  for (const [key, length] of used) {
    const [c, r] = key.split(' ').map(Number) as [number, number];
    const roll = order.cloths[c]!.rolls![r];
    wrong(
      roll === undefined || length > roll.length * (1 + 1e-9),
      `roll ${key} is used to ${length} of ${roll?.length}`,
    );
    const told = plan.rolls.find((use: PlanLine) => use.cloth === c && use.roll === r);
    wrong(
      !told || !near(told.used, length) || !near(told.remnant, roll!.length - length),
      `roll ${key} is told wrongly`,
    );
  }
  wrong(plan.rolls.length !== used.size, 'the plan tells of rolls that it does not use');

  const missing = new Map<number, number>(plan.missing.map((one: PlanLine) => [one.line, one.garments]));
  const told = new Map<string, number>();
  for (const [i, line] of order.lines.entries()) {
    const count = plan.lines[i];
    const { quantity, over = 0, under = 0 } = line;
    wrong(count.line !== i || count.quantity !== quantity, `line ${i} is not told as it was sent`);
    wrong(count.cut > quantity + over, `line ${i}: ${count.cut} are cut of ${quantity} + ${over}`);
    wrong(
      count.cut < quantity - under && missing.get(i) !== quantity - under - count.cut,
      `line ${i}: ${count.cut} are cut of ${quantity} - ${under}, and ${missing.get(i)} are told missing`,
    );
    wrong(count.cut >= quantity - under && missing.has(i), `line ${i} is told missing`);
    wrong(count.over !== Math.max(0, count.cut - quantity), `line ${i}: over is ${count.over}`);
    wrong(count.under !== Math.max(0, quantity - count.cut), `line ${i}: under is ${count.under}`);
    const key = `${line.garment} ${line.colour}`;
    told.set(key, (told.get(key) ?? 0) + count.cut);
  }
  for (const key of new Set([...cut.keys(), ...told.keys()])) {
    wrong(
      (cut.get(key) ?? 0) !== (told.get(key) ?? 0),
      `${key}: ${cut.get(key)} are cut, and ${told.get(key)} are told`,
    );
  }

  const { cost } = plan;
  wrong(!near(plan.clothLength, clothLength), `the cloth is ${clothLength}, not ${plan.clothLength}`);
  wrong(!near(cost.cloth, clothCost), `the cloth costs ${clothCost}, not ${cost.cloth}`);
  wrong(!near(cost.markers, ofMarker * laid.size), `the markers cost ${ofMarker * laid.size}, not ${cost.markers}`);
  wrong(!near(cost.lays, ofLay * plan.lays.length), `the lays cost ${ofLay * plan.lays.length}, not ${cost.lays}`);
  wrong(!near(cost.plies, ofPly * plies), `the plies cost ${ofPly * plies}, not ${cost.plies}`);
  wrong(!near(cost.cutting, cutting), `the cutting costs ${cutting}, not ${cost.cutting}`);
  const sum = cost.cloth + cost.markers + cost.lays + cost.plies + cost.cutting + cost.leftOut;
  wrong(!near(cost.total, sum), `the parts of the cost are ${sum}, and all is ${cost.total}`);
  if (plan.missing.length === 0) {
    wrong(
      plan.lowerBound > cost.total * (1 + 1e-9),
      `the lower bound is ${plan.lowerBound} and the cost ${cost.total}`,
    );
    wrong(!near(plan.gap, cost.total === 0 ? 0 : 1 - plan.lowerBound / cost.total), `the gap is ${plan.gap}`);
  } else wrong(plan.lowerBound !== null || plan.gap !== null, 'a plan with missing garments has a bound');
  return faults;
}
