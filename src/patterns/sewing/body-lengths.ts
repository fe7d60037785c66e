/** The lengths of the body that a draft was made to. */
import type { DraftRequest } from '../draft.js';
import type { VariableValue } from '../variable.js';

/**
 * mm by the name of a measurement: the value that the draft used, else that of its body; null: unknown.
 *
 * @param values of the variables of the draft; measurements are in cm
 */
export const bodyLengths =
  (values: ReadonlyMap<string, VariableValue>, { body }: DraftRequest) =>
  (measurement: string): number | null => {
    const used = values.get(measurement) ?? body?.measurements[measurement]?.value;
    return typeof used === 'number' ? used * 10 : null;
  };
