/** The measurements to take next: for all fields, for some, or for those that a pattern uses. */
import { ProposeMeasurementsRequestSchema } from '../../../gen/selvage/body/v1/body_pb.js';
import type { PopulationSource } from '../../body/adapting/own-populations.js';
import type { BodyModel } from '../../body/complete.js';
import { wantedProblems } from '../../body/next-best.js';
import type { PatternAccess } from '../../patterns/access.js';
import type { PatternVersion } from '../../patterns/pattern-version.js';
import { variablesOf } from '../../patterns/patterns.js';
import type { BodyOperations } from '../services.js';
import { requireAll, violatedRules } from '../validate.js';
import { atPath } from './at-path.js';
import { knownMeasurements } from './body.js';

export function proposalOperations(
  model: BodyModel,
  access: PatternAccess,
  populations: PopulationSource,
): Pick<BodyOperations, 'proposeMeasurements'> {
  return {
    async proposeMeasurements(request, call) {
      const broken = violatedRules(ProposeMeasurementsRequestSchema, request);
      requireAll(call, broken, wantedProblems(request.wanted));
      const version = request.pattern && (await access.version(request.pattern, call.caller));
      const wanted = [...request.wanted, ...(version ? measurementsOf(version) : [])];
      const person = knownMeasurements(request.body!);
      const { population } = request;
      const asked =
        population === undefined ? person : { ...person, population: await populations.named(population, call.caller) };
      const fields = request.pattern || wanted.length > 0 ? wanted : undefined;
      const { halfWidth, proposals } = atPath('body', () => model.nextBest(asked, fields));
      return {
        halfWidth,
        proposals: [...proposals],
        patternVersionId: version?.versionId,
        patternVersionNumber: version?.versionNumber,
      };
    },
  };
}

/** Names of the measurements that a version of a pattern uses. */
function measurementsOf(version: PatternVersion): string[] {
  return variablesOf(version)
    .filter(({ measurement }) => measurement)
    .map(({ key }) => key);
}
