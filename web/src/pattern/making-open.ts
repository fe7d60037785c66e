/** Whether the pattern step shows the workshop for patterns of one's own. A reload keeps it. */
import { effect, signal } from '@preact/signals';

const slot = 'selvage.making-open';

export const makingOpen = signal(sessionStorage.getItem(slot) === 'yes');

effect(() => sessionStorage.setItem(slot, makingOpen.value ? 'yes' : 'no'));
