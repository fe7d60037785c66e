/** Plain text in columns, for people. Programs use `--json`. */

/** Rows under headings. A column is as wide as its widest cell; numbers are right-aligned. */
export function table(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => String(row[column] ?? '').length)),
  );
  const line = (cells: readonly (string | number)[], numbers: (column: number) => boolean): string =>
    widths
      .map((width, column) => {
        const cell = String(cells[column] ?? '');
        return numbers(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  const numeric = headings.map(
    (_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number' || row[column] === ''),
  );
  return [
    line(headings, (column) => numeric[column]!),
    line(
      widths.map((width) => '-'.repeat(width)),
      () => false,
    ),
    ...rows.map((row) => line(row, (column) => numeric[column]!)),
  ].join('\n');
}
