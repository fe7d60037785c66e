/** `selvage body populations`: lists and deletes the populations of the account at a service. */
import { create } from '@bufbuild/protobuf';
import { Command } from 'commander';
import { listPopulationsResponse } from '../../gateway/json/body.js';
import {
  BodyService,
  Gender,
  ListPopulationsResponseSchema,
  type Population,
} from '../../gen/selvage/body/v1/body_pb.js';
import { type ServerOptions, withOperations, withServerOptions } from './client-options.js';
import { CommandError, exitCodes } from './exit.js';
import { table } from './table.js';

export function populationsCommand(): Command {
  const command = new Command('populations').description(
    'list the populations of the account at a service, or delete one',
  );
  return withServerOptions(command)
    .option('--delete <NAME>', 'delete this one, by name or id, for good')
    .option('--json', 'the answer of GET /api/v1/populations')
    .addHelpText(
      'after',
      `
Examples:
  $ selvage body populations --server "$URL" --key "$KEY"
  $ selvage body populations --delete runners --server "$URL" --key "$KEY"`,
    )
    .action(async (_own: object, at: Command) => {
      const options = at.optsWithGlobals<ServerOptions & { delete?: string; json?: boolean }>();
      if (options.server === undefined) throw new CommandError('body populations needs --server: a service keeps them');
      await withOperations(options, async (client) => {
        const answer = await client.unary(BodyService.method.listPopulations, {});
        if (options.delete !== undefined) {
          const wanted = answer.populations.find(
            ({ name, populationId }) => name === options.delete || populationId === options.delete,
          );
          if (!wanted) {
            const message = `The account has no population ${JSON.stringify(options.delete)}`;
            throw new CommandError(message, { exitCode: exitCodes.notFound });
          }
          await client.unary(BodyService.method.deletePopulation, { populationId: wanted.populationId });
          console.log(`${wanted.name}: deleted`);
          return;
        }
        if (options.json) {
          const message = create(ListPopulationsResponseSchema, answer);
          console.log(JSON.stringify(listPopulationsResponse.encode(message), null, 2));
          return;
        }
        const rows = answer.populations.map((one) => [one.name, peopleOf(one), one.populationId]);
        console.log(table(['name', 'people', 'id'], rows));
      });
    });
}

/** The people of a population in words. */
export const peopleOf = ({ genders }: Pick<Population, 'genders'>): string =>
  genders.map(({ gender, people }) => `${people} ${gender === Gender.FEMALE ? 'women' : 'men'}`).join(' and ');
