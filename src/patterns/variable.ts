/** The variables of a pattern, in the form that a form shows. */

/** `length` and `measurement`s are in `unit`; `percent` 12 means 12 %; `angle` in degrees. */
export type VariableType = 'length' | 'angle' | 'percent' | 'number' | 'integer' | 'boolean' | 'choice';

export type VariableValue = number | string | boolean;

export interface Variable {
  readonly key: string;
  readonly label: string;
  readonly description: string;
  /** `body` for measurements; else the pattern's own word (fit, style, pockets, ...). */
  readonly group: string;
  /** cm, mm, percent, degrees, kg, years; empty without a unit. */
  readonly unit: string;
  readonly type: VariableType;
  /** Value used when nothing else is known; for a computed variable, its value at the defaults of the others. */
  readonly default: VariableValue;
  readonly min: number | null;
  readonly max: number | null;
  /** A hint for forms; values in between are accepted. */
  readonly step: number | null;
  /** The accepted values of a `choice`; empty otherwise. */
  readonly choices: readonly string[];
  /** False: computed or constant; a request that sets it is refused. */
  readonly editable: boolean;
  /** True: one of the 69 body measurements, filled from a body where the request sends none. */
  readonly measurement: boolean;
}

/**
 * The source of a value: the request, the caller's measurements of a body, the body model's prediction, a formula over
 * other variables, or the pattern's default.
 */
export type VariableSource = 'request' | 'body' | 'predicted' | 'derived' | 'default';
