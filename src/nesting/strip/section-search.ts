/** Packs the sections of a long strip, each thread its own ones. The second thread shows the first its sections. */

import { alsoAfterPass, between } from '../overlap/budget.js';
import type { Feasible } from '../overlap/compact.js';
import type { StripRunOptions } from './run-options.js';
import { type Section, SectionLayouts } from './sections.js';
import { ShortStripRun } from './tournament.js';

export interface SectionWork {
  /** Share of the budget at which it ends. */
  readonly until: number;
  /** A layout of all sections one behind the other, so that each packed section is a gain by itself. Null: there is none. */
  readonly first: Feasible | null;
  /** Called with each layout of the whole strip, where this is the first thread. */
  readonly improved: (whole: Feasible) => void;
}

export function packSections(
  sections: readonly Section[],
  options: StripRunOptions,
  { until, first, improved }: SectionWork,
): void {
  const { budget, exchange, isPartner, offers } = options;
  const layouts = new SectionLayouts(sections);
  const all = [...sections.keys()];
  const others = exchange === null ? [] : all.filter((k) => k % 2 === (isPartner ? 0 : 1));
  const own = all.filter((k) => !others.includes(k));
  if (first) layouts.take(all, first.at);
  const show = (): void => {
    if (isPartner) exchange!.offer(layouts.joined(own), layouts.rankOf(own));
    else if (layouts.areComplete) improved(layouts.joined(all));
  };
  const look = (): void => {
    const found = isPartner ? null : exchange?.betterThan(Infinity);
    if (!found) return;
    layouts.take(others, found.at);
    show();
  };
  const watched = alsoAfterPass(budget, look);
  own.forEach((k, place) => {
    const { items, shapes: few } = sections[k]!;
    const from = budget.used();
    const share = between(watched, from, from + (until - from) / (own.length - place));
    const alone: StripRunOptions = {
      ...options,
      budget: share,
      exchange: null,
      relay: null,
      tables: null,
      isPartner: false,
      // these are of the whole strip
      constructed: () => null,
      sketch: null,
      elsewhere: () => null,
      offers: offers?.ofItems(items) ?? null,
      improved: (layout) => {
        if (layouts.put(k, layout)) show();
      },
    };
    new ShortStripRun(few, alone).search(null);
  });
  look();
}
