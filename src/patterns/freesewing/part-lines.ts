/**
 * Reads the lines of a drafted FreeSewing part: its seam line, its cut line, marks. In mm, y down, as in FreeSewing.
 */

import { chainLines } from '../../geometry/chain.js';
import { Curve } from '../../geometry/curve.js';
import type { Point } from '../../geometry/point.js';
import { covers } from '../on-loop.js';
import { type Loop, loopArea, positive, type Region, regionOfLoop, unite } from '../region.js';
import { cutAlongSeam } from './cut-along-seam.js';
import type { FreesewingPart, FreesewingPath, FreesewingPoint } from './design.js';

/** Flattened curves stray from the true ones by at most this, mm. */
const curveTolerance = 0.1;

/** Ends of lines this near to each other, mm, belong together. */
const jointTolerance = 0.5;

export const pointOf = ({ x, y }: FreesewingPoint): Point => [x, y];

export const classesOf = (path: FreesewingPath): string[] => (path.attributes.get('class') || '').split(/\s+/);

/** FreeSewing's macros begin their ids like this: titles, scale boxes, grain lines. */
export const macroPrefix = '__';

const flattened = new WeakMap<FreesewingPath, readonly Point[][]>();

/** The runs of points of a drafted path, one for each `move`; a closed run repeats its first point. */
export function flattenPath(path: FreesewingPath): readonly Point[][] {
  let runs = flattened.get(path);
  if (!runs) {
    runs = runsOf(path);
    flattened.set(path, runs);
  }
  return runs;
}

function runsOf(path: FreesewingPath): Point[][] {
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

/** Ids of a seam line not called `seam`, in the order of the search. */
const seamIds = ['seam', 'insideSeam', 'outsideSeam', 'outline', 'body', 'sleeve', 'gusset', 'pocket'];

/** The path of the visible seam line; null where the part draws none. */
export function seamPath(part: FreesewingPart): FreesewingPath | null {
  return seamIds.map((id) => part.paths[id]).find((path) => path && !path.hidden && loopOf(path)) ?? null;
}

/** The ends of the lines and curves of the outline: of the seam line, else of the cut line. */
export function outlineNodes(part: FreesewingPart): Point[] {
  const seam = seamPath(part);
  const paths = seam ? [seam] : Object.values(part.paths).filter((path) => classesOf(path).includes('sa'));
  return paths.flatMap(({ ops }) => ops.flatMap((operation) => ('to' in operation ? [pointOf(operation.to)] : [])));
}

/** The seam line closed to a loop; null where the part draws none. */
export function seamLoop(part: FreesewingPart): Loop | null {
  const path = seamPath(part);
  return path && loopOf(path);
}

/** The largest loop of a path; null where it encloses nothing. */
function loopOf(path: FreesewingPath): Loop | null {
  const [first] = flattenPath(path).toSorted((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));
  return first && Math.abs(loopArea(first)) > 1 ? positive(first) : null;
}

/** The drawn cut line: the runs of all paths of class `sa`, joined where they meet. */
export function cutRuns(part: FreesewingPart): Point[][] {
  const runs = Object.entries(part.paths)
    .filter(([id, path]) => !path.hidden && !id.startsWith(macroPrefix) && classesOf(path).includes('sa'))
    .flatMap(([, path]) => flattenPath(path));
  return chainLines(runs, jointTolerance).sort((a, b) => Math.abs(loopArea(b)) - Math.abs(loopArea(a)));
}

export interface PartOutline {
  readonly cut: Region;
  readonly seam: Loop | null;
  readonly allowance: number;
}

/**
 * Cut and seam line of a part. The drawn cut line is open on folds and on edges without allowance, and there goes on
 * along the seam line. A union by winding number drops its loops at inner corners.
 */
export function partOutline(part: FreesewingPart, allowance: number): PartOutline | null {
  const seam = seamLoop(part);
  const runs = cutRuns(part);
  const [largest] = runs;
  const cut = largest && Math.abs(loopArea(largest)) > 1 ? positive(largest) : null;
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
  return { cut: unite([cutAlongSeam(seam, runs), seam]), seam, allowance };
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
