/** Breaks lines of words. */

/** A line in as many as it needs to fit; a word too long for a line has one of its own. */
export function wrapped(line: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of line.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last !== undefined && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The beginning of a line that fits, with an ellipsis for the rest. */
export function shortened(line: string, fits: (line: string) => boolean): string {
  if (fits(line)) return line;
  let end = line.length;
  while (end > 0 && !fits(`${line.slice(0, end)} ...`)) end--;
  return `${line.slice(0, end).trimEnd()} ...`;
}
