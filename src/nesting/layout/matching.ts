/**
 * The matches of a request as grids for its parts: on each axis, parts that match each other form a group, and each part
 * has a point that lies at the phase of its group. A match that closes a circle cannot move a part any more. It holds by
 * itself, or the shapes rule it out.
 *
 * The phase of a point is s (place - offset) modulo the repeat, where s is 1 for a part as sent and -1 for one at 180
 * degrees. So the pattern goes on in the same direction across a seam. So the shift between two points of a part is the
 * same at both rotations.
 */

import type { Point } from '../../geometry/point.js';
import type { Fabric, Match, NestRequest, Polygon } from '../request.js';

/** Matches hold to this share of the tolerance. */
export const exactShare = 0.01;

export type Axis = 0 | 1;
export const axes: readonly Axis[] = [0, 1];
const axisNames = ['x', 'y'] as const;

/** Parts whose phases on an axis depend on each other. */
export interface MatchGroup {
  readonly axis: Axis;
  readonly parts: readonly number[];
  /** The phase that the request gives; null: any. */
  readonly given: number | null;
}

/** The point of a part on an axis that lies at the phase of its group, shifted. */
export interface Hold {
  /** Index into the groups. */
  readonly group: number;
  /** Its coordinate, as sent. */
  readonly at: number;
  readonly shift: number;
}

/** A match on an axis that the shapes rule out. */
export interface RuledOut {
  /** Index into `match` of the request. */
  readonly match: number;
  readonly axis: Axis;
  /** How far its points miss each other at least in every layout. */
  readonly error: number;
}

export interface Matching {
  readonly groups: readonly MatchGroup[];
  /** By part: its holds in x and y. */
  readonly holds: readonly (readonly [Hold | null, Hold | null])[];
  /** The matches left out, and those that miss by less than the tolerance. */
  readonly ruledOut: readonly RuledOut[];
}

const known = new WeakMap<NestRequest, Matching>();

/** Made once for each request. */
export function matchingOf(request: NestRequest): Matching {
  let matching = known.get(request);
  if (!matching) {
    matching = makeMatching(request);
    known.set(request, matching);
  }
  return matching;
}

const knownParts = new WeakMap<NestRequest, ReadonlySet<Polygon>>();

/** The polygons of a request with a hold on any axis; made once for each request. */
export function matchingParts(request: NestRequest): ReadonlySet<Polygon> {
  let parts = knownParts.get(request);
  if (!parts) {
    const { holds } = matchingOf(request);
    parts = new Set(request.polygons.filter((_, i) => holds[i]!.some((hold) => hold !== null)));
    knownParts.set(request, parts);
  }
  return parts;
}

export const repeatOf = ({ repeatX, repeatY }: Fabric, axis: Axis): number | null => (axis === 0 ? repeatX : repeatY);

export const offsetOf = ({ offsetX, offsetY }: Fabric, axis: Axis): number => (axis === 0 ? offsetX : offsetY);

/** The repeat and the beginning of the pattern on each axis with matches; null on the others. */
export function patternOf(request: NestRequest): readonly [AxisPattern | null, AxisPattern | null] {
  const { fabric } = request;
  const { groups } = matchingOf(request);
  const on = (axis: Axis): AxisPattern | null => {
    if (!fabric || !groups.some((group) => group.axis === axis)) return null;
    return { repeat: repeatOf(fabric, axis)!, offset: offsetOf(fabric, axis) };
  };
  return [on(0), on(1)];
}

export interface AxisPattern {
  readonly repeat: number;
  readonly offset: number;
}

/** Whether a match is about an axis on which the cloth has a pattern. */
export function isOn({ axis: own }: Match, axis: Axis, fabric: Fabric | undefined): boolean {
  return fabric !== undefined && repeatOf(fabric, axis) !== null && (own === 'both' || own === axisNames[axis]);
}

export const phaseOf = ({ phaseX, phaseY }: Match, axis: Axis): number | null => (axis === 0 ? phaseX : phaseY);

/** The phase of a group: the given one, else the chosen one. */
export function groupPhase({ groups }: Matching, { phases }: NestRequest, group: number): number {
  return groups[group]!.given ?? phases?.[group] ?? 0;
}

export function pointNamed({ matchPoints = [] }: Polygon, name: string): Point {
  return matchPoints.find((point) => point.name === name)!.at;
}

/** A difference of phases, brought as near to 0 as whole repeats can. */
export const missOf = (difference: number, repeat: number): number =>
  difference - Math.round(difference / repeat) * repeat;

/** The axis across the cloth. */
export const acrossOf = ({ gravityDirection }: Pick<NestRequest, 'gravityDirection'>): Axis =>
  gravityDirection === 'left' || gravityDirection === 'right' ? 1 : 0;

/**
 * The phase across of a point of a half part that lies on a fold; null for another part. The cloth looks the same from
 * both sides of each fold (see `check/matches.ts`), so a half part has this phase on either.
 */
function phaseOnFold(request: NestRequest, { points, foldLine }: Polygon, at: number): number | null {
  if (!foldLine) return null;
  const axis = acrossOf(request);
  const fold = foldLine[0]![axis];
  const isLow = points.every((point) => point[axis] >= fold - Math.abs(foldLine[1]![axis] - fold));
  const fromFold = Math.abs(at - fold) - offsetOf(request.fabric!, axis);
  return isLow ? fromFold : -fromFold;
}

function makeMatching(request: NestRequest): Matching {
  const { polygons, fabric, match = [] } = request;
  const holds = polygons.map((): [Hold | null, Hold | null] => [null, null]);
  const groups: MatchGroup[] = [];
  const ruledOut: RuledOut[] = [];
  for (const axis of axes) {
    const repeat = fabric && repeatOf(fabric, axis);
    if (!repeat) continue;
    const forest = new Forest(polygons.length, repeat);
    const first = new Map<number, number>();
    const isAcross = axis === acrossOf(request);
    const find = (part: number, at: number): void => {
      if (first.has(part)) return;
      first.set(part, at);
      // The fold gives a half part its place across, before any match does.
      const phase = isAcross ? phaseOnFold(request, polygons[part]!, at) : null;
      if (phase !== null) forest.fix(part, phase);
    };
    match.forEach((one, index) => {
      if (!isOn(one, axis, fabric)) return;
      const exact = exactShare * fabric.matchTolerance;
      let worst = 0;
      const miss = (error: number): void => {
        worst = Math.max(worst, Math.abs(error));
      };
      // The phase of a part is that of its first point, so that the shift of another point is a fact of its shape.
      const shifts = one.points.map(({ part, point }) => {
        const at = pointNamed(polygons[part]!, point)[axis];
        find(part, at);
        return { part, shift: at - first.get(part)! };
      });
      const [root] = shifts;
      for (const { part, shift } of shifts.slice(1)) miss(forest.join(root!.part, part, shift - root!.shift, exact));
      const phase = phaseOf(one, axis);
      if (phase !== null && root) miss(forest.fix(root.part, phase - root.shift));
      if (worst > exact) ruledOut.push({ match: index, axis, error: worst });
    });
    const numbers = new Map<number, number>();
    for (const part of first.keys()) {
      const { root, shift } = forest.find(part);
      let group = numbers.get(root);
      if (group === undefined) {
        group = groups.length;
        numbers.set(root, group);
        groups.push({ axis, parts: [], given: forest.given(root) });
      }
      (groups[group]!.parts as number[]).push(part);
      holds[part]![axis] = { group, at: first.get(part)!, shift };
    }
  }
  return { groups, holds, ruledOut };
}

/** Parts joined at known differences of their phases, modulo the repeat. */
class Forest {
  readonly #parent: number[];
  /** The phase of a part less that of its parent. */
  readonly #shift: number[];
  readonly #given = new Map<number, number>();
  readonly #repeat: number;

  constructor(parts: number, repeat: number) {
    this.#parent = Array.from({ length: parts }, (_, i) => i);
    this.#shift = new Array<number>(parts).fill(0);
    this.#repeat = repeat;
  }

  find(part: number): { readonly root: number; readonly shift: number } {
    let root = part;
    let shift = 0;
    while (this.#parent[root] !== root) {
      shift += this.#shift[root]!;
      root = this.#parent[root]!;
    }
    return { root, shift: missOf(shift, this.#repeat) };
  }

  /** The given phase of a root. */
  given(root: number): number | null {
    return this.#given.get(root) ?? null;
  }

  /**
   * Makes the phase of `a` that of `b` plus `ahead`. Returns the error that remains: 0, unless both belong to one group
   * or have given phases already.
   */
  join(a: number, b: number, ahead: number, exact: number): number {
    const one = this.find(a);
    const other = this.find(b);
    if (one.root === other.root) return missOf(one.shift - other.shift - ahead, this.#repeat);
    const fixed = this.#given.get(other.root);
    // shift of the other root less that of the root
    const between = one.shift - other.shift - ahead;
    const phase = this.#given.get(one.root);
    if (phase !== undefined && fixed !== undefined) {
      const error = missOf(fixed - phase - between, this.#repeat);
      if (Math.abs(error) > exact) return error;
    } else if (fixed !== undefined) this.#given.set(one.root, fixed - between);
    this.#parent[other.root] = one.root;
    this.#shift[other.root] = between;
    return 0;
  }

  /** Gives a part a phase. Returns the error that remains where its group has another one. */
  fix(part: number, phase: number): number {
    const { root, shift } = this.find(part);
    const before = this.#given.get(root);
    if (before !== undefined) return missOf(before + shift - phase, this.#repeat);
    this.#given.set(root, phase - shift);
    return 0;
  }
}

/** The groups whose phase a search may choose: none is given, and no part of theirs is locked. */
export function freeGroups(request: NestRequest): { readonly group: number; readonly axis: Axis }[] {
  const locked = new Set(request.locked?.map(({ index }) => index));
  return matchingOf(request).groups.flatMap(({ axis, parts, given }, group) =>
    given !== null || parts.some((part) => locked.has(part)) ? [] : [{ group, axis }],
  );
}
