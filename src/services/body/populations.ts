/** The populations of an account: the body model, adapted to people whose measurements are not kept. */

import { setImmediate } from 'node:timers/promises';
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import {
  type CreatePopulationRequest,
  CreatePopulationRequestSchema,
  Gender,
  type PopulationSchema,
} from '../../../gen/selvage/body/v1/body_pb.js';
import { fewestPeople } from '../../body/adapting/adapt.js';
import type { OwnPopulation, OwnPopulations } from '../../body/adapting/own-populations.js';
import type { Adapted, Warning } from '../../body/complete.js';
import { measurementNames } from '../../body/fields.js';
import type { BodyModelSource } from '../../body/model-source.js';
import type { FieldProblem } from '../../errors.js';
import type { BodyOperations } from '../services.js';
import { requireAll, violatedRules } from '../validate.js';
import { knownMeasurements } from './body.js';

export function populationOperations(
  bodyModel: BodyModelSource,
  own: OwnPopulations,
): Pick<BodyOperations, 'createPopulation' | 'listPopulations' | 'deletePopulation'> {
  return {
    async createPopulation(request, call) {
      requireAll(call, violatedRules(CreatePopulationRequestSchema, request), populationProblems(request));
      const model = await bodyModel();
      const adapted = await model.adapt(request.people.map(knownMeasurements), async () => {
        await setImmediate();
        call.signal.throwIfAborted();
      });
      const population = await own.add(request.name, adapted.genders, call.caller);
      return { population: populationMessage(population), warnings: warningsOf(adapted) };
    },

    async listPopulations(_request, { caller }) {
      return { populations: (await own.list(caller)).map(populationMessage) };
    },

    async deletePopulation({ populationId }, { caller }) {
      await own.delete(populationId, caller);
      return {};
    },
  };
}

function populationProblems({ people }: CreatePopulationRequest): FieldProblem[] {
  return people.flatMap(({ population }, i) => {
    const path = `people[${i}].population`;
    const message = `${path}: the people make a population, and so name none`;
    return population === undefined ? [] : [{ path, code: 'unknown_key', message }];
  });
}

function populationMessage({ id, name, createdAt, genders }: OwnPopulation): MessageInitShape<typeof PopulationSchema> {
  return {
    populationId: id,
    name,
    createTime: timestampFromMs(createdAt),
    genders: (['female', 'male'] as const).flatMap((gender) => {
      const own = genders[gender];
      if (!own) return [];
      const counts = measurementNames.flatMap((field, u): [string, number][] =>
        own.measured[u]! > 0 ? [[field, own.measured[u]!]] : [],
      );
      const measured = Object.fromEntries(counts);
      return [{ gender: gender === 'female' ? Gender.FEMALE : Gender.MALE, people: own.people, measured }];
    }),
  };
}

function warningsOf({ uncounted, implausible }: Adapted): Warning[] {
  const rare = uncounted.map((name) => ({
    code: 'too_few',
    path: name,
    message: `${name} does not count where fewer than ${fewestPeople} people of a gender have it`,
  }));
  if (implausible === 0) return rare;
  const message = `${implausible} values outside the plausible range of an adult do not count`;
  return [...rare, { code: 'implausible', path: 'people', message }];
}
