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
  const drawn = [...cut.outers, ...cut.openings, ...(seam ? [seam] : [])].map(courseOf);
  return Object.entries(part.paths)
    .filter(([id, path]) => !path.hidden && reasonForNoMark(id, path) === null)
    .flatMap(([id, path]) => {
      const runs = flattenPath(path).filter((points) => !isAlong(points, drawn));
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

/** A loop for the comparison: its corners one after the other, x and y in turn, the first repeated at the end. */
type Course = Float64Array;

function courseOf(loop: Loop): Course {
  const n = loop.length;
  const course = new Float64Array(2 * n + 2);
  for (let i = 0; i <= n; i++) {
    const [x, y] = loop[i === n ? 0 : i]!;
    course[2 * i] = x;
    course[2 * i + 1] = y;
  }
  return course;
}

/** Whether a line lies on one of the loops everywhere. */
export function runsAlong(points: readonly Point[], loops: readonly Loop[]): boolean {
  return isAlong(points, loops.map(courseOf));
}

function isAlong(points: readonly Point[], courses: readonly Course[]): boolean {
  // neighbouring places mostly lie on one edge, or on the next
  let [last, edge] = [0, 0];
  const isOnOne = (x: number, y: number): boolean => {
    for (let k = 0; k < courses.length; k++) {
      const i = (last + k) % courses.length;
      const found = edgeAt(courses[i]!, x, y, k === 0 ? edge : 0);
      if (found < 0) continue;
      [last, edge] = [i, found];
      return true;
    }
    return false;
  };
  return points.every(([x, y], i) => {
    const [nextX, nextY] = points[i + 1] ?? points[i]!;
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / sampling));
    for (let k = 0; k < steps; k++) {
      const share = k / steps;
      if (!isOnOne(x + share * (nextX - x), y + share * (nextY - y))) return false;
    }
    return true;
  });
}

/** The first edge with the place on it, in the order of the loop from `start` on; -1 where there is none. */
function edgeAt(course: Course, x: number, y: number, start: number): number {
  const edges = course.length / 2 - 1;
  for (let k = 0, edge = start; k < edges; k++, edge = edge + 1 === edges ? 0 : edge + 1) {
    const at = 2 * edge;
    // no pairs of coordinates here: a draft would make a million of them
    const ax = course[at]!;
    const ay = course[at + 1]!;
    const dx = course[at + 2]! - ax;
    const dy = course[at + 3]! - ay;
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    const fromX = ax + t * dx - x;
    const fromY = ay + t * dy - y;
    if (fromX * fromX + fromY * fromY <= sameLine * sameLine) return edge;
  }
  return -1;
}
