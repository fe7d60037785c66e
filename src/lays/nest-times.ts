/** How long each nest of a plan takes: new markers a short time, and the markers that cost the most cloth the rest. */
import type { Aim } from './aim.js';
import { keyOf } from './mix/problem.js';
import type { NestWish } from './nest-round.js';
import type { LayOrder } from './order.js';

/** A marker that may be nested. */
type Candidate = Pick<NestWish, 'own' | 'counts'>;

export const leastNestSeconds = 0.15;
/** Seconds of the first nest of a marker, and of each of its parts. A plan of more than so many seconds gives each nest more. */
const quick = { seconds: 0.15, ofPart: 0.015, usualPlan: 40, most: 4 };
/** A nest with less time for each of its parts only goes on from the layout that it begins with. */
const refiningSeconds = 0.04;
/** A marker is worth less time by this factor after each nest that gained nothing. */
const fruitlessWorth = 0.5;

export class NestTimes {
  readonly #order: LayOrder;
  /** Of the plan. */
  readonly #seconds: number;

  constructor(order: LayOrder, seconds: number) {
    this.#order = order;
    this.#seconds = seconds;
  }

  /** Seconds of a first nest. */
  quick({ own, counts }: Candidate): number {
    const seconds = quick.seconds + quick.ofPart * own.partsOf(counts);
    return Math.min(quick.most, seconds * Math.max(1, this.#seconds / quick.usualPlan));
  }

  /** Seconds from which on the whole search finds more than one that only goes on. */
  whole({ own, counts }: Candidate): number {
    return refiningSeconds * own.partsOf(counts);
  }

  wish(wish: Omit<NestWish, 'refines'>): NestWish {
    const seconds = Math.max(leastNestSeconds, wish.seconds);
    // a search that only goes on, and no longer finds anything, gives way to the whole one
    const isStuck = (wish.own.nested.get(keyOf(wish.counts))?.fruitless ?? 0) > 0;
    return { ...wish, seconds, refines: !isStuck && seconds < this.whole(wish) };
  }

  /**
   * Gives each marker the time of a first nest, or less where so many seconds are for all. `left`: seconds of the plan; `pace`:
   * seconds of nests in a second.
   */
  shared(
    fresh: readonly Candidate[],
    seconds: number,
    { left, pace }: { readonly left: number; readonly pace: number },
  ): NestWish[] {
    const wishes = fresh.map((wish) => ({ ...wish, seconds: this.quick(wish), refines: true }));
    const all = wishes.reduce((sum, wish) => sum + wish.seconds, 0);
    const share = Math.min(1, (Math.min(seconds, Math.max(0, left / 2)) * pace) / Math.max(all, 1e-3));
    return wishes.map((wish) => ({ ...wish, seconds: Math.max(leastNestSeconds, wish.seconds * share) }));
  }

  /** Nested markers of the mixes by the cloth that they take, and by the time that they had. */
  deserving(aims: readonly Aim[], most: number) {
    return aims
      .flatMap(({ own, mix }) =>
        mix.markers.flatMap(({ counts, sources }) => {
          const marker = own.nested.get(keyOf(counts));
          if (marker === undefined || marker.isFinal) return [];
          const cloth = sources.reduce((sum, { cloth: c, plies }) => {
            return sum + plies * this.#order.cloths[own.cloths[c]!]!.price * marker.length;
          }, 0);
          return [{ own, marker, cloth: (cloth / marker.seconds) * fruitlessWorth ** marker.fruitless }];
        }),
      )
      .sort((a, b) => b.cloth - a.cloth)
      .slice(0, most);
  }
}
