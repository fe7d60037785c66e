/** Entry of the second thread of a solver: searches its half of one problem after another. */
import { parentPort } from 'node:worker_threads';
import { SearchEnded } from '../construct/search.js';
import type { Codec, Exchange } from '../overlap/exchange/exchange.js';
import { feasibleCodec } from '../overlap/exchange/feasible-codec.js';
import { exchangeOf, type Half } from '../overlap/exchange/thread-plan.js';
import { sheetCodec } from '../sheets/exchange.js';
import { searchStripHalf } from '../strip/half.js';
import type { PartnerTask } from './partner.js';
import { searchSheetHalf } from './sheet-half.js';

parentPort?.on('message', (task: PartnerTask) => {
  const { items } = task.plan;
  if (task.kind === 'strip') runHalf(task, feasibleCodec(items), searchStripHalf);
  else runHalf(task, sheetCodec(items), searchSheetHalf);
});

function runHalf<H extends Half, T>(
  half: H,
  codec: Codec<T>,
  search: (half: H, exchange: Exchange<T>, poll: () => void) => void,
): void {
  const exchange = exchangeOf(half.plan, codec, 1, half.memory);
  const poll = (): void => {
    if (exchange.stopped) throw new SearchEnded('cancelled');
  };
  try {
    poll();
    search(half, exchange, poll);
  } catch {
    // The search has ended, or this thread failed. After a failure the first thread continues alone, as fast as on one
    // core.
  } finally {
    exchange.leave();
  }
}
