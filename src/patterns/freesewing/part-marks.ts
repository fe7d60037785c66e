/** Reads the marks inside the outline of a FreeSewing part: helps, folds, darts, pockets, pleats, bartacks. */
import type { Point } from '../../geometry/point.js';
import type { InternalLine } from '../draft.js';
import type { Loop } from '../region.js';
import type { FreesewingPart, FreesewingPath } from './design.js';
import { classesOf, flattenPath, macroPrefix, type PartOutline } from './part-lines.js';

/** Macro paths that are not marks, by the beginning of the name, and their fate. */
export const macroLinesLeftOut = {
  __macro_scalebox_: 'left out: a sheet has a scale bar and a test square of its own',
  __macro_miniscale_: 'left out: a sheet has a scale bar and a test square of its own',
  __macro_grainline_: 'the grain line of the piece',
  __macro_cutonfold_: 'the fold of the piece',
} as const;

/** The reason why a visible path gives no mark; null where it gives one. part-texts.ts reads its words all the same. */
export function reasonForNoMark(id: string, path: FreesewingPath): string | null {
  const classes = classesOf(path);
  if (classes.includes('hidden')) return 'left out: a line that nobody sees, to write along or to measure by';
  if (!id.startsWith(macroPrefix)) return classes.includes('sa') ? 'the cut line of the piece' : null;
  const macro = Object.entries(macroLinesLeftOut).find(([beginning]) => id.startsWith(beginning));
  return macro?.[1] ?? null;
}

/** Every line drawn but not cut, except lines wholly along the cut or the seam line. */
export function innerLines(part: FreesewingPart, outline: PartOutline): InternalLine[] {
  const { cut, seam } = outline;
  const drawn = [...cut.outers, ...cut.openings, ...(seam ? [seam] : [])].map(segmentsOf);
  return Object.entries(part.paths)
    .filter(([id, path]) => !path.hidden && reasonForNoMark(id, path) === null)
    .flatMap(([id, path]) => {
      const runs = flattenPath(path).filter((points) => !runsAlong(points, drawn));
      const kind = kindOf(id);
      return [...runs.map((points) => ({ kind, points })), ...arrowHead(path, runs.at(-1))];
    });
}

function kindOf(id: string): InternalLine['kind'] {
  if (id.startsWith(macroPrefix)) return /^__macro_pleat_.*_(from|to)$/.test(id) ? 'fold' : 'mark';
  return /dart/i.test(id) ? 'dart' : /fold/i.test(id) ? 'fold' : 'mark';
}

/** The direction of a pleat: an arrow whose head is a marker, not part of the path. */
function arrowHead(path: FreesewingPath, run: readonly Point[] | undefined): InternalLine[] {
  if (!run || !path.attributes.get('marker-end')) return [];
  const [[ax, ay], [x, y]] = [run.at(-2)!, run.at(-1)!];
  const length = Math.hypot(x - ax, y - ay);
  if (length === 0) return [];
  const [ux, uy] = [(x - ax) / length, (y - ay) / length];
  const barb = (way: 1 | -1): Point => [x - 6 * ux - 2.5 * way * uy, y - 6 * uy + 2.5 * way * ux];
  return [{ kind: 'mark', points: [barb(1), [x, y], barb(-1)] }];
}

/** Lines nearer to each other than this, mm, count as one. */
const sameLine = 0.2;
/** Distance between the compared places of a line, mm. */
const sampling = 5;

type Segment = readonly [ax: number, ay: number, bx: number, by: number];

const segmentsOf = (loop: Loop): Segment[] =>
  loop.map(([ax, ay], i) => [ax, ay, ...loop[(i + 1) % loop.length]!] as const);

/** Whether a line lies on one of the loops everywhere. */
export function runsAlong(points: readonly Point[], loops: readonly (readonly Segment[])[]): boolean {
  return points.every((point, i) => {
    const next = points[i + 1] ?? point;
    const steps = Math.max(1, Math.ceil(Math.hypot(next[0] - point[0], next[1] - point[1]) / sampling));
    return Array.from({ length: steps }, (_, k): Point => {
      const share = k / steps;
      return [point[0] + share * (next[0] - point[0]), point[1] + share * (next[1] - point[1])];
    }).every((place) => loops.some((segments) => segments.some((segment) => isOn(place, segment))));
  });
}

function isOn([x, y]: Point, [ax, ay, bx, by]: Segment): boolean {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(ax + t * dx - x, ay + t * dy - y) <= sameLine;
}
