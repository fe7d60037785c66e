/** Fields of tables whose typed value was not taken. They show it in red, and nothing is nested until they are corrected. */
import { effect, type Signal, signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

const fields = signal<ReadonlySet<object>>(new Set());

export const hasRefused = (): boolean => fields.value.size > 0;

/** The refused text of a field; null while its value counts. Buttons know of it in the drawing that shows it. */
export function useRefused(): Signal<string | null> {
  const wrong = useSignal<string | null>(null);
  useEffect(() => {
    const field = {};
    const end = effect(() => note(field, wrong.value !== null));
    return () => {
      end();
      note(field, false);
    };
  }, []);
  return wrong;
}

function note(field: object, isRefused: boolean): void {
  const before = fields.peek();
  if (before.has(field) === isRefused) return;
  const after = new Set(before);
  if (isRefused) after.add(field);
  else after.delete(field);
  fields.value = after;
}
