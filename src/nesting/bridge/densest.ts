/**
 * Which search applies to a request. A strip has one rectangular sheet whose used length counts. Other requests (several
 * sheets in use, keep-outs, locked parts, parts with openings or that may be flipped, type `area`) go to the search on
 * sheets; the rest, mostly grids on several sheets and very many rotations, to the genetic one.
 */

import { geneticSearch } from '../construct/genetic.js';
import type { Plan } from '../construct/plan.js';
import type { SearchContext } from '../construct/search.js';
import { hasManyOrientations } from './outlines.js';
import { SheetBridge } from './sheets.js';
import { StripBridge } from './strip.js';

/** The overlap search where it applies, else the genetic search. */
export function densestSearch(context: SearchContext, plan: Plan): void {
  const isSearchable = !hasManyOrientations(context);
  const bridge = isSearchable ? StripBridge.of(context) : null;
  if (bridge) bridge.search();
  if (!bridge && isSearchable && SheetBridge.applies(context)) new SheetBridge(context, plan).search();
  else geneticSearch(context, plan);
}
