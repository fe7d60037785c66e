/** The present one of the four steps. It stands in the address, so that the back button works. */
import { signal } from '@preact/signals';

export const steps = [
  { id: 'body', title: 'Body' },
  { id: 'pattern', title: 'Pattern' },
  { id: 'marker', title: 'Marker' },
  { id: 'lays', title: 'Lays' },
] as const;

export type StepId = (typeof steps)[number]['id'];

export const step = signal<StepId>('body');

export function followAddress(): void {
  const id = location.hash.slice(1);
  const known = steps.find((each) => each.id === id);
  if (!known && id !== '') return;
  step.value = known?.id ?? 'body';
  scrollTo(0, 0);
}

export function goTo(id: StepId): void {
  location.hash = id;
}
