/**
 * Valentina has a least width of allowance: one and a half times the distance at which two points count as one. Since its
 * version 1.1 a piece may ask for a true zero. Seamly2D has no least width.
 */
import type { XmlElement } from '../../../drawing/xml.js';
import { isSet, type Step } from './piece-nodes.js';

const leastMm = 0.23325;

/** Newer files of Seamly2D call a draft block something other than `draw`; older ones name the program in a comment. */
export const isOfValentina = (source: string): boolean =>
  /<draw[\s>]/.test(source) && !/<!--[^>]*\bcreated with Seamly/.test(source);

/** The least width of a piece's allowance, mm; 0 if it has none. */
export const leastWidth = (piece: XmlElement, ofValentina: boolean): number =>
  ofValentina && !isSet(piece.attributes.get('trueZeroWidth')) ? leastMm : 0;

export interface Widened {
  readonly steps: readonly Step[];
  /** The width of edges without their own. */
  readonly width: string;
  /** True if an edge became wider. */
  readonly isWider: boolean;
}

/**
 * @param least in the unit of the pattern; 0 changes nothing
 * @param valueAt the value of a formula at the pattern's own values
 */
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
  // A step without its own width has the piece's. The first step is a move, and a fold has no width.
  const isUsed = steps.some((step) => !('move' in step) && !step.fold && step.allowance === undefined);
  return { steps: drawn, width: isUsed ? wide(width) : width, isWider };
}
