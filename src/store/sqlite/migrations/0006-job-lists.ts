/** Jobs of one owner in the order of their submission, for lists. */
export const jobLists = `CREATE INDEX job_by_owner ON job (owner, number);`;
