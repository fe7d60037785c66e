/** Tells which files keep their millimetres while the page is in inches. */
import { lengthUnit } from './lengths.js';

export function StaysMetric({ files }: { readonly files: string }) {
  return lengthUnit.value === 'in' ? <p class="help">{files} in millimetres.</p> : null;
}
