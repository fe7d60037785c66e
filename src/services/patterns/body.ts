/** Joins the body and pattern domains: the `body` of a request fills the measurements of a pattern. */

import type { Body } from '../../../gen/selvage/body/v1/body_pb.js';
import type { BodyModel } from '../../body/complete.js';
import { readMeasurements } from '../../body/request.js';
import type { FieldProblem } from '../../errors.js';
import type { BodyValues } from '../../patterns/draft.js';
import { atPath } from '../body/at-path.js';
import { knownMeasurements } from '../body/body.js';

export interface PatternBody {
  readonly values: BodyValues;
  /** The model's remarks on the measurements, under `<path>.<name>`. */
  readonly warnings: readonly FieldProblem[];
}

/** `path` is the place of the body in the request, for errors: `body`, `patterns[2].body`. */
export function patternBody(model: BodyModel, body: Body, path: string): PatternBody {
  const request = knownMeasurements(body);
  return atPath(path, () => {
    // Drafts are in centimetres, whatever units the caller uses.
    const metric = Object.fromEntries(readMeasurements(request).supplied.map((one) => [one.name, one.metric]));
    const { fields, warnings } = model.complete({ ...request, unit: 'metric', measurements: metric });
    const measurements: Record<string, { value: number; source: 'body' | 'predicted' }> = {};
    for (const [name, { value, source }] of Object.entries(fields)) {
      if (value !== null) measurements[name] = { value, source: source === 'input' ? 'body' : 'predicted' };
    }
    const remarks = warnings.map((one) => ({ ...one, path: `${path}.${one.path}` }));
    return { values: { gender: request.gender, measurements }, warnings: remarks };
  });
}
