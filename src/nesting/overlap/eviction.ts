/**
 * Which entries of a full cache go. A pass of the search asks for nearly all of them in turn, so the oldest ones, or those
 * not used for longest, would be asked for next, and none would ever be found. Of entries drawn at random those that stay
 * are found: where little more is asked for than fits, little is made again.
 */
import type { Random } from '../../random.js';

/** Share of its limit down to which a full cache is emptied. */
export const keptShare = 0.875;

/** The keys in the order in which they go. */
export function evicted<Key>(keys: Iterable<Key>, random: Random): Key[] {
  return random.shuffle([...keys]);
}
