/**
 * Chooses the search for a request. A strip is one rectangular sheet whose used length counts. The search on sheets
 * takes several sheets, keep-outs, locked parts, openings, flipped parts and type `area`. The genetic search takes the
 * rest, mostly grids on several sheets and very many rotations.
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
