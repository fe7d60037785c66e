/** `selvage body`: takes known measurements and returns all 69. */
import { Command, Option } from 'commander';
import {
  inferMeasurementsRequest,
  inferMeasurementsResponse,
  proposeMeasurementsRequest,
  proposeMeasurementsResponse,
} from '../../gateway/json/body.js';
import { BodyService, type InferMeasurementsResponse, MeasurementSource } from '../../gen/selvage/body/v1/body_pb.js';
import { type Completion, defaultPopulation, type UnitSystem } from '../body/complete.js';
import type { ParsedJson } from '../json/json.js';
import { adaptCommand } from './body-adapt.js';
import { readPeopleTable } from './body-csv.js';
import { type ServerOptions, withOperations, withServerOptions } from './client-options.js';
import { completeHere, completeThere } from './complete-people.js';
import { decode } from './decode.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';
import { refuseIdleFlags } from './idle-flags.js';
import { refuseImplausible } from './implausible.js';
import { keyValues, numberOf } from './key-values.js';
import { populationOf } from './population.js';
import { populationsCommand } from './populations.js';
import { refuseOtherGender, refusePeople } from './refuse-people.js';
import { table } from './table.js';
import { takenBy, takenOf } from './taken.js';
import { writeCompleted } from './write-completed.js';

interface BodyOptions extends ServerOptions {
  readonly unit: UnitSystem;
  readonly population: string;
  readonly taken?: string;
  readonly json?: boolean;
  readonly next?: string | true;
  readonly pattern?: string;
  readonly csv?: string;
  readonly output?: string;
  readonly intervals?: boolean;
}

export function bodyCommand(): Command {
  const command = new Command('body')
    .description('complete body measurements: from any known ones to all 69, predictions with a 90 % interval')
    .argument('[gender]', 'female or male; with --csv for all people of a table without a column gender')
    .argument('[measurements...]', 'known measurements, KEY=VALUE')
    .addOption(
      new Option('--unit <SYSTEM>', 'units of input and output').choices(['metric', 'imperial']).default('metric'),
    )
    .addOption(
      new Option(
        '--population <NAME>',
        'us: Americans; unspecified: anybody; a file of "body adapt"; with --server a population of the account',
      ).default(defaultPopulation),
    )
    .option(
      '--taken <WAYS>',
      'how measurements were taken: waistGirth=navel or narrowest, neckGirth=middle, bicepGirth=flexed',
    )
    .option('--json', 'the answer of POST /api/v1/bodydbl instead of a table; with --csv one line for each person')
    .option('--next [FIELDS]', 'the three measurements to take next: for all fields, or for some, separated by commas')
    .option('--pattern <ID>', 'with --next: for the measurements that a pattern uses')
    .option(
      '--csv <FILE>',
      'a table with a row for each person: gender and known measurements by name; - reads standard input',
    )
    .option('-o, --output <FILE>', 'with --csv: file for the completed table; default standard output')
    .option('--intervals', 'with --csv: add the ends of the 90 % intervals to the completed table');
  command.addCommand(adaptCommand()).addCommand(populationsCommand());
  return withServerOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  $ selvage body female height=168 weight=62
  $ selvage body male --unit imperial height=71 chestGirth=40 --json
  $ selvage body female height=168 weight=62 --next chestGirth,waistGirth
  $ selvage body --csv people.csv -o out.csv --intervals
  $ selvage body adapt korea.csv -o korea.json
  $ selvage body female height=160 weight=52 --population korea.json`,
    )
    .action(async (gender: string | undefined, args: string[], options: BodyOptions) => {
      if (options.next === undefined && options.pattern !== undefined) throw new CommandError('--pattern needs --next');
      if (options.csv === undefined) {
        refuseIdleFlags({ '-o': options.output, '--intervals': options.intervals }, '--csv, which is missing');
      }
      if (options.next !== undefined) return proposeNext(options.next, gender, args, options);
      if (options.csv !== undefined) return completeTable(options.csv, gender, args, options);
      if (gender === undefined) throw new CommandError('Give female or male, and the known measurements');
      const known = [...keyValues(args, 'height=168')].map(([key, text]) => [key, numberOf(text, key)] as const);
      const population = populationOf(options);
      const request = decode(
        inferMeasurementsRequest,
        new Map<string, ParsedJson>([
          ['gender', gender],
          ['unit', options.unit],
          ['population', population.name],
          ...takenEntry(options),
          ...known,
        ]),
      );
      const answer = await withOperations(
        options,
        (client) => client.unary(BodyService.method.inferMeasurements, request),
        { populations: population.source },
      );
      refuseImplausible(new Map(known), options.unit, answer.warnings);
      console.log(options.json ? JSON.stringify(inferMeasurementsResponse.encode(answer), null, 2) : asTable(answer));
      for (const { message } of answer.warnings) console.error(`warning: ${message}`);
    });
}

/** The ways of --taken as they stand in a request. */
function takenEntry({ taken }: BodyOptions): [string, ParsedJson][] {
  return taken === undefined ? [] : [['taken', new Map(Object.entries(takenOf(taken)))]];
}

/** Prints the measurements to take next. */
async function proposeNext(
  next: string | true,
  gender: string | undefined,
  args: readonly string[],
  options: BodyOptions,
): Promise<void> {
  const { unit, json, csv, pattern } = options;
  const population = populationOf(options);
  if (csv !== undefined) throw new CommandError('--next cannot be combined with --csv');
  if (gender === undefined) throw new CommandError('Give the gender: female or male');
  const known = [...keyValues(args, 'height=168')].map(([key, text]) => [key, numberOf(text, key)] as const);
  const wanted = next === true ? [] : next.split(',').map((name) => name.trim());
  const request = decode(
    proposeMeasurementsRequest,
    new Map<string, ParsedJson>([
      ['body', new Map<string, ParsedJson>([['gender', gender], ['unit', unit], ...takenEntry(options), ...known])],
      ['population', population.name],
      ['wanted', wanted],
      ...(pattern === undefined ? [] : [['pattern', new Map([['patternId', pattern]])] as const]),
    ]),
  );
  const answer = await withOperations(
    options,
    (client) => client.unary(BodyService.method.proposeMeasurements, request),
    { populations: population.source },
  );
  if (json) return console.log(JSON.stringify(proposeMeasurementsResponse.encode(answer), null, 2));
  const percent = (share: number): string => `+-${share.toFixed(1)} %`;
  const rows = answer.proposals.map(({ name, halfWidth }) => [name, percent(halfWidth)]);
  console.log(table(['measurement', 'interval'], [['now', percent(answer.halfWidth)], ...rows]));
}

async function completeTable(
  file: string,
  gender: string | undefined,
  args: readonly string[],
  options: BodyOptions,
): Promise<void> {
  if (args.length > 0)
    throw new CommandError(`${args[0]} cannot be combined with --csv: the table holds the measurements`);
  if (gender !== undefined && gender !== 'female' && gender !== 'male') {
    throw new CommandError(`${gender} must be female or male`);
  }
  const table = readPeopleTable(readInput(file).toString('utf8'), options.unit, gender);
  const population = populationOf(options);
  const write = (bodies: AsyncIterable<Completion>): Promise<void> => writeCompleted(table, bodies, options);
  const taken = options.taken === undefined ? undefined : takenOf(options.taken);
  const people = table.people.map(({ request }) => (taken ? { ...request, taken: takenBy(request, taken) } : request));
  if (population.source === undefined) {
    refusePeople(table, people);
    await withOperations(options, async (client) => {
      await refuseOtherGender(client, table, population.name);
      await write(completeThere(client, people, population.name));
    });
    return;
  }
  const named = await population.source.named();
  const asked = people.map((person) => ({ ...person, population: named }));
  refusePeople(table, asked);
  await write(completeHere(asked));
}

function asTable({ fields }: InferMeasurementsResponse): string {
  const rows = Object.entries(fields).map(([name, { value, unit, source, low, high }]) => [
    name,
    value ?? '',
    unit,
    MeasurementSource[source].toLowerCase(),
    low ?? '',
    high ?? '',
  ]);
  return table(['measurement', 'value', 'unit', 'source', 'low', 'high'], rows);
}
