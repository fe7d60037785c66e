/** The files of a layout on the command line: the flags that name them, and the words about the written ones. */
import { type Command, Option } from 'commander';
import { binJson, nestEvents } from '../../gateway/json/nest.js';
import type { Bin, NestRequest, NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import type { Lengths } from '../drawing/lengths.js';
import { type MarkerFormat, markerFormats } from '../drawing/marker/marker-file.js';
import { markerReport } from '../drawing/marker/marker-report.js';
import { type CutterOptions, cutterOf, withCutter } from './cutter.js';
import { CommandError } from './exit.js';
import { writeOutput } from './files.js';
import { refuseIdleFlags } from './idle-flags.js';
import { numberOf } from './key-values.js';
import { formatsOf, type LayoutFileOptions, outputOf, writeLayoutFiles } from './layout-files.js';
import { lengthsOption } from './lengths-option.js';
import { type MarkerGround, markerOf } from './marker-of.js';

export interface LayoutOptions extends CutterOptions {
  readonly output?: string;
  readonly format?: string;
  readonly page?: 'full' | 'a4' | 'letter';
  readonly scale?: string;
  readonly lengths?: Lengths;
  readonly json?: boolean;
}

export interface LayoutOutput extends LayoutFileOptions, MarkerGround {
  readonly prefix: string;
  readonly formats: readonly MarkerFormat[];
}

/** @param usual the name of the files without --output, for the help */
export function withLayoutOptions(command: Command, usual: string): Command {
  command
    .option('-o, --output <FILE>', `file whose extension names its format, or a name without one; default ${usual}`)
    .option('--format <LIST>', `any of ${Object.keys(markerFormats).join(', ')}; default svg,png`)
    .addOption(new Option('--page <PAGE>', 'paper of a PDF; default full').choices(['full', 'a4', 'letter']))
    .option('--scale <A:B>', 'scale of a PDF, for example 1:5; default 1:1')
    .addOption(
      lengthsOption('units of the HTML report, of the DXF, and of the square to measure in a PDF; default metric'),
    );
  return withCutter(command).option('--json', 'the best layout with its report as one line of JSON on standard output');
}

/** The files to write. The check comes before the search, not after it. */
export function layoutOutput(options: LayoutOptions, usual: string): LayoutOutput {
  const { output, format, page, scale, lengths } = options;
  const { prefix, format: named } = outputOf(output ?? usual);
  if (named && format !== undefined) throw new CommandError(`${output} names a format; leave out --format`);
  const formats: readonly MarkerFormat[] = named ? [named] : formatsOf(format ?? 'svg,png');
  const paperOverReal = scaleOf(scale ?? '1:1');
  if (!formats.includes('pdf')) {
    refuseIdleFlags(
      { '--page': page, '--scale': scale },
      `the format pdf, but the layout is written as ${formats.join(', ')}`,
    );
  }
  if (!formats.some((each) => each === 'pdf' || each === 'dxf' || each === 'html')) {
    refuseIdleFlags(
      { '--lengths': lengths },
      `the format pdf, dxf or html, but the layout is written as ${formats.join(', ')}`,
    );
  }
  return {
    prefix,
    formats,
    ...(page && { page }),
    ...(lengths && { lengths }),
    scale: paperOverReal,
    cutting: cutterOf(options, formats),
  };
}

/** `1:5` is 0.2. */
function scaleOf(text: string): number {
  const [paper, real, ...more] = text.split(':').map((part) => numberOf(part, '--scale'));
  if (paper! > 0 && real! > 0 && more.length === 0) return paper! / real!;
  throw new CommandError(`--scale is ${JSON.stringify(text)}; it must be written as 1:5`);
}

/** Writes the files and tells about the layout. An empty one is a failure for a script that goes on with its files. */
export async function writeLayout(
  request: NestRequest,
  best: NestSolution,
  output: LayoutOutput,
  asJson: boolean,
): Promise<void> {
  const marker = markerOf(request, best, output);
  const files = await writeLayoutFiles(output.prefix, marker, output);
  const remnants = best.usage?.sheets.flatMap((sheet) => sheet.remnants) ?? [];
  if (request.remnants) files.push(writeRemnants(`${output.prefix}-remnants.json`, remnants));
  if (asJson) {
    const report = markerReport(marker, output.cutting);
    const plain = output.plain && plainJson(output.plain);
    console.log(JSON.stringify({ ...nestEvents.solution.encode(best), report, files, ...(plain && { plain }) }));
  } else console.log(summary(best, files, output.plain));
  if (best.placements.length > 0 || best.unplaced.length === 0) return;
  throw new CommandError('No part fits on any sheet at the allowed rotations');
}

/** The rests of the sheets, under the key of a request of a next job. Returns the path. */
function writeRemnants(path: string, remnants: readonly Bin[]): string {
  writeOutput(path, `${JSON.stringify({ bins: remnants.map((bin) => binJson.encode(bin)) })}\n`);
  return path;
}

const plainJson = ({ utilisation, usage }: NestSolution) => ({ utilisation, length: usage!.length });

function summary(best: NestSolution, files: readonly string[], plain: LayoutOutput['plain']): string {
  const [placed, utilisation, ...more] = layoutRows(best);
  const rows = [placed!, utilisation!, ...files.map((file) => ['written', file] as const), ...more];
  if (plain) rows.push(['plain', besidePlain(best, plain)]);
  return rows.map(([name, value]) => `${name.padEnd(13)}${value}`).join('\n');
}

function besidePlain(best: NestSolution, plain: NestSolution): string {
  const points = 100 * (plain.utilisation - best.utilisation);
  return (
    `${(100 * plain.utilisation).toFixed(2)} % of ${plain.usage!.length.toFixed(1)} x ${plain.usage!.width.toFixed(1)} ` +
    `on plain cloth: the pattern costs ${points.toFixed(2)} points`
  );
}

/** A layout in a few words: the number of placed parts, their utilisation, and the parts without a place. */
export function layoutRows({ placements, unplaced, utilisation, usage, matches }: NestSolution): [string, string][] {
  const rows: [string, string][] = [
    ['placed', `${placements.length} of ${placements.length + unplaced.length} parts`],
    ['utilisation', `${(100 * utilisation).toFixed(2)} % of ${usage!.length.toFixed(1)} x ${usage!.width.toFixed(1)}`],
  ];
  if (usage!.cost !== undefined) {
    const bins = usage!.sheets.map(({ bin }) => bin).join(' ');
    rows.push([
      'cost',
      `${Number(usage!.cost.toPrecision(8))} for ${usage!.sheets.length === 1 ? 'bin' : 'bins'} ${bins}`,
    ]);
  }
  for (const [i, { name, x, y }] of matches.entries()) {
    const off = [x, y].flatMap((error) => (error === undefined ? [] : [error.toFixed(3)]));
    rows.push(['match', `${name || i + 1}: ${off.join(' and ')} off`]);
  }
  if (unplaced.length > 0) rows.push(['no place', unplaced.join(' ')]);
  return rows;
}
