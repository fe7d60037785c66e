/** Density over time: a step at each better layout. */
import { ground, progress, samples } from './run.js';

const width = 460;
const height = 120;
const edge = { left: 44, right: 12, top: 10, bottom: 22 };

export function DensityChart() {
  const points = samples.value;
  if (points.length === 0) return null;
  const now = Math.max(progress.value?.elapsedSeconds ?? 0, points.at(-1)!.seconds);
  const end = Math.max(Math.min(ground.value!.limitSeconds, now * 4), now, 0.5);
  const densities = points.map(({ density }) => density);
  const [low, high] = range(Math.min(...densities), Math.max(...densities));
  const x = (seconds: number): number => edge.left + (seconds / end) * (width - edge.left - edge.right);
  const y = (density: number): number =>
    height - edge.bottom - ((density - low) / (high - low)) * (height - edge.top - edge.bottom);
  const line = points
    .map(({ seconds, density }, i) => (i === 0 ? `M${x(seconds)} ${y(density)}` : `H${x(seconds)}V${y(density)}`))
    .join('');
  const last = points.at(-1)!;
  const description = `Density over time: from ${percent(points[0]!.density)} to ${percent(last.density)} in ${points.length} layouts`;
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMinYMin"
      role="img"
      aria-label={description}
    >
      {[low, (low + high) / 2, high].map((density) => (
        <g key={density}>
          <path class="grid" d={`M${edge.left} ${y(density)}H${width - edge.right}`} />
          <text x={edge.left - 6} y={y(density) + 4} text-anchor="end">
            {percent(density)}
          </text>
        </g>
      ))}
      <path class="area" d={`${line}H${x(now)}V${height - edge.bottom}H${x(points[0]!.seconds)}Z`} />
      <path class="curve" d={`${line}H${x(now)}`} />
      <circle cx={x(last.seconds)} cy={y(last.density)} r="3.5" />
      <text x={edge.left} y={height - 6}>
        0 s
      </text>
      <text x={width - edge.right} y={height - 6} text-anchor="end">
        {end.toFixed(end < 10 ? 1 : 0)} s
      </text>
    </svg>
  );
}

/** Whole percents round the values. */
function range(least: number, most: number): [number, number] {
  const low = Math.floor(least * 100 - 0.5) / 100;
  return [low, Math.max(Math.ceil(most * 100 + 0.2) / 100, low + 0.02)];
}

const percent = (share: number): string =>
  `${(100 * share).toFixed(share * 100 === Math.round(share * 100) ? 0 : 1)} %`;
