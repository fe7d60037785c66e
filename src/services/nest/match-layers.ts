/**
 * The phases of a match whose points lie on the two layers of folded cloth. The cloth looks the same from both sides of the
 * fold, so a point of the lower layer has the opposite phase across. Points of both layers therefore meet where a phase is
 * its own opposite: at the beginning of a repeat, or in its middle. A half on the fold has its phase from the fold.
 */
import { exactShare } from '../../nesting/layout/matching.js';
import type { Layer } from './parts.js';

export interface LayerPhase {
  /** Of the upper layer; null: the search chooses. */
  readonly phase: number | null;
  /** Whether both layers can have the wanted phase. */
  readonly isAsWanted: boolean;
}

/**
 * The phase of a match across the cloth.
 * @param wanted of its points; null: any
 * @param repeat across, in the units of the phase, as `tolerance`
 */
export function phaseOnLayers(
  layers: ReadonlySet<Layer>,
  wanted: number | null,
  repeat: number,
  tolerance: number,
): LayerPhase {
  if (!layers.has('lower') || layers.has('either')) return { phase: wanted, isAsWanted: true };
  if (!layers.has('upper')) return { phase: wanted === null ? null : -wanted, isAsWanted: true };
  const half = repeat / 2;
  const steps = Math.round((wanted ?? 0) / half);
  const isAsWanted = wanted === null || Math.abs(wanted - steps * half) <= exactShare * tolerance;
  return { phase: Math.abs(steps % 2) * half, isAsWanted };
}
