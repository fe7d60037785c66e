/** SQL of the populations of accounts. */
import { populationColumns, selection } from '../columns.js';
import type { PatternOwner, PopulationRecord, PopulationStore } from '../store.js';
import { type Database, Statement } from './database.js';

const populations = `SELECT ${selection(populationColumns)} FROM population`;
const isOwned = '(owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId)';

// Counts one at a time: a transaction locks the owner while it adds.
const lockOwner = new Statement<PatternOwner>(
  'SELECT pg_advisory_xact_lock(hashtextextended(coalesce(@ownerUserId, @ownerOrganizationId), 1))',
);
const insert = new Statement<PopulationRecord & { most: number }, { id: string }>(
  `INSERT INTO population (id, owner_user_id, owner_organization_id, name, content, created_at)
   SELECT @id, @ownerUserId, @ownerOrganizationId, @name, @content, @createdAt::bigint
   WHERE (SELECT count(*) FROM population WHERE ${isOwned}) < @most::bigint
   RETURNING id`,
);
const found = new Statement<PatternOwner & { nameOrId: string }, PopulationRecord>(
  `${populations} WHERE ${isOwned} AND (name = @nameOrId OR id = @nameOrId) ORDER BY id = @nameOrId DESC LIMIT 1`,
);
const owned = new Statement<PatternOwner, PopulationRecord>(`${populations} WHERE ${isOwned} ORDER BY name`);
const remove = new Statement<PatternOwner & { id: string }, { id: string }>(
  `DELETE FROM population WHERE ${isOwned} AND id = @id RETURNING id`,
);

export function postgresPopulations(db: Database): PopulationStore {
  return {
    addPopulation: (population, most) =>
      db.transaction(async (session) => {
        await lockOwner.run(session, population);
        return (await insert.one(session, { ...population, most })) !== null;
      }),
    findPopulation: (owner, nameOrId) => found.one(db, { ...owner, nameOrId }),
    listPopulations: (owner) => owned.all(db, owner),
    deletePopulation: async (owner, id) => (await remove.one(db, { ...owner, id })) !== null,
  };
}
