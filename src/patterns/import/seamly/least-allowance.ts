/**
 * Valentina draws no allowance narrower than one and a half times the distance at which two points count as one. A
 * piece may ask for a true zero since its version 1.1. Seamly2D has no such width.
 */
import type { XmlElement } from '../../../drawing/xml.js';
import { isSet, type Step } from './piece-nodes.js';

const leastMm = 0.23325;

/** Newer files of Seamly2D have draft blocks of another name than `draw`; older ones name the program in a comment. */
export const isOfValentina = (source: string): boolean =>
  /<draw[\s>]/.test(source) && !/<!--[^>]*\bcreated with Seamly/.test(source);

/** The least width of a piece's allowance, mm; 0: there is none. */
export const leastWidth = (piece: XmlElement, ofValentina: boolean): number =>
  ofValentina && !isSet(piece.attributes.get('trueZeroWidth')) ? leastMm : 0;

export interface Widened {
  readonly steps: readonly Step[];
  /** Of the edges without a width of their own. */
  readonly width: string;
  /** Whether an edge is wider now. */
  readonly isWider: boolean;
}

/** @param least in the unit of the pattern; 0 changes nothing @param valueAt a formula, at the pattern's own values */
export function widened(
  steps: readonly Step[],
  width: string,
  least: number,
  valueAt: (formula: string) => number,
): Widened {
  if (least === 0) return { steps, width, isWider: false };
  let isWider = false;
  const wide = (formula: string): string => {
    if (valueAt(formula) < least) isWider = true;
    return Number.isFinite(Number(formula)) ? String(Math.max(Number(formula), least)) : `max(${formula}, ${least})`;
  };
  const widths = ({ allowance, allowanceEnd }: Step): Step => ({
    ...(allowance === undefined ? {} : { allowance: wide(String(allowance)) }),
    ...(allowanceEnd === undefined ? {} : { allowanceEnd: wide(String(allowanceEnd)) }),
  });
  const drawn = steps.map((step) => (step.fold ? step : { ...step, ...widths(step) }));
  // a step without a width of its own has the piece's; the first one is a move, a fold has none
  const isUsed = steps.some((step) => !('move' in step) && !step.fold && step.allowance === undefined);
  return { steps: drawn, width: isUsed ? wide(width) : width, isWider };
}
