/** The population that a command names: built in, a file of `selvage body adapt`, or one of the account at a service. */

import { type AdaptedPopulation, type Population, readAdapted } from '../body/complete.js';
import { isPopulation, populations } from '../body/model/populations.js';
import { CommandError } from './exit.js';
import { readInput } from './files.js';

export interface NamedPopulation {
  /** Its name in requests. */
  readonly name: string;
  /** Finds it for requests that this process answers; a service at `--server` finds its own. */
  readonly source?: { named(): Promise<Population | AdaptedPopulation> };
}

/** Any name of the right form: the file gives the population. */
const nameOfFile = 'file';

export function populationOf({
  population,
  server,
}: {
  readonly population: string;
  readonly server?: string | undefined;
}): NamedPopulation {
  const isFile = population.toLowerCase().endsWith('.json');
  if (server !== undefined) {
    if (!isFile) return { name: population };
    throw new CommandError(
      `--population ${population} is a file, and --server uses populations of the account: make one with body adapt --server`,
    );
  }
  if (isPopulation(population)) return { name: population, source: { named: async () => population } };
  if (!isFile) {
    throw new CommandError(
      `--population is ${population}; it must be ${populations.join(', ')} or a .json file of selvage body adapt`,
    );
  }
  const adapted = readFile(population);
  return { name: nameOfFile, source: { named: async () => adapted } };
}

function readFile(file: string): AdaptedPopulation {
  const text = readInput(file).toString('utf8');
  try {
    return readAdapted(text, file);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandError(`The file ${file} is no adapted population: ${error.message}`, { cause: error });
  }
}
