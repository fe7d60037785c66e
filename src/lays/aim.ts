/** The mix of a width that a round of nests is for. */
import type { MixResult } from './mix/mix-task.js';
import { keyOf } from './mix/problem.js';
import type { NestWish } from './nest-round.js';
import type { WidthClass } from './width-class.js';

/** A mix whose markers get time. */
export interface Aim {
  readonly own: WidthClass;
  readonly mix: MixResult;
}

/** Markers of a mix that were never nested. */
export function freshOf({ own, mix }: Aim): Pick<NestWish, 'own' | 'counts'>[] {
  return mix.markers.flatMap(({ counts }) => (own.nested.has(keyOf(counts)) ? [] : [{ own, counts }]));
}
