/** Lines of a draft as the data of SVG paths. */
import type { Notch, PatternPiece, PatternPoint } from '../../../gen/selvage/pattern/v1/pattern_pb.js';

export const path = (points: readonly PatternPoint[]): string =>
  points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('');

/** The lines along which a piece is cut, its holes too. */
export const cutPath = ({ boundary, holes }: PatternPiece): string =>
  [boundary, ...holes.map(({ points }) => points)].map((ring) => `${path(ring)}Z`).join('');

/** Length of a notch that is too short to see, mm. */
const leastNotch = 5;

export function notchPath({ at, angle, depth }: Notch): string {
  const turn = (angle * Math.PI) / 180;
  const reach = Math.max(depth, leastNotch);
  return `M${at!.x} ${at!.y}l${(reach * Math.cos(turn)).toFixed(2)} ${(reach * Math.sin(turn)).toFixed(2)}`;
}
