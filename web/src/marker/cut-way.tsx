/**
 * The way of the cutter over the final layout: its cuts beside the parts by half the kerf, the lines that it cuts once for two,
 * numbered starts, and dashed lines between the cuts.
 */
import { computed, effect, signal } from '@preact/signals';
import type { NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { CuttingSettings } from '../../../src/drawing/marker/cutting/cut-line.js';
import type { CutPath } from '../../../src/drawing/marker/cutting/cut-path.js';
import type { Point } from '../../../src/geometry/point.js';
import { clothLength } from '../shell/lengths.js';
import { cutter, showsCuts } from './cutter.js';
import { markerOf } from './marker-of.js';
import { best, type Ground, ground, phase } from './run.js';

/** The search is over, so that the cuts do not change any more. */
export const canShowCuts = computed(() => phase.value === 'done' && (best.value?.placements.length ?? 0) > 0);

/** The way over each sheet, by the index of its bin; null: not shown. */
export const cutWays = signal<ReadonlyMap<number, CutPath> | null>(null);

effect(() => {
  cutWays.value = null;
  const [on, solution, tool] = [ground.value, best.value, cutter.value];
  if (showsCuts.value && canShowCuts.value && on && solution && tool) void load(on, solution, tool);
});

async function load(on: Ground, solution: NestSolution, tool: CuttingSettings): Promise<void> {
  const { cutPathOf } = await import('../../../src/drawing/marker/cutting/cut-path.js');
  const ways = new Map(markerOf(on, solution).sheets.map((sheet) => [sheet.bin, cutPathOf(sheet, tool)]));
  if (showsCuts.value && best.value === solution && cutter.value === tool) cutWays.value = ways;
}

/** @param size the larger side of the picture, mm: dots and numbers follow it */
export function CutWay({ path, offset, size }: { path: CutPath; offset: Point; size: number }) {
  const at = ([x, y]: Point): Point => [x + offset[0], y + offset[1]];
  const starts = path.lines.map(({ points }) => at(points[0]!));
  const ends = [at(path.home), ...path.lines.map(({ points }) => at(points.at(-1)!))];
  const ways = starts.map(([x, y], i) => `M${ends[i]![0]} ${ends[i]![1]}L${x} ${y}`).join('');
  const along = (points: readonly Point[]): string => `M${points.map((point) => at(point).join(' ')).join('L')}`;
  return (
    <g class="cut-way">
      <path class="cuts" d={path.lines.map(({ points }) => along(points)).join('')} />
      <path class="common-cuts" d={path.commonLines.map(along).join('')} />
      <path d={ways} />
      {starts.map(([x, y], i) => (
        <g key={i} transform={`translate(${x} ${y})`}>
          <circle r={size / 300} />
          <text x={size / 200} y={-size / 200} font-size={size / 70}>
            {i + 1}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Starts, lengths and time of the shown way, in one sentence. */
export function cutSentence(ways: ReadonlyMap<number, CutPath>, seconds: number | null): string {
  const paths = [...ways.values()];
  const sum = (of: (path: CutPath) => number): number => paths.reduce((total, path) => total + of(path), 0);
  const shared = sum((path) => path.shared);
  const once = shared >= 1 ? `, ${clothLength(shared)} once for two parts` : '';
  const starts = sum(({ lines }) => lines.length);
  return `${starts} ${starts === 1 ? 'cut' : 'cuts'} of ${clothLength(sum(({ length }) => length))}${once}; ${clothLength(sum(({ travel }) => travel))} between them${seconds === null ? '' : `; about ${timeText(seconds)}`}.`;
}

/** Minutes and seconds. */
const timeText = (seconds: number): string => {
  const whole = Math.round(seconds);
  return whole < 60 ? `${seconds.toFixed(1)} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};
