/** The storage that populations of accounts need. The Store port has the same methods. */

/** The owner of populations: exactly one of the two. */
export interface PopulationOwner {
  readonly ownerUserId: string | null;
  readonly ownerOrganizationId: string | null;
}

export interface StoredPopulation extends PopulationOwner {
  /** UUID. */
  readonly id: string;
  /** No other population of the owner has it. */
  readonly name: string;
  /** The text of an `AdaptedPopulation`. */
  readonly content: string;
  readonly createdAt: number;
}

export interface PopulationRepository {
  /** False where the owner has `most` already. ServiceError `already_exists` for a taken name. */
  addPopulation(population: StoredPopulation, most: number): Promise<boolean>;
  /** By its id in lower case, or else by its name. */
  findPopulation(owner: PopulationOwner, nameOrId: string): Promise<StoredPopulation | null>;
  /** By name. */
  listPopulations(owner: PopulationOwner): Promise<StoredPopulation[]>;
  deletePopulation(owner: PopulationOwner, id: string): Promise<boolean>;
}
