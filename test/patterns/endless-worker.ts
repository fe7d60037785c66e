/** A thread of the pool that drafts like the others, but never finishes a file. The imports hear of its tasks in this order. */
import './endless-conversions.js';
import '../../src/patterns/draft-worker.js';
