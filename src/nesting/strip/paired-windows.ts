/**
 * Windows of two threads on one strip. A line across it gives each thread a side: no item of one side reaches those of
 * the other, and the items over the line lie still. After each turn both sides are put together, and the next line lies
 * elsewhere.
 */

import type { Random } from '../../random.js';
import type { Budget } from '../overlap/budget.js';
import type { CollisionField } from '../overlap/collision-field.js';
import { greatestMargin } from '../overlap/shapes.js';
import type { WindowRelay } from './window-relay.js';
import { type End, Windows, type WindowsOptions, type WindowsSetting, wholeStrip, type Zone } from './windows.js';

/** Share of the budget of a turn. */
const turnShare = 0.02;
/** The line lies in the middle of the strip, or by up to this share of its length beside it. */
const stray = 0.15;
/** Items of each side, so that it has windows at several places. */
const fewestOfSide = 30;

export interface PairedWork {
  readonly field: CollisionField;
  readonly random: Random;
  readonly budget: Budget;
  /** Share of the budget at which the work ends. */
  readonly until: number;
  /** Null: there is no other thread. */
  readonly relay: WindowRelay | null;
}

/** Works on windows together with the second thread, and alone where that has no turn. */
export function squeezePaired(windows: Windows, { until, ...work }: PairedWork, options: WindowsOptions): void {
  const { field, random, relay } = work;
  const budget = untilShare(work.budget, until);
  if (relay === null) {
    windows.run(budget, options);
    return;
  }
  const margin = greatestMargin(field.shapes);
  const poll = (): void => budget.poll();
  for (let { ends } = options; !budget.stopped(); ends = []) {
    const endsAt = budget.used() + turnShare;
    const isOver = (): boolean => budget.used() >= endsAt;
    const line = windows.length * (0.5 + stray * (2 * random.next() - 1));
    const own: Zone = { from: -Infinity, to: line - margin };
    const others: Zone = { from: line, to: Infinity };
    const isLarge = (): boolean => [own, others].every((zone) => windows.itemsIn(zone) >= fewestOfSide);
    if (endsAt > until || !relay.isReady(poll) || !isLarge()) {
      windows.keepTo(wholeStrip);
      windows.run(budget, { ...options, ends, isOver });
      continue;
    }
    relay.assign({ layout: windows.layout, line, until: endsAt });
    windows.keepTo(own);
    const side: WindowsOptions = { ...options, elsewhere: () => null };
    windows.run(budget, { ...side, ends: ends.filter((end) => end === 'left'), isOver });
    if (!relay.isRepeatable) windows.run(budget, { ...side, ends: [], isOver: () => relay.isHandedIn });
    const found = relay.handedIn(poll);
    if (found === null) continue;
    windows.takeBeyond(found);
    options.improved(windows.layout);
    const better = options.elsewhere();
    if (better) ({ at: windows.at, length: windows.length } = better);
  }
  windows.keepTo(wholeStrip);
}

/** Takes turns as the second thread until `poll` of the budget throws. */
export function takeTurns(
  { field, random, budget }: Omit<PairedWork, 'until' | 'relay'>,
  relay: WindowRelay,
  setting: WindowsSetting,
  ends: readonly End[],
): never {
  for (let first = ends; ; first = []) {
    const { layout, line, until } = relay.next(() => budget.poll());
    const windows = new Windows(field, field.shapes.itemTypes, random, layout, setting);
    windows.keepTo({ from: line, to: Infinity });
    windows.run(budget, {
      ends: first,
      improved: () => {},
      elsewhere: () => null,
      isOver: () => budget.used() >= until,
    });
    relay.handIn(windows.layout);
  }
}

function untilShare(budget: Budget, share: number): Budget {
  return { ...budget, stopped: () => budget.stopped() || budget.used() >= share };
}
