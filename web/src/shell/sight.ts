/** The part of a drawing that a person sees. Shapes by the thousand leave out whatever nobody could see of them. */
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';
import { useMemo } from 'preact/hooks';

/** In units of the drawing: the view and as much again on each side, so that a pan begins with all details. */
export interface Sight {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  /** Pixels per unit, to half an octave. */
  readonly scale: number;
}

/** Null until the drawing is on the screen. It follows in a frame of its own after each change of the view. */
export const InSight = createContext<ReadonlySignal<Sight | null>>(signal(null));

/** Whether a hand moves or zooms a drawing just now. */
export const isMoved = signal(false);

/** The newest value, but not while a hand moves a drawing: thousands of new shapes would hold up the hand. */
export function useCalm<T>(read: () => T): ReadonlySignal<T> {
  return useMemo(() => {
    let last: { readonly value: T } | null = null;
    return computed(() => {
      if (!isMoved.value || !last) last = { value: read() };
      return last.value;
    });
  }, []);
}
