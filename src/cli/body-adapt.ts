/** `selvage body adapt`: adapts the model to the people of a table, as a file, or as a population of the account. */
import { basename, extname } from 'node:path';
import { create } from '@bufbuild/protobuf';
import { Command, Option } from 'commander';
import { createPopulationResponse } from '../../gateway/json/body.js';
import {
  BodySchema,
  BodyService,
  CreatePopulationRequestSchema,
  CreatePopulationResponseSchema,
  Gender,
  UnitSystem,
} from '../../gen/selvage/body/v1/body_pb.js';
import { fewestPeople } from '../body/adapting/adapt.js';
import { type Judged, judgeAdapting } from '../body/adapting/judge.js';
import { adaptedText, type BodyRequest, loadBodyModel } from '../body/complete.js';
import { takenMessage } from '../services/body/taken.js';
import { readPeopleTable } from './body-csv.js';
import { type ServerOptions, withOperations, withServerOptions } from './client-options.js';
import { CommandError } from './exit.js';
import { readInput, writeOutput } from './files.js';
import { peopleOf } from './populations.js';
import { refusePeople } from './refuse-people.js';
import { takenBy, takenOf } from './taken.js';

interface AdaptOptions extends ServerOptions {
  readonly unit: 'metric' | 'imperial';
  readonly gender?: 'female' | 'male';
  readonly output?: string;
  readonly name?: string;
  readonly json?: boolean;
  /** Of the command `body`. */
  readonly taken?: string;
}

export function adaptCommand(): Command {
  const command = new Command('adapt')
    .description('adapt the model to a few dozen people of a population; no row of a person is kept')
    .argument(
      '<file>',
      'a table with a row for each person: gender and any measurements by name; - reads standard input',
    )
    .addOption(new Option('--unit <SYSTEM>', 'units of the table').choices(['metric', 'imperial']).default('metric'))
    .addOption(new Option('--gender <GENDER>', 'of all people of a table without it').choices(['female', 'male']))
    .option('-o, --output <FILE>', 'file of the population, for --population; its name ends in .json')
    .option('--name <NAME>', 'name of the population; default: that of the file')
    .option('--json', 'report as JSON');
  return withServerOptions(command).action(async (file: string, _own: object, at: Command) => {
    const options = at.optsWithGlobals<AdaptOptions>();
    const table = readPeopleTable(readInput(file).toString('utf8'), options.unit, options.gender);
    const taken = options.taken === undefined ? undefined : takenOf(options.taken);
    const people = table.people.map(({ request }) =>
      taken ? { ...request, taken: takenBy(request, taken) } : request,
    );
    refusePeople(table, people);
    const name = options.name ?? basename(options.output ?? file, extname(options.output ?? file));
    if (options.server === undefined) await adaptHere(people, name, options);
    else await adaptThere(people, name, options);
  });
}

async function adaptHere(people: readonly BodyRequest[], name: string, { output, json }: AdaptOptions): Promise<void> {
  if (output === undefined || !output.toLowerCase().endsWith('.json')) {
    throw new CommandError(
      'Give the file of the population with -o, for example -o korea.json, or a service with --server',
    );
  }
  const model = await loadBodyModel();
  const { genders, uncounted, implausible } = await model.adapt(people);
  const judged = await judgeAdapting(model, people);
  const card = {
    name,
    made: new Date().toISOString().slice(0, 10),
    error: judged && {
      of: 'sizes of people kept out, from height, weight and age; mean absolute error in per cent',
      before: Number(judged.before.toFixed(2)),
      after: Number(judged.after.toFixed(2)),
    },
    privacy: `Sums over people alone, of at least ${fewestPeople} people for each measurement: counts, means, spreads and correlations. No row of a person.`,
  };
  writeOutput(output, `${adaptedText({ genders }, card)}\n`);
  for (const warning of judged ? warningsOf(judged) : []) console.error(`warning: ${warning}`);
  if (json) {
    console.log(JSON.stringify({ file: output, ...card, narrow: judged?.narrow ?? [], uncounted, implausible }));
    return;
  }
  const counts = Object.entries(genders).map(
    ([gender, own]) => `${own.people} ${gender === 'female' ? 'women' : 'men'}`,
  );
  console.log(`${name}: adapted to ${counts.join(' and ')}, written to ${output}`);
  if (judged) {
    const [before, after] = [judged.before, judged.after].map((error) => error.toFixed(2));
    console.log(`error on people kept out, from height, weight and age: ${before} % before, ${after} % after`);
  } else console.log('too few people with height or weight and further sizes: the error was not measured');
  if (uncounted.length > 0)
    console.error(
      `warning: fewer than ${fewestPeople} people of a gender have ${uncounted.join(', ')}: not counted there`,
    );
  if (implausible > 0)
    console.error(`warning: ${implausible} values outside the plausible range of an adult do not count`);
}

/** Why the adapted model may be no better for these people. */
function warningsOf({ before, after, narrow }: Judged): string[] {
  const worse = `on people kept out, the adapted model errs more than the model as it is: ${after.toFixed(2)} % in place of ${before.toFixed(2)} %`;
  const fewer = `on people kept out, the intervals of ${narrow.join(', ')} hold clearly fewer than nine in ten, and fewer than before`;
  return [...(after > before ? [worse] : []), ...(narrow.length > 0 ? [fewer] : [])];
}

async function adaptThere(people: readonly BodyRequest[], name: string, options: AdaptOptions): Promise<void> {
  if (options.output !== undefined)
    throw new CommandError('-o cannot be combined with --server: the service keeps the population');
  const request = create(CreatePopulationRequestSchema, {
    name,
    people: people.map(({ gender, unit, measurements, taken }) =>
      create(BodySchema, {
        gender: gender === 'female' ? Gender.FEMALE : Gender.MALE,
        unit: unit === 'imperial' ? UnitSystem.IMPERIAL : UnitSystem.METRIC,
        ...(taken && { taken: takenMessage(taken) }),
        ...measurements,
      }),
    ),
  });
  const answer = await withOperations(options, (client) => client.unary(BodyService.method.createPopulation, request));
  if (options.json) {
    const message = create(CreatePopulationResponseSchema, answer);
    console.log(JSON.stringify(createPopulationResponse.encode(message), null, 2));
    return;
  }
  console.log(`${name}: adapted to ${peopleOf(answer.population!)}, kept as ${answer.population!.populationId}`);
  for (const { message } of answer.warnings) console.error(`warning: ${message}`);
}
