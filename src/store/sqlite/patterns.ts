/** SQL of patterns and their versions. */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { ServiceError } from '../../errors.js';
import { assignments, insertion, patternColumns, selection, versionColumns } from '../columns.js';
import type { Announcement, PatternPublication, PatternRecord, PatternStore, PatternVersionRecord } from '../store.js';
import { sqliteAnnouncements } from './announcements.js';

type PatternRow = Omit<PatternRecord, 'public'> & { public: number };

const toPattern = (row: PatternRow): PatternRecord => ({ ...row, public: row.public === 1 });
const toRow = <T extends object>(pattern: T) =>
  'public' in pattern ? { ...pattern, public: pattern.public ? 1 : 0 } : pattern;
const sha256 = (content: string) => createHash('sha256').update(content, 'utf8').digest('hex');

export function sqlitePatterns(db: Database): PatternStore {
  const patterns = `SELECT ${selection(patternColumns)} FROM pattern`;
  const versions = `SELECT ${selection(versionColumns)} FROM pattern_version`;

  const insertPattern = db.prepare(`INSERT INTO pattern ${insertion(patternColumns)}`);
  const patternById = db.prepare<[string], PatternRow>(`${patterns} WHERE id = ?`);
  const readable = db.prepare<
    [{ userId: string; organizationId: string | null; name: string; id: string; limit: number }],
    PatternRow
  >(
    `${patterns}
     WHERE (public = 1 OR owner_organization_id = @organizationId OR (@organizationId IS NULL AND owner_user_id = @userId))
       AND EXISTS (SELECT 1 FROM pattern_version v WHERE v.pattern_id = pattern.id AND v.state = 'published')
       AND (name, id) > (@name, @id)
     ORDER BY name, id LIMIT @limit`,
  );
  const owned = db.prepare<[object], PatternRow>(
    `${patterns}
     WHERE (owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId) AND (name, id) > (@name, @id)
     ORDER BY name, id LIMIT @limit`,
  );
  const versionCount = db.prepare<[object], { count: number }>(
    `SELECT count(*) AS count FROM pattern p JOIN pattern_version v ON v.pattern_id = p.id
     WHERE p.owner_user_id = @ownerUserId OR p.owner_organization_id = @ownerOrganizationId`,
  );
  const insertVersion = db.prepare<[object], PatternVersionRecord>(
    `INSERT INTO pattern_version (id, pattern_id, number, state, kind, content, sha256, created_at)
     SELECT @id, @patternId, coalesce(max(number), 0) + 1, 'draft', @kind, @content, @sha256, @createdAt
     FROM pattern_version WHERE pattern_id = @patternId
     RETURNING ${selection(versionColumns)}`,
  );
  const updateDraft = db.prepare(
    `UPDATE pattern_version SET kind = @kind, content = @content, sha256 = @sha256 WHERE id = @id AND state = 'draft'`,
  );
  const stateOf = db.prepare<[string], { state: string }>('SELECT state FROM pattern_version WHERE id = ?');
  const publish = db.prepare(
    `UPDATE pattern_version SET state = 'published', published_at = @publishedAt WHERE id = @id AND state = 'draft'`,
  );
  const ownerOf = db
    .prepare<[string], string>(
      `SELECT coalesce(owner_organization_id, owner_user_id) FROM pattern
       WHERE id = (SELECT pattern_id FROM pattern_version WHERE id = ?)`,
    )
    .pluck(true);
  const announce = sqliteAnnouncements(db);
  const publishAndTell = db.transaction((id: string, publishedAt: number, announcement?: Announcement): boolean => {
    if (publish.run({ id, publishedAt }).changes === 0) return false;
    if (announcement) announce(ownerOf.get(id)!, announcement, publishedAt);
    return true;
  });
  const missing = db
    .prepare<[string], string>('SELECT value FROM json_each(?) WHERE value NOT IN (SELECT id FROM pattern_version)')
    .pluck(true);
  const ensurePattern = db.prepare(
    `INSERT INTO pattern ${insertion(patternColumns)}
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description`,
  );
  const publishTogether = db.transaction((publications: readonly PatternPublication[]) => {
    for (const { pattern, version } of publications) {
      if (stateOf.get(version.id)) continue;
      ensurePattern.run(toRow(pattern));
      insertVersion.get({ ...version, sha256: sha256(version.content) });
      publish.run({ id: version.id, publishedAt: version.createdAt });
    }
  });
  const versionById = db.prepare<[string, string], PatternVersionRecord>(`${versions} WHERE pattern_id = ? AND id = ?`);
  const versionByNumber = db.prepare<[string, number], PatternVersionRecord>(
    `${versions} WHERE pattern_id = ? AND number = ?`,
  );
  const latest = db.prepare<[string], PatternVersionRecord>(
    `${versions} WHERE pattern_id = ? AND state = 'published' ORDER BY number DESC LIMIT 1`,
  );
  const { content: _, ...summaryColumns } = versionColumns;
  const versionsOf = db.prepare<[string], Omit<PatternVersionRecord, 'content'>>(
    `SELECT ${selection(summaryColumns)} FROM pattern_version WHERE pattern_id = ? ORDER BY number`,
  );

  return {
    async createPattern(pattern) {
      insertPattern.run(toRow(pattern));
    },
    async findPattern(id) {
      const row = patternById.get(id);
      return row ? toPattern(row) : null;
    },
    async listPatterns({ reader, after, limit }) {
      return readable.all({ ...reader, name: after?.name ?? '', id: after?.id ?? '', limit }).map(toPattern);
    },
    async listOwnedPatterns({ owner, after, limit }) {
      return owned.all({ ...owner, name: after?.name ?? '', id: after?.id ?? '', limit }).map(toPattern);
    },
    async countPatternVersions(owner) {
      return versionCount.get(owner)!.count;
    },
    async updatePattern(id, change) {
      const set = assignments(patternColumns, change) || 'id = id';
      return db.prepare(`UPDATE pattern SET ${set} WHERE id = @id`).run({ ...toRow(change), id }).changes > 0;
    },

    async addPatternVersion(version) {
      return insertVersion.get({ ...version, sha256: sha256(version.content) })!;
    },
    async updatePatternDraft(id, change) {
      if (updateDraft.run({ ...change, id, sha256: sha256(change.content) }).changes > 0) return true;
      if (stateOf.get(id) === undefined) return false;
      throw new ServiceError('conflict', 'A published pattern version is immutable: add a new version');
    },
    async publishPatternVersion(id, publishedAt, announcement) {
      return publishAndTell.immediate(id, publishedAt, announcement) || stateOf.get(id) !== undefined;
    },
    async missingPatternVersions(ids) {
      return missing.all(JSON.stringify(ids));
    },
    async publishTogether(publications) {
      publishTogether.immediate(publications);
    },
    async findPatternVersion(patternId, choice) {
      if (choice === 'latest') return latest.get(patternId) ?? null;
      if ('id' in choice) return versionById.get(patternId, choice.id) ?? null;
      return versionByNumber.get(patternId, choice.number) ?? null;
    },
    async listPatternVersions(patternId) {
      return versionsOf.all(patternId);
    },
  };
}
