/** Lay plans wait in a queue of their own. */
export const layPlans = `
ALTER TABLE job DROP CONSTRAINT job_queue_check;
ALTER TABLE job ADD CONSTRAINT job_queue_check CHECK (queue IN ('slow', 'fast', 'lays'));
`;
