/** The search of the shown marker, and those of all materials at once. */
import { computed } from '@preact/signals';
import type { NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { canBegin, keepingLocked } from './carried.js';
import { fingerprint, material, materials, packedMaterial } from './cutting-list.js';
import { markerOf, ofShown, shown, within } from './markers.js';
import { missing, question } from './setup.js';

export type { Ground, SearchedGround } from './question.js';
export { densityOf, type Phase } from './search.js';

export const phase = ofShown(({ search }) => search.phase);
export const queuedPosition = ofShown(({ search }) => search.queuedPosition);
export const progress = ofShown(({ search }) => search.progress);
export const ground = ofShown(({ search }) => search.ground);
export const best = ofShown(({ search }) => search.best);
export const samples = ofShown(({ search }) => search.samples);
export const notices = ofShown(({ search }) => search.notices);
export const dropped = ofShown(({ search }) => search.dropped);
export const cancelled = ofShown(({ search }) => search.cancelled);
export const runTrouble = ofShown(({ search }) => search.trouble);

export const isRunning = (): boolean => shown.value.search.isRunning.value;

/** Whether the last layout still lays the present outlines. */
export const isOfPresent = computed(() => shown.value.search.outlines.value === fingerprint.value);

/** The layout from which a search can continue: the last one, if it has places for parts of now. */
export const unfinished = computed(() => {
  const from = best.value;
  if (phase.value !== 'done' || from === null) return null;
  if (isOfPresent.value) return from;
  return missing.value === null && canBegin(question(from), shown.value.search) ? from : null;
});

/**
 * Parts that a person has locked stay in their places.
 * @param from the layout to continue from
 */
export async function start(from?: NestSolution): Promise<void> {
  const { search } = shown.peek();
  if (search.isRunning.peek()) return;
  await search.start(keepingLocked(question(from), search));
}

/** Starts the searches of all materials, the shown one first. A marker with faulty settings or locks is shown instead. */
export function startAll(): void {
  const first = packedMaterial.peek()!;
  const names = [first, ...materials.peek().filter((name) => name !== first)];
  const faulty = names.filter((name) => {
    return within(name, () => {
      if (missing.peek() !== null || shown.peek().search.blocked.peek()) return true;
      void start();
      return false;
    });
  });
  if (faulty.length > 0) material.value = faulty[0]!;
}

/** The materials of the garments that a search runs for. */
export const runningMaterials = computed(() =>
  materials.value.filter((name) => markerOf(name)?.search.isRunning.value === true),
);

export const cancel = (): Promise<void> => shown.peek().search.cancel();

export function cancelAll(): void {
  for (const name of runningMaterials.peek()) void markerOf(name)!.search.cancel();
}

export const remember = (): void => shown.peek().search.remember();

export const forget = (): void => shown.peek().search.forget();
