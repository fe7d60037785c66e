/** Between the records' names and the columns' names. */

/** `user_id AS "userId", ...` for a SELECT or RETURNING of records. */
export function selection(columns: Readonly<Record<string, string>>): string {
  return Object.entries(columns)
    .map(([field, column]) => (field === column ? column : `${column} AS "${field}"`))
    .join(', ');
}

/** `user_id = @userId, ...` for the fields that are present in `change`; empty for none. */
export function assignments(columns: Readonly<Record<string, string>>, change: object): string {
  return Object.keys(change)
    .filter((field) => field in columns)
    .map((field) => `${columns[field]} = @${field}`)
    .join(', ');
}

/** `(user_id, ...) VALUES (@userId, ...)` for all fields. */
export function insertion(columns: Readonly<Record<string, string>>): string {
  const values = Object.keys(columns).map((field) => `@${field}`);
  return `(${Object.values(columns).join(', ')}) VALUES (${values.join(', ')})`;
}
