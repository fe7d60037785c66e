/** The cutter of the shown marker, as typed below the layout. */
import { computed, signal } from '@preact/signals';
import type { CuttingSettings } from '../../../src/drawing/marker/cutting/cut-line.js';
import { numberIn } from '../body/measurements.js';
import { mmIn } from '../shell/lengths.js';
import { hasOwnUnit, unitMm } from './cutting-list.js';
import { setup } from './setup.js';

/** Whether the page shows its way. */
export const showsCuts = signal(false);

const amounts = ['kerf', 'feed', 'travel', 'startSeconds'] as const;
export type CutterAmount = (typeof amounts)[number];

/** The reasons why typed amounts cannot be. */
export const cutterMistakes = computed<ReadonlyMap<CutterAmount, string>>(() => {
  const found = new Map<CutterAmount, string>();
  for (const name of amounts) {
    const text = setup.value[name].trim();
    const value = numberIn(text);
    if (text === '') continue;
    if (value === null) found.set(name, `“${text}” is not a number`);
    else if (name === 'kerf' || name === 'startSeconds') {
      if (value < 0) found.set(name, 'must be 0 or more');
    } else if (value <= 0) found.set(name, 'must be more than 0');
    if (value !== null && value > most[name]) found.set(name, `must be at most ${most[name]}`);
  }
  return found;
});

/** As the service. */
const most: Readonly<Record<CutterAmount, number>> = { kerf: 100, feed: 1e6, travel: 1e6, startSeconds: 3600 };

/**
 * In millimetres and seconds. Undefined: the way is not shown, and nothing is typed, so files keep to their usual lines. Null:
 * an amount cannot be.
 */
export const cutter = computed<CuttingSettings | null | undefined>(() => {
  if (cutterMistakes.value.size > 0) return null;
  const { commonLines, lengths } = setup.value;
  const isTyped = amounts.some((name) => setup.value[name].trim() !== '') || !commonLines;
  if (!showsCuts.value && !isTyped) return undefined;
  const mm = hasOwnUnit.value ? unitMm.value : mmIn[lengths];
  const amount = (name: CutterAmount, factor: number): number | undefined => {
    const value = numberIn(setup.value[name]);
    return value === null ? undefined : value * factor;
  };
  return {
    kerf: amount('kerf', mm),
    feed: amount('feed', mm),
    travel: amount('travel', mm),
    startSeconds: amount('startSeconds', 1),
    commonLines,
  };
});
