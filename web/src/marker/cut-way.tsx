/** The way of the cutter over the final layout: numbered starts, and dashed lines between the cuts. */
import { computed, effect, signal } from '@preact/signals';
import type { NestSolution } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { CutPath } from '../../../src/drawing/marker/cutting/cut-path.js';
import type { Point } from '../../../src/geometry/point.js';
import { clothLength } from '../shell/lengths.js';
import { markerOf } from './marker-of.js';
import { best, type Ground, ground, phase } from './run.js';

/** Whether the page shows the way. */
export const showsCuts = signal(false);

/** The search is over, so that the cuts do not change any more. */
export const canShowCuts = computed(() => phase.value === 'done' && (best.value?.placements.length ?? 0) > 0);

/** The way over each sheet, by the index of its bin; null: not shown. */
export const cutWays = signal<ReadonlyMap<number, CutPath> | null>(null);

effect(() => {
  cutWays.value = null;
  const [on, solution] = [ground.value, best.value];
  if (showsCuts.value && canShowCuts.value && on && solution) void load(on, solution);
});

async function load(on: Ground, solution: NestSolution): Promise<void> {
  const { cutPathOf } = await import('../../../src/drawing/marker/cutting/cut-path.js');
  const ways = new Map(markerOf(on, solution).sheets.map((sheet) => [sheet.bin, cutPathOf(sheet)]));
  if (showsCuts.value && best.value === solution) cutWays.value = ways;
}

/** @param size the larger side of the picture, mm: dots and numbers follow it */
export function CutWay({ path, offset, size }: { path: CutPath; offset: Point; size: number }) {
  const at = ([x, y]: Point): Point => [x + offset[0], y + offset[1]];
  const starts = path.lines.map(({ points }) => at(points[0]!));
  const ends = [at(path.home), ...path.lines.map(({ points }) => at(points.at(-1)!))];
  const ways = starts.map(([x, y], i) => `M${ends[i]![0]} ${ends[i]![1]}L${x} ${y}`).join('');
  return (
    <g class="cut-way">
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

/** Starts and lengths of the shown way, in one sentence. */
export function cutSentence(ways: ReadonlyMap<number, CutPath>): string {
  const paths = [...ways.values()];
  const sum = (of: (path: CutPath) => number): number => paths.reduce((total, path) => total + of(path), 0);
  const shared = sum((path) => path.shared);
  const once = shared >= 1 ? `, ${clothLength(shared)} once for two parts` : '';
  const starts = sum(({ lines }) => lines.length);
  return `${starts} ${starts === 1 ? 'cut' : 'cuts'} of ${clothLength(sum(({ length }) => length))}${once}; ${clothLength(sum(({ travel }) => travel))} between them.`;
}
