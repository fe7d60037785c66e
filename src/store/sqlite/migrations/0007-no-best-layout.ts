/** The event `best_seq` holds the best layout of a job. The column was never written, and no statement names it. */
export const noBestLayout = `ALTER TABLE job DROP COLUMN best_layout;`;
