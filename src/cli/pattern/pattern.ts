/** `selvage pattern`: lists and drafts patterns, and makes patterns of one's own. */
import { Command } from 'commander';
import { diffCommand } from './diff.js';
import { draftCommand } from './draft.js';
import { exportCommand } from './export.js';
import { importCommand } from './import.js';
import { listCommand } from './list.js';
import { publishCommand } from './publish.js';
import { patternSizesCommand } from './sizes.js';
import { techPackCommand } from './techpack.js';
import { versionsCommand } from './versions.js';

export function patternCommand(): Command {
  return new Command('pattern')
    .description('list and draft patterns, and make patterns of your own')
    .addCommand(listCommand())
    .addCommand(draftCommand())
    .addCommand(patternSizesCommand())
    .addCommand(techPackCommand())
    .addCommand(publishCommand())
    .addCommand(versionsCommand())
    .addCommand(diffCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ selvage pattern list --variables
  $ selvage pattern draft "A-line skirt" skirtLength=62 --format svg -o skirt.svg
  $ selvage pattern draft my-skirt.json --format svg -o skirt.svg     an unpublished document
  $ selvage pattern sizes "Simon shirt" --table "EN 13402-3 men" --from 46 --to 54 -o simon.svg
  $ selvage pattern publish my-skirt.json
  $ selvage pattern versions "My skirt"
  $ selvage pattern diff "My skirt" 1 2
  $ selvage pattern export "My skirt" -o my-skirt.json
  $ selvage pattern import trousers.sm2d --measurements me.smis -o trousers.json`,
    );
}
