/** The measurements to take next: for all fields, for some, or for those that a pattern uses. */
import {
  type ProposeMeasurementsRequest,
  ProposeMeasurementsRequestSchema,
} from '../../../gen/selvage/body/v1/body_pb.js';
import type { PopulationSource } from '../../body/adapting/own-populations.js';
import type { BodyModelSource } from '../../body/model-source.js';
import { wantedProblems } from '../../body/next-best.js';
import type { FieldProblem } from '../../errors.js';
import type { PatternAccess } from '../../patterns/access.js';
import type { PatternVersion } from '../../patterns/pattern-version.js';
import { variablesOf } from '../../patterns/patterns.js';
import { namingField } from '../nest/garments.js';
import type { BodyOperations } from '../services.js';
import { requireAll, violatedRules } from '../validate.js';
import { atPath } from './at-path.js';
import { requestOf } from './body.js';

export function proposalOperations(
  bodyModel: BodyModelSource,
  access: PatternAccess,
  populations: PopulationSource,
): Pick<BodyOperations, 'proposeMeasurements'> {
  return {
    async proposeMeasurements(request, call) {
      const broken = violatedRules(ProposeMeasurementsRequestSchema, request);
      requireAll(call, broken, [...wantedProblems(request.wanted), ...populationProblems(request)]);
      const version =
        request.pattern && (await namingField('pattern', 'patternId', access.version(request.pattern, call.caller)));
      const wanted = [...request.wanted, ...(version ? measurementsOf(version) : [])];
      const { population } = request;
      const named = population === undefined ? undefined : await populations.named(population, call.caller);
      const fields = request.pattern || wanted.length > 0 ? wanted : undefined;
      const { halfWidth, proposals } = await atPath('body', async () => {
        const person = await requestOf(request.body!, populations, call.caller);
        const model = await bodyModel();
        return model.nextBest(named === undefined ? person : { ...person, population: named }, fields);
      });
      return {
        halfWidth,
        proposals: [...proposals],
        patternVersionId: version?.versionId,
        patternVersionNumber: version?.versionNumber,
      };
    },
  };
}

function populationProblems({ population, body }: ProposeMeasurementsRequest): FieldProblem[] {
  if (population === undefined || body?.population === undefined) return [];
  const message = 'population must not be sent beside body.population, which says the same';
  return [{ path: 'population', code: 'sent_twice', message }];
}

/** Names of the measurements that a version of a pattern uses. */
function measurementsOf(version: PatternVersion): string[] {
  return variablesOf(version)
    .filter(({ measurement }) => measurement)
    .map(({ key }) => key);
}
