/** Entry of the second thread of a solver: searches its half of one problem after another. */
import { parentPort } from 'node:worker_threads';
import { SearchEnded } from '../construct/search.js';
import { exchangeOf } from '../overlap/exchange/thread-plan.js';
import type { PartnerTask } from './partner.js';
import { searchSheetsAsPartner } from './sheet-partner.js';
import { searchStripAsPartner } from './strip-partner.js';

parentPort?.on('message', (task: PartnerTask) => {
  const exchange = exchangeOf(task.plan, 1, task.memory);
  const poll = (): void => {
    if (exchange.stopped) throw new SearchEnded('cancelled');
  };
  try {
    poll();
    if (task.kind === 'strip') searchStripAsPartner(task, exchange, poll);
    else searchSheetsAsPartner(task, exchange, poll);
  } catch {
    // The end of the search, or a failure: then the first thread goes on alone, as fast as on one core.
  } finally {
    exchange.leave();
  }
});
