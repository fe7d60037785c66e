/** `selvage nest`: packs the parts of a file and writes the best layout. */
import { basename, extname, resolve } from 'node:path';
import { Command, Option } from 'commander';
import { nestEvents } from '../../gateway/json/nest.js';
import type { NestRequest, NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import { ServerId } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type MarkerFormat, markerFormats } from '../drawing/marker/marker-file.js';
import { markerReport } from '../drawing/marker/marker-report.js';
import { type ServerOptions, withServerOptions, withService } from './client-options.js';
import { CommandError, exitCodes } from './exit.js';
import { refuseIdleFlags } from './idle-flags.js';
import { numberOf } from './key-values.js';
import { formatsOf, outputOf, writeLayoutFiles } from './layout-files.js';
import { markerOf } from './marker-of.js';
import { formatOf, readNestFile } from './nest-file.js';
import { nestProgress } from './nest-progress.js';
import { type NestSettingOptions, nestSettings, unitsMm, withNestSettings } from './nest-settings.js';
import { runNest } from './run-nest.js';

interface NestOptions extends ServerOptions, NestSettingOptions {
  readonly output?: string;
  readonly format?: string;
  readonly page?: 'full' | 'a4' | 'letter';
  readonly scale?: string;
  readonly json?: boolean;
}

/** Seconds that the solver takes if the request does not say. Also the most that the slow queue allows. */
const defaultSeconds = 300;
const slowSeconds = 30;

export function nestCommand(): Command {
  const command = new Command('nest')
    .description('pack the parts of a file (JSON, SVG or DXF) and write the best layout')
    .argument('<file>', 'a request of POST /api/v1/nest, or a drawing of the parts; - reads standard input');
  withNestSettings(command)
    .option('-o, --output <FILE>', 'file whose extension names its format, or a name without one; default FILE-layout')
    .option('--format <LIST>', `any of ${Object.keys(markerFormats).join(', ')}; default svg,png`)
    .addOption(new Option('--page <PAGE>', 'paper of a PDF; default full').choices(['full', 'a4', 'letter']))
    .option('--scale <A:B>', 'scale of a PDF, for example 1:5; default 1:1')
    .option('--json', 'the best layout with its report as one line of JSON on standard output');
  return withServerOptions(command)
    .addHelpText(
      'after',
      `
Without --server this process runs a service of its own during the search.
A drawing is read in millimetres by the unit of its file. Each closed line is a part; closed lines on layers or in groups
named "sheet" are sheets. --width, --sheet, --distance and --edge of a drawing are in --unit, too. Ctrl-C ends the search and keeps the best layout so far (exit code ${exitCodes.interrupted}).

Examples:
  $ selvage nest examples/marker.json --time 10
  $ selvage nest parts.svg --width 1500 --distance 3 --rotations 0,180 -o marker.dxf
  $ selvage nest parts.dxf --sheet 1000x2000 --sheets 5 --format pdf,html --page a4 --scale 1:5
  $ selvage nest parts.json --server http://127.0.0.1:8080 --key $SELVAGE_KEY -o out/marker
  $ selvage nest parts.json --json | jq .utilisation`,
    )
    .action(async (file: string, options: NestOptions) => {
      const settings = nestSettings(options);
      const output = { ...filesOf(file, options), roll: settings.sheet && settings.sheet.kind === 'roll' };
      const request = readNestFile(file, settings);
      // a search on one's own machine needs neither a queue nor its limit of 30 s
      if (options.server === undefined) request.serverId ??= ServerId.FAST;
      const interrupt = new AbortController();
      process.once('SIGINT', () => interrupt.abort());
      const view = nestProgress(secondsOf(request));
      const result = await withService(options, (client) =>
        runNest(client, request, (event) => view.show(event), interrupt.signal),
      ).finally(() => view.end());
      if (!result.best)
        throw new CommandError('The search ended before its first layout', {
          exitCode: interrupt.signal.aborted ? exitCodes.interrupted : exitCodes.failed,
        });
      const files = await writeLayoutFiles(output.prefix, request, result.best, output);
      if (options.json) {
        const report = markerReport(markerOf(request, result.best, output));
        console.log(JSON.stringify({ ...nestEvents.solution.encode(result.best), report, files }));
      } else console.log(summary(result.best, files));
      refuseEmpty(result.best);
      if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    });
}

/** An empty layout is a failure for a script that goes on with its files. */
function refuseEmpty({ placements, unplaced }: NestSolution): void {
  if (placements.length > 0 || unplaced.length === 0) return;
  throw new CommandError('No part fits on any sheet at the allowed rotations');
}

/** The files to write. The check comes before the search, not after it. */
function filesOf(file: string, { output, format, page, scale, unit, from }: NestOptions) {
  const title = file === '-' ? 'Layout' : basename(file, extname(file));
  const { prefix, format: named } = outputOf(output ?? `${file === '-' ? 'parts' : title}-layout`);
  if (named && format !== undefined) throw new CommandError(`${output} names a format; leave out --format`);
  const formats: readonly MarkerFormat[] = named ? [named] : formatsOf(format ?? 'svg,png');
  if (formats.some((ending) => resolve(`${prefix}.${ending}`) === resolve(file))) {
    throw new CommandError(`--output ${output} would overwrite the input ${file}`);
  }
  const paperOverReal = scaleOf(scale ?? '1:1');
  if (!formats.includes('pdf')) {
    refuseIdleFlags(
      { '--page': page, '--scale': scale },
      `the format pdf, but the layout is written as ${formats.join(', ')}`,
    );
  }
  // a drawing is in millimetres once it is read
  const drawing = (from ?? formatOf(file)) !== 'json';
  return {
    prefix,
    formats,
    title,
    ...(page && { page }),
    scale: paperOverReal,
    unitMm: drawing ? 1 : unitsMm[unit],
  };
}

/** `1:5` is 0.2. */
function scaleOf(text: string): number {
  const [paper, real, ...more] = text.split(':').map((part) => numberOf(part, '--scale'));
  if (paper! > 0 && real! > 0 && more.length === 0) return paper! / real!;
  throw new CommandError(`--scale is ${JSON.stringify(text)}; it must be written as 1:5`);
}

/** The solver's time limit, for the bar. */
function secondsOf({ maximumExecutionTime = defaultSeconds, serverId }: NestRequest): number {
  return serverId === ServerId.FAST ? maximumExecutionTime : Math.min(maximumExecutionTime, slowSeconds);
}

function summary(best: NestSolution, files: readonly string[]): string {
  const [placed, density, ...more] = layoutRows(best);
  const rows = [placed!, density!, ...files.map((file) => ['written', file] as const), ...more];
  return rows.map(([name, value]) => `${name.padEnd(10)}${value}`).join('\n');
}

/** A layout in a few words: the number of placed parts, their density, and the parts without a place. */
export function layoutRows({ placements, unplaced, utilisation, usage }: NestSolution): [string, string][] {
  const rows: [string, string][] = [
    ['placed', `${placements.length} of ${placements.length + unplaced.length} parts`],
    ['density', `${(100 * utilisation).toFixed(2)} % of ${usage!.length.toFixed(1)} x ${usage!.width.toFixed(1)}`],
  ];
  if (unplaced.length > 0) rows.push(['no place', unplaced.join(' ')]);
  return rows;
}
