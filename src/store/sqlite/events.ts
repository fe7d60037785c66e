/** SQL of reading a job's events. */
import type { Database } from 'better-sqlite3';
import type { JobStore, StoredEvent } from '../store.js';

export function sqliteEvents(db: Database): Pick<JobStore, 'eventsAfter' | 'lastSeqs'> {
  const after = db.prepare<[string, number, number], StoredEvent>(
    'SELECT seq, at, body FROM job_event WHERE job_id = ? AND seq > ? ORDER BY seq LIMIT ?',
  );
  const lastSeqs = db.prepare<[string], { id: string; lastSeq: number }>(
    'SELECT id, last_seq AS lastSeq FROM job WHERE id IN (SELECT value FROM json_each(?))',
  );
  return {
    async lastSeqs(jobIds) {
      return new Map(lastSeqs.all(JSON.stringify(jobIds)).map(({ id, lastSeq }) => [id, lastSeq]));
    },
    async eventsAfter(jobId, seq, { maxEvents, maxBytes }) {
      const events: StoredEvent[] = [];
      let bytes = 0;
      for (const event of after.iterate(jobId, seq, maxEvents)) {
        events.push(event);
        bytes += event.body.length;
        if (bytes >= maxBytes) break;
      }
      return events;
    },
  };
}
