/** Joins the body and pattern domains: the `body` of a request fills the measurements of a pattern. */

import type { Body } from '../../../gen/selvage/body/v1/body_pb.js';
import { type Account, builtInPopulations, type PopulationSource } from '../../body/adapting/own-populations.js';
import type { BodyModelSource } from '../../body/model-source.js';
import { type BodyRequest, readMeasurements } from '../../body/request.js';
import type { FieldProblem } from '../../errors.js';
import type { BodyValues } from '../../patterns/draft.js';
import { atPath } from '../body/at-path.js';
import { requestOf } from '../body/body.js';

export interface PatternBody {
  readonly values: BodyValues;
  /** As a sheet names the person: `female`, or `female (runners)` with the population of the account. */
  readonly wearer: string;
  /** The model's remarks on the measurements, under `<path>.<name>`. */
  readonly warnings: readonly FieldProblem[];
}

/** Completes the bodies of requests for patterns. */
export class PatternBodies {
  readonly #bodyModel: BodyModelSource;
  readonly #populations: PopulationSource;

  constructor(bodyModel: BodyModelSource, populations: PopulationSource = builtInPopulations) {
    this.#bodyModel = bodyModel;
    this.#populations = populations;
  }

  /**
   * @param path the place of the body in the request, for errors: `body`, `patterns[2].body`
   * @param account has the populations that the body may name
   */
  of(body: Body, path: string, account: Account): Promise<PatternBody> {
    return atPath(path, async () => {
      const request = await requestOf(body, this.#populations, account);
      // Drafts are in centimetres, whatever units the caller uses.
      const metric = Object.fromEntries(readMeasurements(request).supplied.map((one) => [one.name, one.metric]));
      const model = await this.#bodyModel();
      const { fields, warnings: ofMetric } = model.complete({ ...request, unit: 'metric', measurements: metric });
      // A remark tells of the number that was sent.
      const warnings = request.unit === 'metric' ? ofMetric : model.complete(request).warnings;
      const measurements: Record<string, { value: number; source: 'body' | 'predicted' }> = {};
      for (const [name, { value, source }] of Object.entries(fields)) {
        if (value !== null) measurements[name] = { value, source: source === 'input' ? 'body' : 'predicted' };
      }
      const remarks = warnings.map((one) => ({ ...one, path: `${path}.${one.path}` }));
      return {
        values: { gender: request.gender, measurements },
        wearer: wearerOf(request, body.population),
        warnings: remarks,
      };
    });
  }
}

/** @param sent the name or id of the population in the request; a file has no other name */
function wearerOf({ gender, population }: BodyRequest, sent: string | undefined): string {
  return typeof population === 'object' ? `${gender} (${population.name ?? sent})` : gender;
}
