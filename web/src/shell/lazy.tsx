/** A part of the page that loads when it is first shown, so that a first visit stays small. */
import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { returns } from '../service/away.js';

export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const view = signal<ComponentType<P> | null>(null);
  const failed = signal(false);
  const fetchView = async (): Promise<void> => {
    failed.value = false;
    try {
      view.value = await load();
    } catch {
      failed.value = true;
    }
  };
  return function Lazy(props: P) {
    useEffect(() => {
      if (view.peek() === null) void fetchView();
    }, []);
    useEffect(() => {
      if (failed.peek()) void fetchView();
    }, [returns.value]);
    const View = view.value;
    if (View) return <View {...props} />;
    if (!failed.value) return <p class="empty">Loading …</p>;
    return (
      <p class="problem unloaded">
        This part of the page did not load.{' '}
        <button type="button" class="quiet" onClick={() => void fetchView()}>
          Try again
        </button>
      </p>
    );
  };
}
