/** SQL of projects. */
import { projectColumns, selection } from '../columns.js';
import type { PatternOwner, ProjectRecord, ProjectStore } from '../store.js';
import { type Database, Statement } from './database.js';

type Version = { id: string; versionNumber: number };
type Change = Parameters<ProjectStore['updateProject']>[2];

const projects = `SELECT ${selection(projectColumns)} FROM project`;
const isOwned = '(owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId)';

const insert = new Statement<ProjectRecord & { document: string }>(
  `INSERT INTO project (${Object.values(projectColumns).join(', ')}, document)
   VALUES (${Object.keys(projectColumns)
     .map((field) => `@${field}`)
     .join(', ')}, @document)`,
);
const byId = new Statement<{ id: string }, ProjectRecord>(`${projects} WHERE id = @id`);
const document = new Statement<Version, { document: string }>(
  'SELECT document FROM project WHERE id = @id AND version_number = @versionNumber',
);
const owned = new Statement<PatternOwner & { name: string; id: string; limit: number }, ProjectRecord>(
  `${projects} WHERE ${isOwned} AND (name, id) > (@name, @id) ORDER BY name, id LIMIT @limit`,
);
const count = new Statement<PatternOwner, { count: number }>(`SELECT count(*) AS count FROM project WHERE ${isOwned}`);
const update = new Statement<Version & Change>(
  `UPDATE project SET name = @name, bytes = @bytes, holds_people = @holdsPeople, updated_at = @updatedAt,
     document = @document, version_number = version_number + 1
   WHERE id = @id AND version_number = @versionNumber`,
);
const remove = new Statement<Version>('DELETE FROM project WHERE id = @id AND version_number = @versionNumber');

export function postgresProjects(db: Database): ProjectStore {
  return {
    async createProject(project, text) {
      await insert.run(db, { ...project, document: text });
    },
    findProject: (id) => byId.one(db, { id }),
    projectDocument: async (id, versionNumber) => (await document.one(db, { id, versionNumber }))?.document ?? null,
    listProjects: ({ owner, after, limit }) =>
      owned.all(db, { ...owner, name: after?.name ?? '', id: after?.id ?? '', limit }),
    countProjects: async (owner) => (await count.one(db, owner))!.count,
    updateProject: async (id, versionNumber, change) => (await update.run(db, { ...change, id, versionNumber })) === 1,
    deleteProject: async (id, versionNumber) => (await remove.run(db, { id, versionNumber })) === 1,
  };
}
