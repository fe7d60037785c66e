/** The density beside that of the same marker on plain cloth, on demand. */

import { comparePlain, plainSearch, plainSolution } from './plain.js';
import { best, densityOf, ground } from './run.js';

export function BesidePlain() {
  const on = ground.value!;
  const search = plainSearch(on);
  if (!search || search.cancelled.value) {
    return (
      <button type="button" class="quiet" onClick={comparePlain}>
        Compare with plain cloth
      </button>
    );
  }
  const plain = plainSolution(on);
  const trouble = search.trouble.value;
  if (trouble) return <p class="problem">{trouble.message}</p>;
  if (!plain || !search.ground.value) {
    return (
      <p class="beside-plain" role="status">
        Searching on plain cloth, {on.limitSeconds} s …{' '}
        <button type="button" class="quiet" onClick={() => void search.cancel()}>
          Cancel
        </button>
      </p>
    );
  }
  const [own, other] = [densityOf(on, best.value!), densityOf(search.ground.value, plain)];
  return (
    <p class="beside-plain" role="status">
      On plain cloth {percent(other)} in place of {percent(own)}: the pattern costs {(100 * (other - own)).toFixed(1)}{' '}
      points.
    </p>
  );
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
