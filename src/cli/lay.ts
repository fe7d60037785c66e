/** `selvage lay`: plans the lays of an order and prints the best plan. */

import cliProgress from 'cli-progress';
import { Command } from 'commander';
import { planLaysRequest } from '../../gateway/json/lay.js';
import { type LayEvent, type LayPlan, LayService, type PlanLaysRequest } from '../../gen/selvage/lay/v1/lay_pb.js';
import { ServerId } from '../../gen/selvage/nest/v1/nest_pb.js';
import type { ParsedJson } from '../json/json.js';
import { JsonSyntaxError, parseJson } from '../json/parse.js';
import { type ActingOptions, withActingOptions, withSolvers } from './acting-client.js';
import { decode } from './decode.js';
import { CommandError, exitCodes } from './exit.js';
import { readInput, writeOutput } from './files.js';
import { numberOf } from './key-values.js';
import { layFile, layFormatOf, layPlanJson } from './lay-files.js';
import { table } from './table.js';

interface LayOptions extends ActingOptions {
  readonly time?: string;
  readonly output?: readonly string[];
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
      'files of the plan: .json, .html or .pdf for the cutting room, .csv of its bundles',
    )
    .option('--json', 'print the plan as the line of POST /api/v1/lays');
  return withActingOptions(command)
    .addHelpText(
      'after',
      `
Without --server this process runs solvers of its own. Ctrl-C ends the planning and keeps the best plan so far (exit code ${exitCodes.interrupted}).

Examples:
  $ selvage lay examples/order.json --time 20
  $ selvage lay order.json --server http://127.0.0.1:8080 --key $SELVAGE_KEY -o plan.pdf plan.csv`,
    )
    .action(async (file: string, options: LayOptions) => {
      const request = readOrder(file, options);
      const outputs = (options.output ?? []).map((path) => ({ path, format: layFormatOf(path) }));
      // planning on one's own machine needs neither a queue nor its limit
      if (options.server === undefined) request.serverId ??= ServerId.FAST;
      const interrupt = new AbortController();
      process.once('SIGINT', () => interrupt.abort());
      const view = layProgress(request.maximumExecutionTime ?? defaultSeconds);
      const plan = await withSolvers(options, async (client) => {
        let best: LayPlan | null = null;
        let isDone = false;
        for await (const { event } of client.serverStream(LayService.method.planLays, request, interrupt.signal)) {
          if (!event) continue;
          view.show(event);
          const { event: content } = event;
          if (content.case === 'plan') best = content.value;
          else if (content.case === 'error') throw new CommandError(content.value.message);
          else if (content.case === 'done') isDone = true;
        }
        view.end();
        if (!isDone && !interrupt.signal.aborted)
          throw new CommandError('The stream was cut off before its end', { exitCode: exitCodes.unavailable });
        for (const { path, format } of best === null ? [] : outputs)
          writeOutput(path, await layFile(client, best!, request, format));
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

interface LayProgressView {
  show(event: LayEvent): void;
  end(): void;
}

const metres = (length: number): string => `${(length / 1000).toFixed(2)} m`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const summary = ({ cost, clothLength, gap, markers, lays }: LayPlan): string =>
  `cost ${cost!.total.toFixed(2)}  cloth ${metres(clothLength)}  ${markers.length} markers  ${lays.length} lays` +
  (gap === undefined ? '' : `  gap ${percent(gap)}`);

/** A bar on a terminal, and a line for each better plan elsewhere. */
function layProgress(seconds: number, stream: NodeJS.WriteStream = process.stderr): LayProgressView {
  const warned = ({ event }: LayEvent): string[] =>
    event.case === 'progress' ? event.value.warnings.map(({ message }) => `warning: ${message}`) : [];
  if (!stream.isTTY) {
    return {
      show(event) {
        for (const line of warned(event)) stream.write(`${line}\n`);
        if (event.event.case !== 'plan') return;
        const { value } = event.event;
        stream.write(`${value.elapsedSeconds.toFixed(1).padStart(6)} s  ${summary(value)}\n`);
      },
      end() {},
    };
  }
  const bar = new cliProgress.SingleBar({
    stream,
    format: 'planning [{bar}] {left} s left | {nests} nests | {plan}',
    hideCursor: true,
    barsize: 16,
  });
  const payload = { left: seconds.toFixed(0), nests: 0, plan: 'no plan yet' };
  const warnings: string[] = [];
  bar.start(seconds, 0, payload);
  return {
    show(event) {
      warnings.push(...warned(event));
      const { case: kind, value } = event.event;
      if (kind !== 'progress' && kind !== 'plan') return;
      if (kind === 'progress') payload.nests = value.nests;
      else payload.plan = summary(value);
      payload.left = Math.max(0, seconds - value.elapsedSeconds).toFixed(0);
      bar.update(Math.min(seconds, value.elapsedSeconds), payload);
    },
    end() {
      bar.stop();
      for (const line of warnings) stream.write(`${line}\n`);
    },
  };
}

function planText(plan: LayPlan): string {
  const { markers, lays, lines, rolls, missing } = plan;
  const markerRows = markers.map(({ garments, length, utilisation, jobId }, i) => [
    i + 1,
    garments.map(({ name, count }) => `${count} x ${name}`).join(', '),
    metres(length),
    percent(utilisation),
    jobId,
  ]);
  const layRows = lays.map(({ marker, plies }, i) => [
    i + 1,
    marker + 1,
    plies.reduce((sum, each) => sum + each.plies, 0),
    plies.map(({ plies: n, colour, rollId }) => [n, colour, rollId].filter((word) => word !== '').join(' ')).join(', '),
  ]);
  const cut = lines.reduce((sum, line) => sum + line.cut, 0);
  const [over, under] = [
    lines.reduce((sum, line) => sum + line.over, 0),
    lines.reduce((sum, line) => sum + line.under, 0),
  ];
  return [
    table(['marker', 'garments', 'length', 'density', 'job'], markerRows),
    table(['lay', 'marker', 'plies', 'from the bottom to the top'], layRows),
    `${cut} garments, ${over} over, ${under} under; ${rolls.length} rolls used`,
    ...missing.map(({ message }) => message),
    summary(plan),
  ].join('\n\n');
}
