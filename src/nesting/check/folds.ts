/** The rules for folded and tubular cloth: its bins, and the parts that lie on a fold or need the cloth open. */

import type { FieldProblem } from '../../errors.js';
import { largestCoordinate } from '../../geometry/outline-fault.js';
import type { Point } from '../../geometry/point.js';
import { isUpright, liesOnFold } from '../layout/folds.js';
import { smallerSide } from '../layout/frame.js';
import type { NestRequest, NestWarning, Polygon } from '../request.js';

/** A fold line may miss the side of its part by this share of the smaller side of the first sheet. */
const exactness = 1e-7;

/** The request is sound but for its folds. */
export function foldProblems(request: NestRequest): FieldProblem[] {
  const { clothForm = 'open', bins, polygons } = request;
  const allowed = ({ allowedRotations = request.allowedRotations }: Polygon) => allowedRotations;
  const problems: FieldProblem[] = [];
  const add = (path: string, code: string, message: string): void => {
    problems.push({ path, code, message });
  };
  bins.forEach((bin, i) => {
    const path = `bins[${i}]`;
    if (clothForm === 'open') {
      if (bin.open)
        add(`${path}.open`, 'not_folded', `${path}.open goes with folded or tubular cloth: see fabric.form`);
    } else if (!bin.open && !isUpright(bin)) {
      const message = `${path}.boundary must be a rectangle along the axes, since the cloth is ${clothForm}`;
      add(`${path}.boundary`, 'not_rectangular', message);
    }
  });
  polygons.forEach((polygon, i) => {
    const path = `polygons[${i}]`;
    const { foldLine, open = false } = polygon;
    if (clothForm === 'open') {
      if (open) add(`${path}.open`, 'not_folded', `${path}.open goes with folded or tubular cloth: see fabric.form`);
      if (foldLine)
        add(`${path}.foldLine`, 'not_folded', `${path}.foldLine goes with folded or tubular cloth: see fabric.form`);
    } else if (foldLine) {
      const at = foldLine.findIndex((point) => !point.every((v) => Math.abs(v) <= largestCoordinate));
      if (at >= 0) {
        const code = foldLine[at]!.every(Number.isFinite) ? 'out_of_range' : 'not_finite';
        add(`${path}.foldLine[${at}]`, code, `${path}.foldLine[${at}] must be two numbers from -1e15 to 1e15`);
        return;
      }
      if (open) add(`${path}.open`, 'on_fold', `${path} has a foldLine, so the cloth cannot lie open for it`);
      const fault = lineFault(polygon, foldLine, exactness * smallerSide(request));
      if (fault) add(`${path}.foldLine`, 'not_a_side', `${path}.foldLine ${fault}`);
      else if (!allowed(polygon).some((degrees) => liesOnFold(request, polygon, degrees))) {
        const sides = clothForm === 'tubular' ? 'a fold' : 'the fold';
        const message = `${path}.foldLine lies on ${sides} in none of the allowed rotations of its part`;
        add(`${path}.foldLine`, 'fold_rotation', message);
      }
    }
  });
  return problems;
}

/** Parts without a bin of their layers. */
export function foldWarnings({ clothForm = 'open', bins, polygons }: NestRequest): NestWarning[] {
  if (clothForm === 'open') return [];
  const lacking = (open: boolean): boolean => bins.every((bin) => (bin.open ?? false) !== open);
  return [true, false].flatMap((open) => {
    const i = polygons.findIndex((polygon) => (polygon.open ?? false) === open);
    if (i < 0 || !lacking(open)) return [];
    const what = open ? 'needs open cloth, and no bin is open' : `needs ${clothForm} cloth, and every bin is open`;
    return [{ code: 'no_such_cloth', path: `polygons[${i}]`, message: `polygons[${i}] ${what}: it stays unplaced` }];
  });
}

/** The fault of a fold line, or null: it must be a straight side that the whole part lies on one side of. */
function lineFault({ points }: Polygon, line: readonly Point[], near: number): string | null {
  const [from, to, ...more] = line;
  if (!from || !to || more.length > 0) return `has ${line.length} points; it must have two`;
  const [[ax, ay], [bx, by]] = [from, to];
  const length = Math.hypot(bx - ax, by - ay);
  if (!(length > near)) return 'must have two different points';
  const asides = points.map(([x, y]) => ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length);
  const least = asides.reduce((low, aside) => Math.min(low, aside), Infinity);
  const most = asides.reduce((high, aside) => Math.max(high, aside), -Infinity);
  if (least < -near && most > near) return 'must be a side of the part, with all of the part on one side of it';
  return Math.min(Math.abs(least), Math.abs(most)) <= near ? null : 'must touch the outline of the part';
}
