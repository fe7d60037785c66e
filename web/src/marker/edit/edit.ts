/** Work on a finished marker: parts that a person moves, turns and locks, with a way back. */
import { batch, computed, effect, signal } from '@preact/signals';
import { GravityDirection, type NestSolution, type Placement } from '../../../../gen/selvage/nest/v1/nest_pb.js';
import { lengthUnit, mmIn } from '../../shell/lengths.js';
import { blocked, faulty, keyOf, lockedKeys } from '../locked.js';
import { ofShown, shown } from '../markers.js';
import { best, ground, phase, remember } from '../run.js';
import type { Outcome, Search } from '../search.js';
import { Reviewer } from './review.js';

/** Place in the list of placements of the part to work on. */
export const selected = signal<number | null>(null);
/** The selected part on its way, before it is let go. */
export const held = signal<Placement | null>(null);
/** Whether the part on its way overlaps another one, comes too near, or leaves its sheet. */
export const heldIsFaulty = signal(false);

/** The layouts that have been judged; any other one comes from the service. */
const judged = new WeakMap<Search, NestSolution>();

const past = ofShown(({ search }) => search.past);
const future = ofShown(({ search }) => search.future);
export const canUndo = computed(() => past.value.length > 0);
export const canRedo = computed(() => future.value.length > 0);

let reviewer: Reviewer | null = null;

const present = (): Outcome => shown.peek().search.outcome()!;

// Another marker is shown.
effect(() => {
  void shown.value;
  select(null);
});

effect(() => {
  const [on, solution] = [ground.value, best.value];
  if (phase.value !== 'done' || !on || !solution) {
    reviewer = null;
    return;
  }
  if (reviewer?.ground !== on) reviewer = new Reviewer(on);
  const { search } = shown.value;
  if (solution === judged.get(search)) return;
  judged.set(search, solution);
  batch(() => {
    select(null);
    judge(solution);
  });
});

function select(at: number | null): void {
  batch(() => {
    selected.value = at;
    held.value = null;
  });
}

function judge({ placements }: NestSolution): void {
  const review = reviewer!.review(placements, lockedKeys.peek());
  faulty.value = review.faulty;
  blocked.value = review.blocked;
}

function show(outcome: Outcome): void {
  const { search } = shown.peek();
  batch(() => {
    // Another search may have other parts.
    if (reviewer!.ground !== outcome.ground) {
      reviewer = new Reviewer(outcome.ground);
      select(null);
    }
    judged.set(search, outcome.best);
    search.restore(outcome);
    judge(outcome.best);
  });
  // A layout of a thousand parts takes a while to write down; the next frame comes first.
  setTimeout(remember);
}

function change(outcome: Outcome): void {
  const before = present();
  shown.peek().search.addStep(before);
  const { best: solution } = outcome;
  // A lock moves nothing, so the search's own measures and rests hold.
  const isMoved = solution.placements !== before.best.placements;
  show(isMoved ? { ...outcome, best: { ...solution, ...reviewer!.measured(solution.placements) } } : outcome);
}

/** Takes back the last change, or the last search. */
export function undo(): void {
  const before = past.value.at(-1);
  if (!before) return;
  future.value = [present(), ...future.value];
  past.value = past.value.slice(0, -1);
  show(before);
}

export function redo(): void {
  const [after, ...rest] = future.value;
  if (!after) return;
  past.value = [...past.value, present()];
  future.value = rest;
  show(after);
}

/** The selected part, where it is now. */
export const selectedPlacement = computed(() => held.value ?? best.value?.placements[selected.value ?? -1] ?? null);

/** Shows the selected part on its way to a place. */
export function hold(placement: Placement): void {
  const own = alongFold(placement);
  held.value = own;
  heldIsFaulty.value = reviewer!.isFaulty(best.value!.placements, selected.value!, own);
}

/** A half moves along its fold alone. */
function alongFold(placement: Placement): Placement {
  const { gravity, polygons } = ground.value!;
  if (polygons[placement.index!]!.foldLine.length === 0) return placement;
  const { position: from } = best.value!.placements[selected.value!]!;
  const to = placement.position!;
  const isLevel = gravity === GravityDirection.LEFT || gravity === GravityDirection.RIGHT;
  return { ...placement, position: isLevel ? { ...to, y: from!.y } : { ...to, x: from!.x } };
}

/** Lets the held part go where it is. It stays there in the next search. */
export function letGo(): void {
  const placement = held.value;
  held.value = null;
  if (placement) place(placement);
}

/** Puts the selected part in a place, and locks it. */
export function place(placement: Placement): void {
  const at = selected.value!;
  const outcome = present();
  const { best: solution, locked: fixed } = outcome;
  const before = keyOf(solution.placements[at]!);
  if (before === keyOf(placement)) return;
  change({
    ...outcome,
    best: { ...solution, placements: solution.placements.with(at, placement) },
    locked: [...fixed.filter((each) => keyOf(each) !== before), placement],
  });
}

export function toggleLock(): void {
  const placement = selectedPlacement.value;
  if (!placement) return;
  const outcome = present();
  const key = keyOf(placement);
  const others = outcome.locked.filter((each) => keyOf(each) !== key);
  change({ ...outcome, locked: lockedKeys.value.has(key) ? others : [...others, placement] });
}

export const unlockAll = (): void => change({ ...present(), locked: [] });

/** A step of the arrow keys: 1 mm, or a twentieth of an inch. With Shift it is ten times as long. */
export const nudgeMm = (): number => (lengthUnit.value === 'in' ? mmIn.in / 20 : 1);

/** Moves the selected part, in units of the request. */
export function nudge(x: number, y: number): void {
  const placement = selectedPlacement.value;
  if (!placement) return;
  const { position } = placement;
  place(alongFold({ ...placement, position: { ...position!, x: position!.x + x, y: position!.y + y } }));
}

/** Turns the selected part about the middle of its box. */
export function turn(degrees: number): void {
  const placement = selectedPlacement.value;
  if (placement) place(reviewer!.turned(placement, degrees));
}
