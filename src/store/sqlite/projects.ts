/** SQL of projects. */
import type { Database } from 'better-sqlite3';
import { projectColumns, selection } from '../columns.js';
import type { ProjectRecord, ProjectStore } from '../store.js';

type ProjectRow = Omit<ProjectRecord, 'holdsPeople'> & { holdsPeople: number };

const toProject = (row: ProjectRow): ProjectRecord => ({ ...row, holdsPeople: row.holdsPeople === 1 });
const toNumber = (flag: boolean): number => (flag ? 1 : 0);

export function sqliteProjects(db: Database): ProjectStore {
  const projects = `SELECT ${selection(projectColumns)} FROM project`;
  const isOwned = '(owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId)';

  const insert = db.prepare<[object]>(
    `INSERT INTO project (${Object.values(projectColumns).join(', ')}, document)
     VALUES (${Object.keys(projectColumns)
       .map((field) => `@${field}`)
       .join(', ')}, @document)`,
  );
  const byId = db.prepare<[string], ProjectRow>(`${projects} WHERE id = ?`);
  const document = db.prepare<[string, number], { document: string }>(
    'SELECT document FROM project WHERE id = ? AND version_number = ?',
  );
  const owned = db.prepare<[object], ProjectRow>(
    `${projects} WHERE ${isOwned} AND (name, id) > (@name, @id) ORDER BY name, id LIMIT @limit`,
  );
  const count = db.prepare<[object], { count: number }>(`SELECT count(*) AS count FROM project WHERE ${isOwned}`);
  const update = db.prepare<[object]>(
    `UPDATE project SET name = @name, bytes = @bytes, holds_people = @holdsPeople, updated_at = @updatedAt,
       document = @document, version_number = version_number + 1
     WHERE id = @id AND version_number = @versionNumber`,
  );
  const remove = db.prepare<[string, number]>('DELETE FROM project WHERE id = ? AND version_number = ?');

  return {
    async createProject(project, text) {
      insert.run({ ...project, holdsPeople: toNumber(project.holdsPeople), document: text });
    },
    async findProject(id) {
      const row = byId.get(id);
      return row ? toProject(row) : null;
    },
    async projectDocument(id, versionNumber) {
      return document.get(id, versionNumber)?.document ?? null;
    },
    async listProjects({ owner, after, limit }) {
      return owned.all({ ...owner, name: after?.name ?? '', id: after?.id ?? '', limit }).map(toProject);
    },
    async countProjects(owner) {
      return count.get(owner)!.count;
    },
    async updateProject(id, versionNumber, change) {
      return update.run({ ...change, holdsPeople: toNumber(change.holdsPeople), id, versionNumber }).changes === 1;
    },
    async deleteProject(id, versionNumber) {
      return remove.run(id, versionNumber).changes === 1;
    },
  };
}
