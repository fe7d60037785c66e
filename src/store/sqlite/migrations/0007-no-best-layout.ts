/** The best layout of a job is the event `best_seq`: the column was never written, and no statement names it. */
export const noBestLayout = `ALTER TABLE job DROP COLUMN best_layout;`;
