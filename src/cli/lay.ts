/** `selvage lay`: plans the lays of an order and prints the best plan. */
import { Command } from 'commander';
import { planLaysRequest } from '../../gateway/json/lay.js';
import { LayService, type PlanLaysRequest } from '../../gen/selvage/lay/v1/lay_pb.js';
import { ServerId } from '../../gen/selvage/nest/v1/nest_pb.js';
import type { Lengths } from '../drawing/lengths.js';
import type { ParsedJson } from '../json/json.js';
import { JsonSyntaxError, parseJson } from '../json/parse.js';
import { type ActingOptions, withActingOptions, withSolvers } from './acting-client.js';
import { decode } from './decode.js';
import { CommandError, exitCodes } from './exit.js';
import { readInput } from './files.js';
import { followLays } from './follow-lays.js';
import { refuseIdleFlags } from './idle-flags.js';
import { numberOf } from './key-values.js';
import { layFormatOf, layPlanJson, writeLayFile } from './lay-files.js';
import { layProgress, planText } from './lay-output.js';
import { lengthsOption } from './lengths-option.js';

interface LayOptions extends ActingOptions {
  readonly time?: string;
  readonly output?: readonly string[];
  readonly lengths?: Lengths;
  readonly json?: boolean;
}

/** Seconds of the service, if the order does not say. */
const defaultSeconds = 120;

export function layCommand(): Command {
  const command = new Command('lay')
    .description('plan the lays of an order: the markers, and the plies of each roll')
    .argument('<file>', 'a request of POST /api/v1/lays as JSON; - reads standard input')
    .option('--time <SECONDS>', 'seconds of planning, with all nests')
    .option(
      '-o, --output <FILE...>',
      'files of the plan: .json, .html or .pdf for the cutting room, .csv of its bundles; .dxf, .plt, .svg or .png of each marker, as NAME-1.dxf',
    )
    .addOption(lengthsOption('units of the HTML, PDF and DXF; HTML and PDF in inches are on Letter; default metric'))
    .option('--json', 'print the plan as the line of POST /api/v1/lays');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Without --server this process runs solvers of its own. Ctrl-C ends the planning and keeps the best plan so far (exit code ${exitCodes.interrupted}).

Examples:
  $ selvage lay examples/order.json --time 20
  $ selvage lay order.json --server http://127.0.0.1:8080 --key $SELVAGE_KEY -o plan.pdf plan.csv marker.plt`,
    )
    .action(async (file: string, options: LayOptions) => {
      const request = readOrder(file, options);
      const outputs = (options.output ?? []).map((path) => ({ path, format: layFormatOf(path) }));
      if (!outputs.some(({ format }) => format === 'html' || format === 'pdf' || format === 'dxf')) {
        refuseIdleFlags({ '--lengths': options.lengths }, 'an --output that ends in .html, .pdf or .dxf');
      }
      // planning on one's own machine needs neither a queue nor its limit
      if (options.server === undefined) request.serverId ??= ServerId.FAST;
      const interrupt = new AbortController();
      process.once('SIGINT', () => interrupt.abort());
      const view = layProgress(request.maximumExecutionTime ?? defaultSeconds);
      const plan = await withSolvers(options, async (client) => {
        const stream = client.serverStream(LayService.method.planLays, request, interrupt.signal);
        const best = await followLays(stream, (event) => view.show(event), interrupt.signal);
        view.end();
        if (best !== null)
          for (const output of outputs) await writeLayFile(client, best, request, output, options.lengths);
        return best;
      }).finally(() => view.end());
      if (interrupt.signal.aborted) process.exitCode = exitCodes.interrupted;
      if (!plan)
        throw new CommandError('The planning ended before its first plan', { exitCode: exitCodes.interrupted });
      console.log(options.json ? JSON.stringify(layPlanJson(plan)) : planText(plan));
    });
}

function readOrder(file: string, { time }: LayOptions): PlanLaysRequest {
  const keys: [string, ParsedJson][] = time === undefined ? [] : [['maximumExecutionTime', numberOf(time, '--time')]];
  try {
    const json = parseJson(readInput(file));
    return decode(planLaysRequest, json instanceof Map ? new Map([...json, ...keys]) : json);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new CommandError(`${file}: ${error.message}`, { cause: error });
  }
}
