/** The flag `--data` of the commands that open a store themselves. */
import { Option } from 'commander';
import { CommandError } from './exit.js';

export const dataOption = (description: string): Option =>
  new Option('--data <DIR>', description).env('SELVAGE_DATA').default('./selvage-data').argParser(folderOf);

/** An empty path would be the current folder. */
function folderOf(path: string): string {
  if (path !== '') return path;
  throw new CommandError(`${process.env.SELVAGE_DATA === '' ? 'SELVAGE_DATA' : '--data'}: a value is required`);
}
