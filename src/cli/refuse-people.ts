/** Refuses the people of a table for whom no answer can come, by row and before anything is written. */
import { BodyService, Gender } from '../../gen/selvage/body/v1/body_pb.js';
import { type BodyRequest, problemsOf } from '../body/complete.js';
import { isPopulation } from '../body/model/populations.js';
import { ofProblems, type PeopleTable } from './body-csv.js';
import type { Client } from './client.js';

/** @param people those of the table, in its order, with all that the command line adds to them */
export function refusePeople({ people: rows }: PeopleTable, people: readonly BodyRequest[]): void {
  const problems = people.flatMap((person, i) =>
    problemsOf(person).map(({ message }) => `row ${rows[i]!.row}: ${message}`),
  );
  if (problems.length > 0) throw ofProblems(problems);
}

/** Refuses the people of a gender that a population of the account lacks. The service itself refuses an unknown population. */
export async function refuseOtherGender(client: Client, { people }: PeopleTable, population: string): Promise<void> {
  if (isPopulation(population)) return;
  const { populations } = await client.unary(BodyService.method.listPopulations, {});
  const own = populations.find(({ name, populationId }) => name === population || populationId === population);
  if (!own) return;
  const has = { female: Gender.FEMALE, male: Gender.MALE };
  const problems = people
    .filter(({ request }) => !own.genders.some(({ gender }) => gender === has[request.gender]))
    .map(({ row, request }) => `row ${row}: the population ${own.name} has nobody who is ${request.gender}`);
  if (problems.length > 0) throw ofProblems(problems);
}
