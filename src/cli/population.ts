/** The population that a command names: built in, a file of `selvage body adapt`, or one of the account at a service. */

import { basename } from 'node:path';
import { type AdaptedPopulation, readAdapted } from '../body/model/adapted-population.js';
import { isPopulation, type Population, populations } from '../body/model/populations.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';

export interface NamedPopulation {
  /** Its name in requests. */
  readonly name: string;
  /** Finds it for requests that this process answers; a service at `--server` finds its own. */
  readonly source?: { named(): Promise<Population | AdaptedPopulation> };
}

/** The name of the file, which a printed pattern shows; or another of the right form. The file gives the population. */
const nameOf = (file: string): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._ -]{0,63}$/u.test(basename(file)) ? basename(file) : 'file';

export function populationOf({
  population,
  server,
}: {
  readonly population: string;
  readonly server?: string | undefined;
}): NamedPopulation {
  if (server !== undefined) {
    if (!isFile(population)) return { name: population };
    throw new CommandError(
      `--population ${population} is a file, and --server uses populations of the account: make one with body adapt --server`,
    );
  }
  if (isPopulation(population)) return { name: population, source: { named: async () => population } };
  if (!isFile(population)) {
    throw new CommandError(
      `--population is ${population}; it must be ${populations.join(', ')} or a .json file of selvage body adapt`,
    );
  }
  const adapted = readFile(population);
  return { name: nameOf(population), source: { named: async () => adapted } };
}

/** `populationOf` for a command over a data folder, whose account has populations, too. */
export function populationIn({
  population,
  server,
}: {
  readonly population?: string | undefined;
  readonly server?: string | undefined;
}): NamedPopulation | undefined {
  if (population === undefined) return undefined;
  return isFile(population) ? populationOf({ population, server }) : { name: population };
}

const isFile = (population: string): boolean => population.toLowerCase().endsWith('.json');

function readFile(file: string): AdaptedPopulation {
  const text = readInput(file).toString('utf8');
  try {
    return readAdapted(text, file);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandError(`The file ${file} is no adapted population: ${error.message}`, { cause: error });
  }
}
