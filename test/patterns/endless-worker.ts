/** A thread of the pool that drafts as the others do, and never ends with a file: it hears of its tasks in this order. */
import './endless-conversions.js';
import '../../src/patterns/draft-worker.js';
