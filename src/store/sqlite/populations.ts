/** SQL of the populations of accounts. */
import type { Database } from 'better-sqlite3';
import { populationColumns, selection } from '../columns.js';
import type { PatternOwner, PopulationRecord, PopulationStore } from '../store.js';

export function sqlitePopulations(db: Database): PopulationStore {
  const populations = `SELECT ${selection(populationColumns)} FROM population`;
  const isOwned = '(owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId)';

  const insert = db.prepare<[object]>(
    `INSERT INTO population (id, owner_user_id, owner_organization_id, name, content, created_at)
     SELECT @id, @ownerUserId, @ownerOrganizationId, @name, @content, @createdAt
     WHERE (SELECT count(*) FROM population WHERE ${isOwned}) < @most`,
  );
  const found = db.prepare<[object], PopulationRecord>(
    `${populations} WHERE ${isOwned} AND (name = @nameOrId OR id = @nameOrId) ORDER BY id = @nameOrId DESC LIMIT 1`,
  );
  const owned = db.prepare<[object], PopulationRecord>(`${populations} WHERE ${isOwned} ORDER BY name`);
  const remove = db.prepare<[object]>(`DELETE FROM population WHERE ${isOwned} AND id = @id`);

  return {
    async addPopulation(population, most) {
      return insert.run({ ...population, most }).changes === 1;
    },
    async findPopulation(owner: PatternOwner, nameOrId) {
      return found.get({ ...owner, nameOrId }) ?? null;
    },
    async listPopulations(owner) {
      return owned.all(owner);
    },
    async deletePopulation(owner, id) {
      return remove.run({ ...owner, id }).changes === 1;
    },
  };
}
