/** The results as Markdown. */
import { cpus, loadavg } from 'node:os';
import type { Curve, Run } from './programs.js';

/** All runs of one program on one instance. */
export interface Series {
  readonly program: string;
  readonly instance: string;
  readonly runs: Run[];
  readonly failures: string[];
}

const percent = (density: number): string => (100 * density).toFixed(2);

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Best density of a run by a time; null before its first layout. */
function densityAt(curve: Curve, time = Infinity): number | null {
  const reached = curve.filter(([t]) => t <= time).map(([, density]) => density);
  return reached.length ? Math.max(...reached) : null;
}

const ends = ({ runs }: Series): number[] => runs.flatMap(({ curve }) => densityAt(curve) ?? []);

export function heading(seconds: number, seeds: readonly number[]): string {
  const date = new Date().toISOString().slice(0, 10);
  return [
    `${date}, ${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.versions.node}.`,
    `${seconds} s of wall clock a run, one run at a time, seeds ${seeds.join(', ')}.`,
    `Load of the machine before: ${loadavg()[0]!.toFixed(1)} (other programs lower these figures).`,
  ].join(' ');
}

/** Density in percent: median of the seeds, least and most; for ours the medians at earlier times as well. */
export function densityTable(rows: readonly (readonly Series[])[], seconds: number, means: readonly string[]): string {
  const programs = rows[0]!.map(({ program }) => program);
  const marks = [1, 3, 10, 30, 100].filter((mark) => mark < seconds);
  const header = ['instance', ...programs, ...marks.map((mark) => `${programs[0]} at ${mark} s`)];
  const lines = rows.map((row) => {
    const onTheWay = marks.map((mark) => {
      const at = row[0]!.runs.map(({ curve }) => densityAt(curve, mark));
      return at.length === 0 || at.includes(null) ? '' : percent(median(at as number[]));
    });
    return [row[0]!.instance, ...row.map(densityCell), ...onTheWay];
  });
  const meanRows = rows.filter(([first]) => means.includes(first!.instance));
  if (meanRows.length > 1) {
    const mean = programs.map((_, p) => {
      const medians = meanRows.map((row) => ends(row[p]!)).filter((densities) => densities.length > 0);
      if (medians.length < meanRows.length) return '';
      return `**${percent(medians.reduce((sum, densities) => sum + median(densities), 0) / medians.length)}**`;
    });
    lines.push([`**mean of the ${meanRows.length} strips**`, ...mean, ...marks.map(() => '')]);
  }
  return table(header, lines);
}

function densityCell(series: Series): string {
  const densities = ends(series);
  if (densities.length === 0) return series.failures.length > 0 ? 'failed' : '';
  return `**${percent(median(densities))}** (${percent(Math.min(...densities))} to ${percent(Math.max(...densities))})`;
}

/** For ours: the first layout, and the cost of a run. */
export function costTable(all: readonly Series[]): string {
  const lines = all
    .filter(({ runs }) => runs.some(({ curve, cost }) => cost && curve.length > 0))
    .map(({ instance, runs }) => {
      const of = (value: (run: Run) => number): number => median(runs.map(value));
      return [
        instance,
        of(({ curve }) => curve[0]![0]).toFixed(2),
        percent(of(({ curve }) => curve[0]![1])),
        of(({ cost }) => cost!.cpuSeconds).toFixed(0),
        of(({ cost }) => cost!.megabytes).toFixed(0),
      ];
    });
  return table(['instance', 'first layout (s)', 'its density', 'processor time (s)', 'peak memory (MB)'], lines);
}

/** For ours: instances with fixed or irregular sheets. */
export function sheetsTable(all: readonly Series[]): string {
  const lines = all.flatMap(({ instance, runs }) =>
    runs.flatMap(({ last, curve }) => {
      if (!last || curve.length > 0) return [];
      const { placements, unplaced, usage, utilisation } = last;
      const sheets = new Set(placements.map(({ bin }) => bin)).size;
      const parts = `${placements.length} of ${placements.length + unplaced.length}`;
      return [[instance, parts, `${sheets}`, usage.length.toFixed(1), percent(utilisation)]];
    }),
  );
  return table(['instance', 'parts placed', 'sheets', 'span', 'utilisation'], lines);
}

export function table(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [row(header), row(header.map((_, i) => (i ? '---:' : '---'))), ...lines.map(row)].join('\n');
}
