/** The phases of placed parts in the cloth's pattern, and how far the points of matches miss each other. */

import type { Point } from '../../geometry/point.js';
import { boxOf, ringOf } from '../../geometry/ring.js';
import { cosSin } from '../../geometry/rotation.js';
import type { GivenPlacement, MatchError, NestRequest } from '../request.js';
import {
  type Axis,
  axes,
  exactShare,
  isOn,
  type Matching,
  matchingOf,
  missOf,
  offsetOf,
  phaseOf,
  pointNamed,
  repeatOf,
} from './matching.js';

/** 1 for a part as sent, -1 for one that lies upside down. */
export const senseOf = (rotation: number): number => Math.round(cosSin(rotation)[0]);

/** Where the coordinates of placements on a sheet begin, and the anchor of a polygon. */
export class Phases {
  readonly #request: NestRequest;
  readonly #matching: Matching;
  readonly #corners: readonly Point[];
  readonly #anchors = new Map<number, Point>();

  constructor(request: NestRequest) {
    this.#request = request;
    this.#matching = matchingOf(request);
    this.#corners = request.bins.map(({ boundary }) => topLeft(boundary.points));
  }

  /** The phase of a point of a placed part. */
  #at({ index, bin, position, rotation, mirrored }: GivenPlacement, point: number, axis: Axis): number {
    const begins = this.#corners[bin]![axis] + offsetOf(this.#request.fabric!, axis);
    const off = point - this.#anchor(index)[axis];
    return senseOf(rotation) * (position[axis] - begins) + (axis === 0 && mirrored ? -off : off);
  }

  #anchor(index: number): Point {
    let anchor = this.#anchors.get(index);
    if (!anchor) {
      const { origin, points } = this.#request.polygons[index]!;
      anchor = origin ?? topLeft(points);
      this.#anchors.set(index, anchor);
    }
    return anchor;
  }

  /** The phase of each group by its first placed part; null where none is placed. */
  ofGroups(placements: readonly GivenPlacement[]): (number | null)[] {
    const phases = this.#matching.groups.map((): number | null => null);
    for (const placement of placements) {
      for (const axis of axes) {
        const hold = this.#matching.holds[placement.index]?.[axis];
        if (hold) phases[hold.group] ??= this.#at(placement, hold.at, axis) - hold.shift;
      }
    }
    return phases;
  }

  /** Indices of the placements off the phase of their group: of the given one, else that of its first placement. */
  faults(placements: readonly GivenPlacement[]): number[] {
    const { groups, holds } = this.#matching;
    if (groups.length === 0) return [];
    const fabric = this.#request.fabric!;
    // Two parts may then differ by the whole share.
    const most = (exactShare * fabric.matchTolerance) / 2;
    const found = this.ofGroups(placements);
    return placements.flatMap((placement, i) => {
      const isOff = axes.some((axis) => {
        const hold = holds[placement.index]![axis];
        if (!hold) return false;
        const meant = groups[hold.group]!.given ?? found[hold.group]!;
        const phase = this.#at(placement, hold.at, axis) - hold.shift;
        return Math.abs(missOf(phase - meant, repeatOf(fabric, axis)!)) > most;
      });
      return isOff ? [i] : [];
    });
  }

  /** Of the matches with two placed parts or more, or a placed part and a phase. */
  errors(placements: readonly GivenPlacement[]): MatchError[] {
    const { fabric, match = [], polygons } = this.#request;
    if (!fabric || match.length === 0) return [];
    const byPart = new Map<number, GivenPlacement[]>();
    for (const placement of placements) {
      const own = byPart.get(placement.index);
      if (own) own.push(placement);
      else byPart.set(placement.index, [placement]);
    }
    return match.flatMap((one): MatchError[] => {
      const on = (axis: Axis): number | null => {
        if (!isOn(one, axis, fabric)) return null;
        const phases = one.points.flatMap(({ part, point }) =>
          (byPart.get(part) ?? []).map((placement) =>
            this.#at(placement, pointNamed(polygons[part]!, point)[axis], axis),
          ),
        );
        const given = phaseOf(one, axis);
        if (given !== null) phases.push(given);
        return phases.length < 2 ? null : spread(phases, repeatOf(fabric, axis)!);
      };
      const [x, y] = [on(0), on(1)];
      return x === null && y === null ? [] : [{ name: one.name, x, y }];
    });
  }
}

/** The shortest stretch of a repeat, taken as a circle, with all phases. */
function spread(phases: readonly number[], repeat: number): number {
  const [first] = phases;
  const misses = phases.map((phase) => missOf(phase - first!, repeat)).sort((a, b) => a - b);
  const gaps = misses.map((miss, i) => (i === 0 ? miss + repeat - misses.at(-1)! : miss - misses[i - 1]!));
  return Math.max(0, repeat - Math.max(...gaps));
}

function topLeft(points: readonly Point[]): Point {
  const { minX, minY } = boxOf(ringOf(points));
  return [minX, minY];
}
