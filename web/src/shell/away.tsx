/** A line under the top bar while the service does not answer. */
import { isAway } from '../service/away.js';

export function Away() {
  if (!isAway.value) return null;
  return (
    <p role="alert" class="away">
      The service does not answer. Your work stays in this browser; the page tries again by itself.
    </p>
  );
}
