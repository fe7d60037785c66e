/** The commands of the README, as its readers copy them. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const packageRoot = fileURLToPath(new URL('../../../', import.meta.url));

/** The shell block that contains `word`. */
export function readmeCommands(word: string): string {
  const readme = readFileSync(`${packageRoot}README.md`, 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block!);
  const found = blocks.find((block) => block.includes(word));
  if (!found) throw new Error(`the README has no shell block with ${word}`);
  return found;
}
