/** The cutter on the command line. */
import type { Command } from 'commander';
import type { CuttingSettings } from '../drawing/marker/cutting/cut-line.js';
import type { MarkerFormat } from '../drawing/marker/marker-file.js';
import { CommandError } from './exit.js';
import { refuseIdleFlags } from './idle-flags.js';
import { numberOf } from './key-values.js';

export interface CutterOptions {
  readonly kerf?: string;
  readonly feed?: string;
  readonly travel?: string;
  readonly startSeconds?: string;
  readonly commonLines?: boolean;
  readonly json?: boolean;
}

export function withCutter(command: Command): Command {
  return command
    .option('--kerf <MM>', 'width of the cut, mm: the cuts lie half of it beside the parts')
    .option('--no-common-lines', 'cut a line that two parts share for each of them')
    .option('--feed <MM/S>', 'speed of the cutter: the report then has its time')
    .option('--travel <MM/S>', 'its speed between two cuts; default the feed')
    .option('--start-seconds <S>', 'its time to start a cut; default 0');
}

/** @returns undefined where no flag asks for a cutter; the writers then keep to their defaults */
export function cutterOf(options: CutterOptions, formats: readonly MarkerFormat[]): CuttingSettings | undefined {
  const { kerf, feed, travel, startSeconds, commonLines } = options;
  const flags = {
    '--kerf': kerf,
    '--feed': feed,
    '--travel': travel,
    '--start-seconds': startSeconds,
    '--no-common-lines': commonLines === false,
  };
  if (Object.values(flags).every((value) => value === undefined || value === false)) return undefined;
  if (!options.json && formats.every((format) => format === 'pdf')) {
    refuseIdleFlags(flags, 'a format other than pdf, which shows no cuts');
  }
  if (feed === undefined) refuseIdleFlags({ '--travel': travel, '--start-seconds': startSeconds }, '--feed');
  return {
    kerf: amountOf('--kerf', kerf, 0),
    feed: amountOf('--feed', feed, leastSpeed),
    travel: amountOf('--travel', travel, leastSpeed),
    startSeconds: amountOf('--start-seconds', startSeconds, 0),
    commonLines: commonLines !== false,
  };
}

/** mm/s */
const leastSpeed = 0.001;

function amountOf(flag: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = numberOf(text, flag);
  if (value >= least) return value;
  throw new CommandError(`${flag} is ${text}; it must be at least ${least}`);
}
