/** Packs the sections of a long strip, each thread its own ones. The second thread shows the first its joined sections. */

import { alsoAfterPass, between } from '../overlap/budget.js';
import type { Feasible } from '../overlap/compact.js';
import type { ShapeSet } from '../overlap/shapes.js';
import type { StripRunOptions } from './run-options.js';
import { planSections, SectionLayouts } from './sections.js';
import { ShortStripRun } from './tournament.js';

/** Until a share of the budget. `improved`: called with each layout of the whole strip, where this is the first thread. */
export function packSections(
  shapes: ShapeSet,
  options: StripRunOptions,
  until: number,
  improved: (whole: Feasible) => void,
): void {
  const { budget, exchange, isPartner, offers } = options;
  const sections = planSections(shapes);
  const layouts = new SectionLayouts(sections);
  const all = [...sections.keys()];
  const others = exchange === null ? [] : all.filter((k) => k % 2 === (isPartner ? 0 : 1));
  const own = all.filter((k) => !others.includes(k));
  const show = (): void => {
    const joined = layouts.joined(isPartner ? own : all);
    if (joined === null) return;
    if (isPartner) exchange!.offer(joined, joined.length);
    else improved(joined);
  };
  const look = (): void => {
    const found = isPartner ? null : exchange?.betterThan(Infinity);
    if (!found) return;
    layouts.take(others, found);
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
      isPartner: false,
      // these are of the whole strip
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
