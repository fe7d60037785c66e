/**
 * The cubic spline through given points, twice continuously differentiable and parametrised by the lengths of the
 * chords. It has given directions at its ends, natural ends (no bend) without them, or is closed. de Boor, A Practical
 * Guide to Splines, IV.
 */

import type { Cubic } from './cubic.js';
import { Curve } from './curve.js';
import type { Point } from './point.js';

export interface FitSpline {
  /** Neighbours differ. */
  readonly through: readonly Point[];
  readonly closed: boolean;
  /** Directions at the ends of an open spline; null: natural. */
  readonly startTangent: Point | null;
  readonly endTangent: Point | null;
}

export function fitSpline({ through, closed, startTangent, endTangent }: FitSpline): Curve {
  const knots = closed ? [...through, through[0]!] : through;
  const lengths = knots.slice(1).map((point, i) => Math.hypot(point[0] - knots[i]![0], point[1] - knots[i]![1]));
  const slopes = [0, 1].map((axis) => {
    const values = knots.map((point) => point[axis]!);
    const end = (tangent: Point | null): number | null => {
      const size = tangent === null ? 0 : Math.hypot(...tangent);
      return size === 0 ? null : tangent![axis]! / size;
    };
    return closed ? closedSlopes(values, lengths) : openSlopes(values, lengths, end(startTangent), end(endTangent));
  });
  return new Curve(
    lengths.map((length, i): Cubic => {
      const [[ax, ay], [bx, by]] = [knots[i]!, knots[i + 1]!];
      const reach = length / 3;
      const [sx, sy] = slopes as [number[], number[]];
      return [
        ...[ax, ay, ax + reach * sx[i]!, ay + reach * sy[i]!],
        ...[bx - reach * sx[i + 1]!, by - reach * sy[i + 1]!, bx, by],
      ] as unknown as Cubic;
    }),
  );
}

/** Rows (before, middle, after | right) of the equations for the slopes at the points. */
interface Row {
  before: number;
  middle: number;
  after: number;
  right: number;
}

/** The second derivatives on both sides of point i are equal. */
function smoothRow(values: readonly number[], lengths: readonly number[], before: number, i: number): Row {
  const [h, k] = [lengths[before]!, lengths[i]!];
  const [rise, next] = [(values[before + 1]! - values[before]!) / h, (values[i + 1]! - values[i]!) / k];
  return { before: k, middle: 2 * (h + k), after: h, right: 3 * (k * rise + h * next) };
}

function openSlopes(
  values: readonly number[],
  lengths: readonly number[],
  start: number | null,
  end: number | null,
): number[] {
  const last = lengths.length;
  const natural = (i: number): number => (3 * (values[i + 1]! - values[i]!)) / lengths[i]!;
  const rows = values.map((_, i): Row => {
    if (i === 0)
      return start === null
        ? { before: 0, middle: 2, after: 1, right: natural(0) }
        : { before: 0, middle: 1, after: 0, right: start };
    if (i === last)
      return end === null
        ? { before: 1, middle: 2, after: 0, right: natural(last - 1) }
        : { before: 0, middle: 1, after: 0, right: end };
    return smoothRow(values, lengths, i - 1, i);
  });
  return solved(rows);
}

/** The Sherman-Morrison formula solves the cyclic equations by two systems that are not cyclic. */
function closedSlopes(values: readonly number[], lengths: readonly number[]): number[] {
  const n = lengths.length;
  const rows = lengths.map((_, i) => smoothRow(values, lengths, (i + n - 1) % n, i));
  const [first, last] = [rows[0]!, rows[n - 1]!];
  if (n === 2) {
    // both neighbours of a point are the same other point
    const slopes = solved([
      { ...first, after: first.after + first.before, before: 0 },
      { ...last, before: last.before + last.after, after: 0 },
    ]);
    return [...slopes, slopes[0]!];
  }
  const gamma = -first.middle;
  const corner = { top: first.before, bottom: last.after };
  const cut = rows.map((row) => ({ ...row }));
  cut[0]!.middle -= gamma;
  cut[n - 1]!.middle -= (corner.bottom * corner.top) / gamma;
  const plain = solved(cut);
  const bent = solved(cut.map((row, i) => ({ ...row, right: i === 0 ? gamma : i === n - 1 ? corner.bottom : 0 })));
  const factor =
    (plain[0]! + (corner.top / gamma) * plain[n - 1]!) / (1 + bent[0]! + (corner.top / gamma) * bent[n - 1]!);
  const slopes = plain.map((value, i) => value - factor * bent[i]!);
  return [...slopes, slopes[0]!];
}

/** Thomas' algorithm; stable, since the middles outweigh their neighbours. */
function solved(rows: readonly Row[]): number[] {
  const [after, right]: [number[], number[]] = [[], []];
  rows.forEach((row, i) => {
    const pivot = row.middle - (i === 0 ? 0 : row.before * after[i - 1]!);
    after.push(row.after / pivot);
    right.push((row.right - (i === 0 ? 0 : row.before * right[i - 1]!)) / pivot);
  });
  const result = [...right];
  for (let i = rows.length - 2; i >= 0; i--) result[i] = right[i]! - after[i]! * result[i + 1]!;
  return result;
}
