/**
 * Lay plans wait in a queue of their own. The column `queue` is made anew, because SQLite cannot drop its check, which knew the
 * queues of nests alone.
 */
export const layPlans = `
DROP INDEX job_queued;
ALTER TABLE job RENAME COLUMN queue TO nest_queue;
ALTER TABLE job ADD COLUMN queue TEXT NOT NULL DEFAULT 'slow' CHECK (queue IN ('slow', 'fast', 'lays'));
UPDATE job SET queue = nest_queue;
ALTER TABLE job DROP COLUMN nest_queue;
CREATE INDEX job_queued ON job (queue, priority DESC, turn, number) WHERE state = 'queued';
`;
