/** `selvage nest`: packs the parts of a file and draws the best layout. */
import { basename, extname } from 'node:path';
import { Command } from 'commander';
import { nestEvents } from '../../gateway/json/nest.js';
import type { NestRequest, NestSolution } from '../../gen/selvage/nest/v1/nest_pb.js';
import { ServerId } from '../../gen/selvage/nest/v1/nest_pb.js';
import { type ServerOptions, withServerOptions, withService } from './client-options.js';
import { CommandError, exitCodes } from './exit.js';
import { numberOf } from './key-values.js';
import { writeLayoutFiles } from './layout-files.js';
import { readNestFile } from './nest-file.js';
import { nestProgress } from './nest-progress.js';
import { runNest } from './run-nest.js';

interface NestOptions extends ServerOptions {
  readonly time?: string;
  readonly seed?: string;
  readonly output?: string;
  readonly json?: boolean;
}

/** Seconds that the solver takes where the request says nothing, and at most on the slow queue. */
const defaultSeconds = 300;
const slowSeconds = 30;

export function nestCommand(): Command {
  const command = new Command('nest')
    .description('pack the parts of a nest request and draw the best layout as SVG and PNG')
    .argument('<file>', 'request as POST /api/v1/nest takes it; - reads standard input')
    .option('--time <SECONDS>', "time limit, in place of the file's maximumExecutionTime")
    .option('--seed <N>', 'seed of the search')
    .option('-o, --output <PREFIX>', 'writes PREFIX.svg and PREFIX.png; without it the name of the file and -layout')
    .option('--json', 'the best layout as one line of JSON on standard output');
  return withServerOptions(command)
    .addHelpText(
      'after',
      `
Without --server a service is started in this process for as long as the search takes.
Ctrl-C ends the search and keeps the best layout so far (exit code ${exitCodes.interrupted}).

Examples:
  $ selvage nest examples/marker.json --time 10
  $ selvage nest parts.json --server http://127.0.0.1:8080 --key $SELVAGE_KEY -o out/marker
  $ selvage nest parts.json --json | jq .utilisation`,
    )
    .action(async (file: string, options: NestOptions) => {
      const request = readNestFile(file);
      if (options.time !== undefined) request.maximumExecutionTime = numberOf(options.time, '--time');
      if (options.seed !== undefined) request.seed = wholeNumberOf(options.seed, '--seed');
      const interrupt = new AbortController();
      process.once('SIGINT', () => interrupt.abort());
      const view = nestProgress(secondsOf(request));
      const result = await withService(options, (client) =>
        runNest(client, request, (event) => view.show(event), interrupt.signal),
      ).finally(() => view.end());
      if (!result.best)
        throw new CommandError('The search ended before its first layout', { exitCode: exitCodes.failed });
      const files = await writeLayoutFiles(options.output ?? `${basename(file, extname(file))}-layout`, request, result.best);
      if (options.json) console.log(JSON.stringify({ ...nestEvents.solution.encode(result.best), files }));
      else console.log(summary(result.best, files));
      if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
    });
}

/** What the solver may take, for the bar. */
function secondsOf({ maximumExecutionTime = defaultSeconds, serverId }: NestRequest): number {
  return serverId === ServerId.FAST ? maximumExecutionTime : Math.min(maximumExecutionTime, slowSeconds);
}

function wholeNumberOf(text: string, name: string): bigint {
  if (/^-?\d{1,15}$/.test(text)) return BigInt(text);
  throw new CommandError(`${name} is ${JSON.stringify(text)}; it must be a whole number`);
}

export function summary(best: NestSolution, files: readonly string[]): string {
  const { placements, unplaced, utilisation, usage } = best;
  const lines = [
    `placed    ${placements.length} of ${placements.length + unplaced.length} parts`,
    `density   ${(100 * utilisation).toFixed(2)} % of ${usage!.length.toFixed(1)} x ${usage!.width.toFixed(1)}`,
    ...files.map((file) => `written   ${file}`),
  ];
  if (unplaced.length > 0) lines.push(`no place  ${unplaced.join(' ')}`);
  return lines.join('\n');
}
