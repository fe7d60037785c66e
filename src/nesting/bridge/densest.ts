/**
 * Chooses the search for a request. A strip is one rectangular sheet whose used length counts. The search on sheets
 * takes several sheets, keep-outs, locked parts and type `area`. Hundreds of parts that barely fit a sheet are a strip,
 * too. The genetic search takes the rest: sheets of different grids, very many parts on a sheet that is no strip, and very
 * many rotations.
 */

import { geneticSearch } from '../construct/genetic.js';
import type { Search } from '../construct/search.js';
import { Costs } from '../overlap/costs.js';
import { cheapestStock } from './cheapest-stock.js';
import { isTooShort, onLongerSheet } from './longer-sheet.js';
import { hasManyOrientations } from './overlap-choices.js';
import { hasFreePhases, overPhases } from './phases.js';
import { SheetBridge } from './sheets.js';
import { StripBridge } from './strip.js';

/** The overlap search where it applies, else the genetic search. `costs` is told of the work of the first. */
export function densest(costs: Costs): Search {
  const atPhases: Search = (context, plan) => {
    const { shapes } = context.problem;
    const isSearchable = !hasManyOrientations(context, shapes.length);
    const bridge = isSearchable ? StripBridge.of(context, costs) : null;
    if (bridge) bridge.search();
    const onSheets = !bridge && SheetBridge.applies(context);
    const search = (): void =>
      onSheets ? new SheetBridge(context, plan, costs).search() : geneticSearch(context, plan);
    if (isSearchable && isTooShort(context))
      onLongerSheet(context, (own) => StripBridge.of(own, costs)?.search(), search);
    else search();
  };
  return (context, plan) => {
    // A search that goes on from a layout keeps to its phases.
    if (hasFreePhases(context) && !context.problem.request.refines) overPhases(context, atPhases);
    else atPhases(context, plan);
  };
}

/** The same, where nobody asks for its costs, on the cheapest choice of bins. */
export const densestSearch: Search = (context, plan) => cheapestStock(densest(new Costs()))(context, plan);
