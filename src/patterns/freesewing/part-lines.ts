/** Reads the lines of a drafted FreeSewing part: its seam line, its cut line, marks. All in mm, y down, as FreeSewing has it. */

import { chainLines } from '../../geometry/chain.js';
import { Curve } from '../../geometry/curve.js';
import type { Point } from '../draft.js';
import { covers } from '../finish-piece.js';
import { type Loop, loopArea, offset, positive, type Region, regionOfLoop, unite } from '../region.js';
import type { FreesewingPart, FreesewingPath, FreesewingPoint } from './design.js';

/** No flattened curve is farther than this from the true one, mm. */
const curveTolerance = 0.1;

/** Ends of lines this near to each other, mm, belong together. */
const jointTolerance = 0.5;

export const pointOf = ({ x, y }: FreesewingPoint): Point => [x, y];

const classesOf = (path: FreesewingPath): string[] => (path.attributes.get('class') || '').split(/\s+/);

/** Ids beginning so are drawn by FreeSewing's macros: titles, scale boxes, grain lines. */
const macroPrefix = '__';

/** The runs of points of a path, one for each `move`; a closed run repeats its first point. */
export function flattenPath(path: FreesewingPath): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const operation of path.ops) {
    if (operation.type === 'move') {
      run = [pointOf(operation.to)];
      runs.push(run);
    } else if (operation.type === 'line') run.push(pointOf(operation.to));
    else if (operation.type === 'close') run.push(run[0]!);
    else if (operation.type === 'curve') {
      const { cp1, cp2, to } = operation;
      const from = run.at(-1)!;
      run.push(
        ...new Curve([[from[0], from[1], cp1.x, cp1.y, cp2.x, cp2.y, to.x, to.y]]).flatten(curveTolerance).slice(1),
      );
    }
  }
  return runs.filter((points) => points.length > 1);
}

/** Ids of the seam line where a part does not call it `seam`, in the order in which they are looked for. */
const seamIds = ['seam', 'insideSeam', 'outsideSeam', 'outline'];

/** The visible seam line closed to a loop; null where the part draws none. */
export function seamLoop(part: FreesewingPart): Loop | null {
  for (const id of seamIds) {
    const path = part.paths[id];
    if (!path || path.hidden) continue;
    const [first] = flattenPath(path).sort((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));
    if (first && Math.abs(loopArea(first)) > 1) return positive(first);
  }
  return null;
}

/** The drawn cut line: paths of class `sa`, several of which may have to be joined; null where there is none. */
export function cutLoop(part: FreesewingPart): Loop | null {
  const runs = Object.entries(part.paths)
    .filter(([id, path]) => !path.hidden && !id.startsWith(macroPrefix) && classesOf(path).includes('sa'))
    .flatMap(([, path]) => flattenPath(path));
  const [largest] = chainLines(runs, jointTolerance).sort((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));
  return largest && Math.abs(loopArea(largest)) > 1 ? positive(largest) : null;
}

export interface PartOutline {
  readonly cut: Region;
  readonly seam: Loop | null;
  readonly allowance: number;
}

/**
 * Cut and seam line of a part. The drawn cut line is open on the fold and has loops at inner corners, which a union by
 * winding number drops; where it does not go round the seam line at all, the seam line is offset instead.
 */
export function partOutline(part: FreesewingPart, allowance: number): PartOutline | null {
  const seam = seamLoop(part);
  const cut = cutLoop(part);
  if (!seam && !cut) return null;
  if (!seam) return { cut: regionOfLoop(cut!), seam: null, allowance: 0 };
  if (!cut) return { cut: regionOfLoop(seam), seam: null, allowance: 0 };
  const drawn = regionOfLoop(cut);
  const [outer = []] = drawn.outers;
  const area = loopArea(outer);
  if (area > loopArea(seam) && covers(outer, seam)) return { cut: drawn, seam, allowance };
  const united = unite([cut, seam]);
  // the seam line may stick out by rounding, no more: its area outside would be a sliver
  if (area > loopArea(seam) && loopArea(united.outers[0] ?? []) - area < 1) return { cut: united, seam, allowance };
  return { cut: offset(unite([seam]).outers, allowance), seam, allowance };
}

/** Lines that are drawn and not cut: helps, folds, pockets; and darts inside the piece. */
export function innerLines(part: FreesewingPart): { kind: 'dart' | 'fold' | 'mark'; points: Point[] }[] {
  return Object.entries(part.paths)
    .filter(([id, path]) => {
      if (path.hidden || id.startsWith(macroPrefix)) return false;
      const classes = classesOf(path);
      if (classes.includes('sa') || classes.includes('hidden')) return false;
      return /^dart/i.test(id) || classes.some((name) => ['help', 'dotted', 'dashed', 'mark'].includes(name));
    })
    .flatMap(([id, path]) => {
      const kind = /dart/i.test(id) ? 'dart' : /fold/i.test(id) ? 'fold' : 'mark';
      return flattenPath(path).map((points) => ({ kind, points }) as const);
    });
}

/** The grain line that the part draws; null where it draws none. */
export function drawnGrain(part: FreesewingPart): [Point, Point] | null {
  for (const [id, path] of Object.entries(part.paths)) {
    if (!/^__macro_.*grainline/i.test(id)) continue;
    const [run] = flattenPath(path);
    if (run) return [run[0]!, run.at(-1)!];
  }
  return null;
}
