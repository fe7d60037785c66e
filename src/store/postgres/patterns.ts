/** SQL of patterns and their versions. */
import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import { assignments, insertion, patternColumns, selection, versionColumns } from '../columns.js';
import type { PatternOwner, PatternReader, PatternRecord, PatternStore, PatternVersionRecord } from '../store.js';
import { type AnnouncementParams, announcementParams, announcing } from './announcements.js';
import { type Database, Statement } from './database.js';

type Page = { name: string; id: string; limit: number };
type VersionSummary = Omit<PatternVersionRecord, 'content'>;

const patterns = `SELECT ${selection(patternColumns)} FROM pattern`;
const versions = `SELECT ${selection(versionColumns)} FROM pattern_version`;
const { content: _, ...summaryColumns } = versionColumns;
const page = '(name, id) > (@name, @id) ORDER BY name, id LIMIT @limit';

const insertPattern = new Statement<PatternRecord>(`INSERT INTO pattern ${insertion(patternColumns)}`);
const patternById = new Statement<{ id: string }, PatternRecord>(`${patterns} WHERE id = @id`);
const readable = new Statement<PatternReader & Page, PatternRecord>(
  `${patterns}
   WHERE (public OR owner_organization_id = @organizationId OR (@organizationId IS NULL AND owner_user_id = @userId))
     AND EXISTS (SELECT 1 FROM pattern_version v WHERE v.pattern_id = pattern.id AND v.state = 'published')
     AND ${page}`,
);
const owned = new Statement<PatternOwner & Page, PatternRecord>(
  `${patterns} WHERE (owner_user_id = @ownerUserId OR owner_organization_id = @ownerOrganizationId) AND ${page}`,
);
const versionCount = new Statement<PatternOwner, { count: number }>(
  `SELECT count(*) AS count FROM pattern p JOIN pattern_version v ON v.pattern_id = p.id
   WHERE p.owner_user_id = @ownerUserId OR p.owner_organization_id = @ownerOrganizationId`,
);
// Gives numbers one at a time: a transaction locks the pattern's row while it takes the next one.
const lockPattern = new Statement<{ patternId: string }>('SELECT FROM pattern WHERE id = @patternId FOR UPDATE');
const insertVersion = new Statement<object, PatternVersionRecord>(
  `INSERT INTO pattern_version (id, pattern_id, number, state, kind, content, sha256, created_at)
   SELECT @id, @patternId, coalesce(max(number), 0) + 1, 'draft', @kind, @content, @sha256, @createdAt::bigint
   FROM pattern_version WHERE pattern_id = @patternId
   RETURNING ${selection(versionColumns)}`,
);
const updateDraft = new Statement<{ id: string; kind: string; content: string; sha256: string }>(
  `UPDATE pattern_version SET kind = @kind, content = @content, sha256 = @sha256 WHERE id = @id AND state = 'draft'`,
);
const stateOf = new Statement<{ id: string }, { state: string }>('SELECT state FROM pattern_version WHERE id = @id');
const publish = new Statement<{ id: string; publishedAt: number } & AnnouncementParams, { count: number }>(
  `WITH published AS (
     UPDATE pattern_version SET state = 'published', published_at = @publishedAt::bigint
     WHERE id = @id AND state = 'draft' RETURNING pattern_id
   ), announced AS (
     ${announcing(
       'published JOIN pattern ON pattern.id = published.pattern_id',
       'coalesce(pattern.owner_organization_id, pattern.owner_user_id)',
       '@publishedAt',
     )}
   )
   SELECT count(*) AS count FROM published`,
);
const missing = new Statement<{ ids: readonly string[] }, { id: string }>(
  'SELECT id FROM unnest(@ids::text[]) AS wanted (id) WHERE id NOT IN (SELECT id FROM pattern_version)',
);
// waits for another process that makes the same pattern
const ensurePattern = new Statement<PatternRecord>(
  `INSERT INTO pattern ${insertion(patternColumns)} ON CONFLICT (id) DO NOTHING`,
);
const describePattern = new Statement<PatternRecord>(
  'UPDATE pattern SET name = @name, description = @description WHERE id = @id',
);
const versionById = new Statement<{ patternId: string; id: string }, PatternVersionRecord>(
  `${versions} WHERE pattern_id = @patternId AND id = @id`,
);
const versionByNumber = new Statement<{ patternId: string; number: number }, PatternVersionRecord>(
  `${versions} WHERE pattern_id = @patternId AND number = @number`,
);
const latest = new Statement<{ patternId: string }, PatternVersionRecord>(
  `${versions} WHERE pattern_id = @patternId AND state = 'published' ORDER BY number DESC LIMIT 1`,
);
const versionsOf = new Statement<{ patternId: string }, VersionSummary>(
  `SELECT ${selection(summaryColumns)} FROM pattern_version WHERE pattern_id = @patternId ORDER BY number`,
);

const sha256 = (content: string) => createHash('sha256').update(content, 'utf8').digest('hex');
const behind = (after: { name: string; id: string } | null) => ({ name: after?.name ?? '', id: after?.id ?? '' });

export function postgresPatterns(db: Database): PatternStore {
  return {
    async createPattern(pattern) {
      await insertPattern.run(db, pattern);
    },
    findPattern: (id) => patternById.one(db, { id }),
    listPatterns: ({ reader, after, limit }) => readable.all(db, { ...reader, ...behind(after), limit }),
    listOwnedPatterns: ({ owner, after, limit }) => owned.all(db, { ...owner, ...behind(after), limit }),
    countPatternVersions: async (owner) => (await versionCount.one(db, owner))!.count,
    async updatePattern(id, change) {
      const set = assignments(patternColumns, change) || 'id = id';
      return (await new Statement(`UPDATE pattern SET ${set} WHERE id = @id`).run(db, { ...change, id })) > 0;
    },

    addPatternVersion: (version) =>
      db.transaction(async (session) => {
        await lockPattern.run(session, version);
        return (await insertVersion.one(session, { ...version, sha256: sha256(version.content) }))!;
      }),
    async updatePatternDraft(id, change) {
      if ((await updateDraft.run(db, { ...change, id, sha256: sha256(change.content) })) > 0) return true;
      if ((await stateOf.one(db, { id })) === null) return false;
      throw new ServiceError('conflict', 'A published pattern version is immutable: add a new version');
    },
    async publishPatternVersion(id, publishedAt, announcement) {
      const answer = await publish.one(db, { id, publishedAt, ...announcementParams(announcement) });
      return answer!.count > 0 || (await stateOf.one(db, { id })) !== null;
    },
    async missingPatternVersions(ids) {
      return (await missing.all(db, { ids })).map(({ id }) => id);
    },
    publishTogether: (publications) =>
      db.transaction(async (session) => {
        for (const { pattern, version } of publications) {
          await ensurePattern.run(session, pattern);
          await lockPattern.run(session, version);
          if ((await stateOf.one(session, version)) !== null) continue;
          await insertVersion.one(session, { ...version, sha256: sha256(version.content) });
          const published = { id: version.id, publishedAt: version.createdAt, ...announcementParams(undefined) };
          await publish.one(session, published);
          await describePattern.run(session, pattern);
        }
      }),
    findPatternVersion(patternId, choice) {
      if (choice === 'latest') return latest.one(db, { patternId });
      if ('id' in choice) return versionById.one(db, { patternId, id: choice.id });
      return versionByNumber.one(db, { patternId, number: choice.number });
    },
    listPatternVersions: (patternId) => versionsOf.all(db, { patternId }),
  };
}
