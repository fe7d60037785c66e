/** The populations of an account: sums over their people are kept, and no row of a person. */
import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import { nearest } from '../../json/nearest-name.js';
import { isUuid } from '../../uuid.js';
import { type AdaptedPopulation, adaptedText, readAdapted } from '../model/adapted-population.js';
import { isPopulation, type Population, populations } from '../model/populations.js';
import type { PopulationOwner, PopulationRepository, StoredPopulation } from './repository.js';

/** Populations that an owner may have: 2 MB in all. */
const mostPopulations = 50;

/** The account of a call: a user in personal context, or a member of an organisation in its context. */
export interface Account {
  readonly userId: string;
  readonly organizationId: string | null;
}

export interface OwnPopulation extends AdaptedPopulation {
  readonly name: string;
  readonly createdAt: number;
}

/** Finds the population that a request names. */
export interface PopulationSource {
  /** ServiceError `invalid`, with the accepted names, for an unknown name. */
  named(name: string, account: Account): Promise<Population | AdaptedPopulation>;
}

export interface OwnPopulationsParts {
  readonly repository: PopulationRepository;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export class OwnPopulations implements PopulationSource {
  readonly #parts: OwnPopulationsParts;

  constructor(parts: OwnPopulationsParts) {
    this.#parts = parts;
  }

  /**
   * ServiceError `already_exists` for a taken name, also one of those built in; `invalid` for one that looks like another thing;
   * `quota_exceeded`.
   */
  async add(name: string, genders: AdaptedPopulation['genders'], account: Account): Promise<OwnPopulation> {
    if (isPopulation(name.toLowerCase()))
      throw new ServiceError('already_exists', `The name ${name} belongs to a population of everybody`);
    if (isUuid(name)) throw wrongName('must not have the form of an id, by which populations are found, too');
    if (name.trim() !== name) throw wrongName('must not begin or end with a space');
    const { repository, now } = this.#parts;
    const stored = { id: randomUUID(), ...owner(account), name, content: adaptedText({ genders }), createdAt: now() };
    const added = await repository.addPopulation(stored, mostPopulations).catch((error: unknown) => {
      if (!(error instanceof ServiceError) || error.kind !== 'already_exists') throw error;
      const message = `The account has a population ${JSON.stringify(name)} already; delete it first, or choose another name`;
      throw new ServiceError('already_exists', message, { cause: error });
    });
    if (added) return populationOf(stored);
    const message = `The account has ${mostPopulations} populations, as many as one account may have; delete one first`;
    throw new ServiceError('quota_exceeded', message, { code: 'too_many_populations' });
  }

  /** By name. */
  async list(account: Account): Promise<OwnPopulation[]> {
    return (await this.#parts.repository.listPopulations(owner(account))).map(populationOf);
  }

  /** ServiceError `not_found`, the same for an absent population, a foreign one and a malformed UUID. */
  async delete(id: string, account: Account): Promise<void> {
    const known = isUuid(id) && (await this.#parts.repository.deletePopulation(owner(account), id.toLowerCase()));
    if (!known) throw new ServiceError('not_found', `No population ${JSON.stringify(id.slice(0, 64))} of the account`);
  }

  async named(name: string, account: Account): Promise<Population | AdaptedPopulation> {
    if (isPopulation(name)) return name;
    const { repository } = this.#parts;
    const stored = await repository.findPopulation(owner(account), isUuid(name) ? name.toLowerCase() : name);
    if (stored) return populationOf(stored);
    const accepted = [...populations, ...(await repository.listPopulations(owner(account))).map((one) => one.name)];
    throw unknownPopulation(name, accepted);
  }
}

/** The populations that every account has, and no other. */
export const builtInPopulations: PopulationSource = {
  async named(name) {
    if (isPopulation(name)) return name;
    throw unknownPopulation(name, populations);
  },
};

/** ServiceError `invalid` with the accepted names. */
function unknownPopulation(name: string, accepted: readonly string[]): ServiceError {
  const message = `population is ${JSON.stringify(name)}: one of ${accepted.join(', ')} is required${nearest(name, accepted)}`;
  return ServiceError.ofProblems('invalid', [{ path: 'population', code: 'unknown_value', message, accepted }]);
}

const wrongName = (rule: string): ServiceError =>
  ServiceError.ofProblems('invalid', [{ path: 'name', code: 'invalid_name', message: `name ${rule}` }]);

const owner = ({ userId, organizationId }: Account): PopulationOwner => ({
  ownerUserId: organizationId === null ? userId : null,
  ownerOrganizationId: organizationId,
});

const populationOf = ({ id, name, content, createdAt }: StoredPopulation): OwnPopulation => ({
  ...readAdapted(content, id),
  name,
  createdAt,
});
