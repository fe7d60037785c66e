/** `selvage nest`: packs the parts of a file and writes the best layout. */
import { basename, extname, resolve } from 'node:path';
import { Command } from 'commander';
import { type NestRequest, ServerId } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type ServerOptions, withOperations, withServerOptions } from './client-options.js';
import { CommandError, exitCodes } from './exit.js';
import {
  type LayoutOptions,
  type LayoutOutput,
  layoutOutput,
  withLayoutOptions,
  writeLayout,
} from './layout-output.js';
import { formatOf, readNestFile } from './nest-file.js';
import { nestProgress } from './nest-progress.js';
import { type NestSettingOptions, nestSettings, unitsMm, withNestSettings } from './nest-settings.js';
import { runNest } from './run-nest.js';

interface NestOptions extends ServerOptions, NestSettingOptions, LayoutOptions {}

/** Seconds that the solver takes if the request does not say. Also the most that the slow queue allows. */
const defaultSeconds = 300;
const slowSeconds = 30;

export function nestCommand(): Command {
  const command = new Command('nest')
    .description('pack the parts of a file (JSON, SVG or DXF) and write the best layout')
    .argument('<file>', 'a request of POST /api/v1/nest, or a drawing of the parts; - reads standard input');
  withLayoutOptions(withNestSettings(command), 'FILE-layout');
  return withServerOptions(command)
    .addHelpText(
      'after',
      `
Without --server this process searches by itself, and opens no port.
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
      const output = outputFor(file, options, settings.sheet && settings.sheet.kind === 'roll');
      const request = readNestFile(file, settings);
      // a search on one's own machine needs neither a queue nor its limit of 30 s
      if (options.server === undefined) request.serverId ??= ServerId.FAST;
      const interrupt = new AbortController();
      process.once('SIGINT', () => interrupt.abort());
      const view = nestProgress(secondsOf(request));
      const result = await withOperations(
        options,
        (client) => runNest(client, request, (event) => view.show(event), interrupt.signal),
        { solving: true },
      ).finally(() => view.end());
      if (!result.best)
        throw new CommandError('The search ended before its first layout', {
          exitCode: interrupt.signal.aborted ? exitCodes.interrupted : exitCodes.failed,
        });
      await writeLayout(request, result.best, output, options.json === true);
      if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    });
}

function outputFor(file: string, options: NestOptions, roll: boolean | undefined): LayoutOutput {
  const title = file === '-' ? 'Layout' : basename(file, extname(file));
  const output = layoutOutput(options, `${file === '-' ? 'parts' : title}-layout`);
  if (output.formats.some((ending) => resolve(`${output.prefix}.${ending}`) === resolve(file))) {
    throw new CommandError(`--output ${options.output} would overwrite the input ${file}`);
  }
  // a drawing is in millimetres once it is read
  const drawing = (options.from ?? formatOf(file)) !== 'json';
  return { ...output, title, unitMm: drawing ? 1 : unitsMm[options.unit], roll };
}

/** The solver's time limit, for the bar. */
export function secondsOf({
  maximumExecutionTime = defaultSeconds,
  serverId,
}: Pick<NestRequest, 'maximumExecutionTime' | 'serverId'>): number {
  return serverId === ServerId.FAST ? maximumExecutionTime : Math.min(maximumExecutionTime, slowSeconds);
}
