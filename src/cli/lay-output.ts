/** A lay plan on a terminal: the progress of the planning, and the best plan as text. */
import cliProgress from 'cli-progress';
import type { LayEvent, LayPlan } from '../../gen/selvage/lay/v1/lay_pb.js';
import { clothNeed } from '../drawing/lengths.js';
import { table } from './table.js';

export interface LayProgressView {
  show(event: LayEvent): void;
  end(): void;
}

/** Of cloth to cut. */
const metres = (length: number): string => `${clothNeed(length, 'metric').toFixed(2)} m`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const summary = ({ cost, clothLength, gap, markers, lays }: LayPlan): string =>
  `cost ${cost!.total.toFixed(2)}  cloth ${metres(clothLength)}  ${markers.length} markers  ${lays.length} lays` +
  (gap === undefined ? '' : `  gap ${percent(gap)}`);

const warningsOf = ({ event }: LayEvent): string[] =>
  event.case === 'progress' ? event.value.warnings.map(({ message }) => `warning: ${message}`) : [];

/** A line for each better plan. */
export function layLines(stream: NodeJS.WriteStream = process.stderr): LayProgressView {
  return {
    show(event) {
      for (const line of warningsOf(event)) stream.write(`${line}\n`);
      if (event.event.case !== 'plan') return;
      const { value } = event.event;
      stream.write(`${value.elapsedSeconds.toFixed(1).padStart(6)} s  ${summary(value)}\n`);
    },
    end() {},
  };
}

/** A bar on a terminal, and lines elsewhere. */
export function layProgress(seconds: number, stream: NodeJS.WriteStream = process.stderr): LayProgressView {
  if (!stream.isTTY) return layLines(stream);
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
      warnings.push(...warningsOf(event));
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

export function planText(plan: LayPlan): string {
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
