/** Nests some markers, a few at a time, and reports each as it ends. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Block } from './blocks.js';
import type { NestedMarker, NestRecord } from './plan.js';
import type { WidthClass } from './width-class.js';

export interface NestWish {
  readonly own: WidthClass;
  readonly counts: readonly number[];
  readonly seconds: number;
  /** Whether the search only goes on from its first layout, which a short time suits. */
  readonly refines: boolean;
}

export interface NestOrder {
  readonly counts: readonly number[];
  readonly width: number;
  readonly seconds: number;
  /** Layouts to begin with, one behind the other: of the same marker, or of its parts. */
  readonly from: readonly Block[];
  /** Whether the search only goes on from them. */
  readonly refines: boolean;
}

export interface MarkerNester {
  /** Throws the reason of an aborted signal. `isFinal`: nothing better can be found. */
  nest(order: NestOrder, signal: AbortSignal): Promise<NestedMarker & { readonly isFinal: boolean }>;
}

/** The nests that are still to be started. */
export interface NestSupply {
  /** @param open nests that have not ended */
  next(open: number): NestWish | undefined;
  left(): number;
}

const reportMs = 1000;

/**
 * Yields each nest as it ends, and the number of open ones; without a nest once a second. Ends early, and its nests with it, once `isOver`:
 * a queue may be too busy to take them.
 */
export async function* nestRound(
  supply: NestSupply,
  { nester, parallel, isOver }: { readonly nester: MarkerNester; readonly parallel: number; isOver: () => boolean },
  signal: AbortSignal,
): AsyncGenerator<{ readonly nested: NestRecord | null; readonly open: number }> {
  const open = new Set<Promise<void>>();
  const ended: NestRecord[] = [];
  const late = new AbortController();
  const both = AbortSignal.any([signal, late.signal]);
  const start = ({ own, counts, seconds, refines }: NestWish): void => {
    const from = own.startOf(counts);
    const order = { counts, width: own.width, seconds, from, refines: refines && from.length > 0 };
    const nest = nester.nest(order, both).then((nested) => {
      const { length, jobId, isFinal } = nested;
      const record = { width: own.width, counts, length: length < Infinity ? length : null, jobId, seconds, isFinal };
      own.learn(record);
      ended.push(record);
      open.delete(nest);
    });
    // the race below throws the failure; the other nests end by the signal
    nest.catch(() => {});
    open.add(nest);
  };
  for (;;) {
    if (isOver()) {
      late.abort(new Error('the time of the plan is over'));
      return;
    }
    while (open.size < parallel) {
      const wish = supply.next(open.size);
      if (wish === undefined) break;
      start(wish);
    }
    if (open.size === 0 && ended.length === 0) return;
    const tick = new AbortController();
    if (ended.length === 0)
      await Promise.race([...open, delay(reportMs, undefined, { signal: tick.signal }).catch(() => {})]);
    tick.abort();
    yield { nested: ended.shift() ?? null, open: open.size + supply.left() };
  }
}
