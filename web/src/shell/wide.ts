/** Whether there is room beside the canvas: the width at which the layout changes (`shell.css`). */
import { signal } from '@preact/signals';

const query = matchMedia('(width >= 67.5em)');

export const wide = signal(query.matches);
query.addEventListener('change', () => {
  wide.value = query.matches;
});
