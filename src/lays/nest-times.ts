/** How long each nest of a plan takes: new markers a short time, and the markers that cost the most cloth the rest. */
import type { Aim } from './aim.js';
import { keyOf } from './mix/problem.js';
import { usualGain, wholeSeconds } from './nest-charge.js';
import type { NestWish } from './nest-round.js';
import type { LayOrder } from './order.js';
import type { WidthClass } from './width-class.js';

/** A marker that may be nested. */
type Candidate = Pick<NestWish, 'own' | 'counts'>;

export const leastNestSeconds = 0.15;
/** Seconds of the first nest of a marker, and of each of its parts. A plan of more than so many seconds gives each nest more. */
const quick = { seconds: 0.15, ofPart: 0.015, usualPlan: 40, most: 4 };
/** Where whole searches of a plan take this many times the time that is left, other markers would only take it away from them. */
const scarce = 2;
/** A marker of a plan gets the time of so many whole searches before others are tried: it gains more by them. */
const deep = 8;
/** A whole search shortens a marker of a short nest by this share. */
const gainOfWhole = 0.05;
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

  /** Seconds of a whole search. With less, a nest only goes on from the layout that it begins with. */
  whole({ own, counts }: Candidate): number {
    return wholeSeconds(own.partsOf(counts));
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

  /**
   * Gives each marker of the mixes the time of a whole search, unless it had it: those with the most cloth first. `longest`: seconds
   * of a nest; `most`: of all together.
   */
  thorough(aims: readonly Aim[], { longest, most }: { readonly longest: number; readonly most: number }): NestWish[] {
    const wishes = aims
      .flatMap(({ own, mix }) => mix.markers.map(({ counts, sources }) => ({ own, counts, sources })))
      .map((wish) => {
        const plies = wish.sources.reduce((sum, source) => sum + source.plies, 0);
        return { ...wish, seconds: Math.min(longest, this.whole(wish)), size: plies * wish.own.partsOf(wish.counts) };
      })
      .filter(({ own, counts, seconds }) => (own.nested.get(keyOf(counts))?.seconds ?? 0) < seconds)
      .sort((a, b) => b.size - a.size);
    const share = Math.min(1, most / wishes.reduce((sum, { seconds }) => sum + seconds, 0));
    return wishes.map(({ own, counts, seconds }) => this.wish({ own, counts, seconds: seconds * share }));
  }

  /** Whether the time is too short to try other markers than those of the mix. `most`: seconds for all nests. */
  isScarce(aim: Aim, most: number): boolean {
    return this.#lackingInAll(aim, 1) > scarce * most;
  }

  /** Whether the markers of the mix make more of so many seconds than others would. */
  isShallow(aim: Aim, most: number): boolean {
    return this.#lackingInAll(aim, deep) > most;
  }

  #lackingInAll({ own, mix }: Aim, searches: number): number {
    return mix.markers.reduce((sum, { counts }) => sum + this.#lacking({ own, counts }, searches), 0);
  }

  /** Seconds that markers of the mix need for whole searches, beyond those of the best mix. */
  missing({ own, mix }: Aim): number {
    const present = new Set(own.best?.markers.map(({ counts }) => keyOf(counts)));
    return mix.markers.reduce((sum, { counts }) => {
      return sum + (present.has(keyOf(counts)) ? 0 : this.#lacking({ own, counts }));
    }, 0);
  }

  /** Seconds of whole searches, unless the marker had them or nothing better can be found. */
  #lacking({ own, counts }: Candidate, searches = 1): number {
    const marker = own.nested.get(keyOf(counts));
    const wanted = searches * this.whole({ own, counts });
    return marker && (marker.isFinal || marker.seconds >= wanted) ? 0 : wanted;
  }

  /** Nested blocks that did not have the time of a whole search. */
  blocks(classes: readonly WidthClass[]) {
    return classes.flatMap((own) =>
      own.blocks.flatMap((counts) => {
        const marker = own.nested.get(keyOf(counts));
        return marker && !marker.isFinal && marker.seconds < this.whole({ own, counts }) ? [{ own, marker }] : [];
      }),
    );
  }

  /** Nested markers of the mixes by the cloth that a second more of each may save. */
  deserving(aims: readonly Aim[], most: number) {
    return aims
      .flatMap(({ own, mix }) =>
        mix.markers.flatMap(({ counts, sources }) => {
          const marker = own.nested.get(keyOf(counts));
          if (marker === undefined || marker.isFinal) return [];
          const cloth = sources.reduce((sum, { cloth: c, plies }) => {
            return sum + plies * this.#order.cloths[own.cloths[c]!]!.price * marker.length;
          }, 0);
          const whole = this.whole({ own, counts });
          const gain = gainOfWhole * Math.max(0, 1 - marker.seconds / whole) + usualGain;
          const saved = (cloth * gain) / Math.max(marker.seconds, whole);
          return [{ own, marker, saved: saved * fruitlessWorth ** marker.fruitless }];
        }),
      )
      .sort((a, b) => b.saved - a.saved)
      .slice(0, most);
  }
}
