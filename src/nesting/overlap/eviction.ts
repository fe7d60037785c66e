/**
 * Chooses the entries that leave a full cache, at random. A pass of the search asks for nearly all entries in turn. The
 * oldest or least recently used ones would be needed next, and the cache would never hit. After a random draw the rest
 * still hit: a slightly larger demand costs only a little work again.
 */
import type { Random } from '../../random.js';

/** Share of its limit down to which a full cache is emptied. */
export const keptShare = 0.875;

/** The keys in the order in which they leave. */
export function evicted<Key>(keys: Iterable<Key>, random: Random): Key[] {
  return random.shuffle([...keys]);
}
