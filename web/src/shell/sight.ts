/** The part of a drawing that a person sees. Shapes by the thousand leave out whatever nobody could see of them. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { createContext } from 'preact';

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
