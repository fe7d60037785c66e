/** How far the seams of the layout miss each other in the pattern of the cloth: the worst, and each on demand. */
import type { MatchError } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { lengthUnit, mmIn } from '../shell/lengths.js';

interface SeamsProps {
  readonly matches: readonly MatchError[];
  /** Millimetres in one unit of the request. */
  readonly unitMm: number;
}

export function Seams({ matches, unitMm }: SeamsProps) {
  if (matches.length === 0) return null;
  const worst = Math.max(...matches.flatMap(({ x, y }) => [x ?? 0, y ?? 0]));
  const said = (error: number): string =>
    `${((error * unitMm) / mmIn[lengthUnit.value]).toFixed(3)} ${lengthUnit.value}`;
  return (
    <details class="seams">
      <summary>
        {matches.length} {matches.length === 1 ? 'seam' : 'seams'} on the pattern, off by {said(worst)} at most
      </summary>
      <ul>
        {matches.map(({ name, x, y }, i) => (
          <li key={i}>
            {name || `match ${i + 1}`}:{' '}
            {[x === undefined ? [] : [`${said(x)} →`], y === undefined ? [] : [`${said(y)} ↓`]].flat().join(', ')}
          </li>
        ))}
      </ul>
    </details>
  );
}
