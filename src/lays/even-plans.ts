/**
 * The plan of an even estimate is the one to beat. Its markers are nested after the first plan, whatever other mixes promise, and
 * each with the time of a whole search. If some came out too long, the plan is mended.
 */
import type { Aim } from './aim.js';
import type { MixResult } from './mix/mix-task.js';
import { type MixProblem, type PliedMarker, worthOf } from './mix/problem.js';
import { pliedOf, type WidthClass } from './width-class.js';

/** It counts on lengths below those of the blocks by this share, as long nests reach them. */
const hope = 0.08;
/** Mixes, each but the first mending the one before. */
const mostMixes = 3;

type Mix = (problem: MixProblem, starts: readonly (readonly PliedMarker[])[]) => Promise<MixResult>;

export class EvenPlans {
  readonly #mixes = new Map<WidthClass, readonly MixResult[]>();

  has(own: WidthClass): boolean {
    return this.#mixes.has(own);
  }

  /** Whether it still has to be nested, or mended. */
  isOpen(own: WidthClass): boolean {
    const mixes = this.#mixes.get(own) ?? [];
    return mixes.length < mostMixes && mixes.every((mix) => !own.fits(mix));
  }

  /** The next mix. `seconds`: for all of its nests. */
  async next(own: WidthClass, seconds: number, mixed: Mix): Promise<MixResult> {
    const mixes = this.#mixes.get(own) ?? [];
    const latest = mixes.at(-1);
    const problem = latest ? own.like(latest) : own.even(hope);
    const starts = latest ? [pliedOf(latest, own.cloths.length)] : [];
    const { markers } = await mixed(own.charged(problem, seconds), starts);
    const mix = { markers, worth: worthOf(problem, markers) };
    this.#mixes.set(own, [...mixes, mix]);
    return mix;
  }

  /** The aims whose markers want whole searches. */
  unfinished(aims: readonly Aim[]): Aim[] {
    return aims.filter(({ own, mix }) => this.#mixes.get(own)?.at(-1) === mix && !own.fits(mix));
  }
}
