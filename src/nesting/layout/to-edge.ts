/**
 * Moves parts that match to the edge at which parts gather. A layout is made at one phase of each garment, which may keep
 * all of its parts off the edge. A whole layout can change a phase that nothing prescribes: its parts still match.
 */

import type { Point } from '../../geometry/point.js';
import type { Placement } from '../request.js';
import type { ExactCheck } from './exact-check.js';
import { pointFromFrame } from './frame.js';
import type { Layout } from './layout.js';
import { senseOf } from './match-errors.js';
import { type Axis, acrossOf, freeGroups, type Hold, matchingOf, repeatOf } from './matching.js';
import type { Placed } from './placed.js';
import { type Problem, roomSlack } from './problem.js';

/** The parts of sheets on which the same garments lie. They move together. */
interface Bundle {
  readonly sheets: Set<number>;
  readonly placed: Placed[];
}

/**
 * The placements of a sound layout, moved along as far as its phases are free. Those that would be at fault elsewhere, for
 * a keep-out or an outline in the way, stay with all that move together with them.
 */
export function atEdge(
  problem: Problem,
  check: ExactCheck,
  layout: Layout,
  placements: readonly Placement[],
): readonly Placement[] {
  const ways = waysOf(problem, layout);
  if (ways.size === 0) return placements;
  const moved = placements.map((placement) => {
    const [x, y] = ways.get(placement.bin)?.move ?? [0, 0];
    return { ...placement, position: [placement.position[0] + x, placement.position[1] + y] as const };
  });
  const stays = new Set(check.faults(moved).map((i) => ways.get(moved[i]!.bin)?.bundle));
  return placements.map((placement, i) => (stays.has(ways.get(placement.bin)?.bundle) ? placement : moved[i]!));
}

interface Way {
  readonly bundle: Bundle;
  /** In units of the request. */
  readonly move: Point;
}

/** The way of each sheet whose parts have one to the edge. */
function waysOf(problem: Problem, layout: Layout): Map<number, Way> {
  const ways = new Map<number, Way>();
  const { request, frame } = problem;
  const axis: Axis = acrossOf(request) === 0 ? 1 : 0;
  const free = new Set(freeGroups(request).flatMap((group) => (group.axis === axis ? [group.group] : [])));
  if (free.size === 0) return ways;
  const { holds } = matchingOf(request);
  const holdOf = ({ part }: Placed): Hold | null => holds[part.index]![axis];
  for (const bundle of bundlesOf(layout, holdOf)) {
    const share = shareOf(problem, bundle, holdOf, free);
    if (share === null) continue;
    const step = share * repeatOf(request.fabric!, axis)!;
    const room = Math.min(
      ...bundle.placed.map(
        ({ along, variant, sheet }) => along + variant.box.minX - problem.sheets[sheet]!.shape.room.minX,
      ),
    );
    const way = step > 0 ? Math.floor(room / frame.scale / step) * step : room / frame.scale;
    if (way * frame.scale <= roomSlack) continue;
    const move = pointFromFrame(frame, [-way, 0]);
    for (const sheet of bundle.sheets) ways.set(sheet, { bundle, move });
  }
  return ways;
}

/** Sheets without a part that matches are left out. */
function bundlesOf({ placed }: Layout, holdOf: (placed: Placed) => Hold | null): Set<Bundle> {
  const bySheet = new Map<number, Bundle>();
  for (const one of placed) {
    const bundle = bySheet.get(one.sheet);
    if (bundle) bundle.placed.push(one);
    else bySheet.set(one.sheet, { sheets: new Set([one.sheet]), placed: [one] });
  }
  const sheetOf = new Map<number, number>();
  const bundles = new Set<Bundle>();
  for (const one of placed) {
    const hold = holdOf(one);
    if (!hold) continue;
    const own = bySheet.get(one.sheet)!;
    const other = bySheet.get(sheetOf.get(hold.group) ?? one.sheet)!;
    sheetOf.set(hold.group, one.sheet);
    bundles.add(own);
    if (own === other) continue;
    own.placed.push(...other.placed);
    for (const sheet of other.sheets) {
      own.sheets.add(sheet);
      bySheet.set(sheet, own);
    }
    bundles.delete(other);
  }
  return bundles;
}

/**
 * The share of a repeat by whose multiples a bundle may move: 0 for any way, null for none. Phases count backwards at
 * 180 degrees, so parts that lie both ways match again after half of a repeat.
 */
function shareOf(
  { orientations }: Problem,
  { placed }: Bundle,
  holdOf: (placed: Placed) => Hold | null,
  free: ReadonlySet<number>,
): number | null {
  const senses = new Map<number, number>();
  let share = 0;
  for (const one of placed) {
    const hold = holdOf(one);
    if (one.part.isLocked || (hold && !free.has(hold.group))) return null;
    if (!hold) continue;
    const sense = senseOf(orientations[one.variant.orientation]!.degrees);
    if ((senses.get(hold.group) ?? sense) !== sense) share = 1 / 2;
    senses.set(hold.group, sense);
  }
  return share;
}
