/** The matches of a marker on patterned cloth: those of each garment's draft, between its own parts alone. */
import type { Point } from '../../geometry/point.js';
import type { Fabric, GravityDirection, Match, MatchAxis, NamedPoint, NestWarning } from '../../nesting/request.js';
import type { PieceMatch } from '../../patterns/draft.js';
import type { GarmentPart } from './parts.js';

/** The phases that an order gives to the first matched point of each of its garments. */
export interface OrderPhases {
  readonly phaseX?: number;
  readonly phaseY?: number;
}

export interface GarmentMatches {
  /** By part. */
  readonly points: readonly (readonly NamedPoint[])[];
  readonly match: readonly Match[];
  /** By match: the index of its order. */
  readonly orders: readonly number[];
  readonly warnings: readonly NestWarning[];
}

export function garmentMatches(
  parts: readonly GarmentPart[],
  fabric: Fabric,
  gravity: GravityDirection,
  ordered: readonly OrderPhases[],
): GarmentMatches {
  const points = parts.map((): NamedPoint[] => []);
  const match: Match[] = [];
  const orders: number[] = [];
  const warnings: NestWarning[] = [];
  for (const [name, members] of byGarment(parts)) {
    const { order, matches } = parts[members[0]!]!.piece;
    const { phaseX, phaseY } = ordered[order]!;
    const phases = { x: phaseX ?? null, y: phaseY ?? null };
    for (const { name: own, points: at, axis, copies } of matches) {
      const on = axisOf(axis, gravity, fabric);
      if (!on) continue;
      const found = at.flatMap(({ piece, at: point }) =>
        members
          .filter((i) => parts[i]!.piece.piece.id === piece && isAmong(copies, parts[i]!.copy))
          .map((i) => ({ part: i, at: parts[i]!.place(point) })),
      );
      const takes = (one: 'x' | 'y'): boolean => on === 'both' || on === one;
      const given = (one: 'x' | 'y'): number | null => (takes(one) ? phases[one] : null);
      const phase = { phaseX: given('x'), phaseY: given('y') };
      const isPhased = phase.phaseX !== null || phase.phaseY !== null;
      // Pieces of another material are not on this cloth; what is left of their match says nothing.
      const meets =
        at.length === 1 ? found.length >= 2 : new Set(found.map(({ part }) => parts[part]!.piece)).size >= 2;
      if (found.length === 0 || (!meets && !isPhased)) continue;
      for (const { part, at: point } of found) addPoint(points[part]!, own, point);
      match.push({
        name: `${name} ${own}`,
        points: found.map(({ part }) => ({ part, point: own })),
        axis: on,
        ...phase,
      });
      orders.push(order);
      for (const one of ['x', 'y'] as const) if (takes(one)) phases[one] = null;
    }
    for (const one of ['x', 'y'] as const) {
      if (phases[one] === null) continue;
      const path = `patterns[${order}].phase${one.toUpperCase()}`;
      const message = `${path} has no effect: the garment ${name} matches nothing along ${one} on this cloth`;
      warnings.push({ code: 'phase_without_match', path, message });
    }
  }
  return { points, match, orders, warnings };
}

const isAmong = (copies: PieceMatch['copies'], copy: number): boolean =>
  copies === 'all' || (copies === 'odd') === (copy % 2 === 0);

function addPoint(points: NamedPoint[], name: string, at: Point): void {
  if (!points.some((point) => point.name === name)) points.push({ name, at });
}

/** The indices of the parts of each single garment, under a name such as `1-M-2`. */
function byGarment(parts: readonly GarmentPart[]): Map<string, number[]> {
  const garments = new Map<string, number[]>();
  parts.forEach(({ piece: { order, size, garments: copies }, garment }, i) => {
    const name = [order + 1, ...(size === null ? [] : [size]), ...(copies === 1 ? [] : [garment + 1])].join('-');
    const own = garments.get(name);
    if (own) own.push(i);
    else garments.set(name, [i]);
  });
  return garments;
}

/** The axis of the sheet for one of the piece; null where the cloth has no pattern along it. */
function axisOf(axis: PieceMatch['axis'], gravity: GravityDirection, { repeatX, repeatY }: Fabric): MatchAxis | null {
  const [grain, across] = gravity === 'left' || gravity === 'right' ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const wanted = axis === 'both' ? ['x', 'y'] : [axis === 'level' ? grain : across];
  const x = wanted.includes('x') && repeatX !== null;
  const y = wanted.includes('y') && repeatY !== null;
  return x && y ? 'both' : x ? 'x' : y ? 'y' : null;
}
