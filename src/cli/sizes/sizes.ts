/** `selvage sizes`: lists and shows size tables, and uploads tables of one's own. */
import { Command } from 'commander';
import { listTablesCommand } from './list.js';
import { showTableCommand } from './show.js';
import { uploadTableCommand } from './upload.js';

export function sizesCommand(): Command {
  return new Command('sizes')
    .description('list and show size tables, and upload tables of your own')
    .addCommand(listTablesCommand())
    .addCommand(showTableCommand())
    .addCommand(uploadTableCommand())
    .addHelpText(
      'after',
      `
Examples:
  $ selvage sizes list
  $ selvage sizes show "EN 13402-3 women"
  $ selvage sizes upload our-women.csv --gender female --name "Our women"
  $ selvage sizes upload our-women.csv --gender female --table "Our women"     its next version`,
    );
}
