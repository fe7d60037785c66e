/** The matches of a marker on patterned cloth: those of each garment's draft, between its own parts alone. */
import type { Point } from '../../geometry/point.js';
import type { Fabric, GravityDirection, Match, MatchAxis, NamedPoint, NestWarning } from '../../nesting/request.js';
import type { PieceMatch } from '../../patterns/draft.js';
import { phaseOnLayers } from './match-layers.js';
import type { GarmentCopy, GarmentPart, GarmentPiece, Layer } from './parts.js';

/** Points nearer to each other than this (mm) are one. */
const samePlace = 1e-6;

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
  const matcher = new GarmentMatcher(
    parts.map(() => []),
    fabric,
    gravity,
  );
  for (const [name, members] of byGarment(parts)) {
    const { order, matches } = members[0]!.piece;
    const { phaseX, phaseY } = ordered[order]!;
    matcher.addGarment({ name, order, members }, matches, { x: phaseX ?? null, y: phaseY ?? null });
  }
  return matcher;
}

/** Warnings of phases on cloth without a repeat. */
export function phasesOfPlain(ordered: readonly OrderPhases[]): NestWarning[] {
  return ordered.flatMap((phases, order) =>
    (['phaseX', 'phaseY'] as const).flatMap((name): NestWarning[] => {
      if (phases[name] === undefined) return [];
      const path = `patterns[${order}].${name}`;
      const message = `${path} has no effect: the cloth is plain; see fabric.repeat${name.at(-1)}`;
      return [{ code: 'phase_without_match', path, message }];
    }),
  );
}

/** A copy of a piece, and the index of its part. */
interface Member extends GarmentCopy {
  readonly part: number;
  readonly piece: GarmentPiece;
}

interface Garment {
  /** Such as `1-M-2`. */
  readonly name: string;
  readonly order: number;
  readonly members: readonly Member[];
}

type SheetAxis = 'x' | 'y';
/** Null: the search chooses. */
type Phases = Record<SheetAxis, number | null>;

const sheetAxes: readonly SheetAxis[] = ['x', 'y'];
const takes = (axis: MatchAxis, one: SheetAxis): boolean => axis === 'both' || axis === one;
const isAlongX = (gravity: GravityDirection): boolean => gravity === 'left' || gravity === 'right';

class GarmentMatcher implements GarmentMatches {
  readonly match: Match[] = [];
  readonly orders: number[] = [];
  readonly warnings: NestWarning[] = [];
  readonly #fabric: Fabric;
  readonly #gravity: GravityDirection;

  constructor(
    readonly points: readonly NamedPoint[][],
    fabric: Fabric,
    gravity: GravityDirection,
  ) {
    this.#fabric = fabric;
    this.#gravity = gravity;
  }

  /** `wanted` is for the first match on each axis. */
  addGarment(garment: Garment, matches: readonly PieceMatch[], wanted: Phases): void {
    const left = { ...wanted };
    for (const match of matches) {
      const axis = axisOf(match.axis, this.#gravity, this.#fabric);
      if (!axis) continue;
      const phases = { x: takes(axis, 'x') ? left.x : null, y: takes(axis, 'y') ? left.y : null };
      if (!this.#addMatch(garment, match, axis, phases)) continue;
      for (const one of sheetAxes) if (takes(axis, one)) left[one] = null;
    }
    for (const one of sheetAxes) {
      if (left[one] === null) continue;
      const path = `patterns[${garment.order}].phase${one.toUpperCase()}`;
      const message = `${path} has no effect: the garment ${garment.name} matches nothing along ${one} on this cloth`;
      this.warnings.push({ code: 'phase_without_match', path, message });
    }
  }

  /** Whether the garment has the parts of the match on this cloth. */
  #addMatch({ name, order, members }: Garment, match: PieceMatch, axis: MatchAxis, phases: Phases): boolean {
    const found = match.points.flatMap(({ piece, at }) =>
      members
        .filter((member) => member.piece.piece.id === piece && isAmong(match.copies, member.copy))
        .map((member) => ({ member, at: member.place(at) })),
    );
    // Pieces of another material are not on this cloth; what is left of their match says nothing.
    const meets =
      match.points.length === 1 ? found.length >= 2 : new Set(found.map(({ member }) => member.piece)).size >= 2;
    const isPhased = phases.x !== null || phases.y !== null;
    if (found.length === 0 || (!meets && !isPhased)) return false;
    const called = `${name} ${match.name}`;
    const met = found.map(({ member: { part }, at }) => ({
      part,
      point: addPoint(this.points[part]!, match.name, at),
    }));
    const layers = new Set(found.map(({ member }) => member.layer));
    const { x, y } = this.#onLayers(layers, axis, phases, { called, order });
    const points = met.filter(
      ({ part, point }, i) => i === met.findIndex((one) => one.part === part && one.point === point),
    );
    // Two copies from the two layers of one part meet by themselves along the fold.
    const own = points.length > 1 ? axis : axisOfPhases(x, y);
    if (!own) return true;
    this.match.push({ name: called, points, axis: own, phaseX: x, phaseY: y });
    this.orders.push(order);
    return true;
  }

  #onLayers(
    layers: ReadonlySet<Layer>,
    axis: MatchAxis,
    phases: Phases,
    { called, order }: { readonly called: string; readonly order: number },
  ): Phases {
    const { repeatX, repeatY, matchTolerance } = this.#fabric;
    const across = isAlongX(this.#gravity) ? 'y' : 'x';
    if (!takes(axis, across)) return phases;
    const wanted = phases[across];
    const repeat = (across === 'x' ? repeatX : repeatY)!;
    const { phase, isAsWanted } = phaseOnLayers(layers, wanted, repeat, matchTolerance);
    if (!isAsWanted) {
      const path = `patterns[${order}].phase${across.toUpperCase()}`;
      const message = `${path} is ${wanted}, but is taken as ${phase} for "${called}": both layers of the cloth meet there at the beginning or in the middle of a repeat alone`;
      this.warnings.push({ code: 'phase_on_folds', path, message });
    }
    return { ...phases, [across]: phase };
  }
}

const axisOfPhases = (x: number | null, y: number | null): MatchAxis | null =>
  x !== null && y !== null ? 'both' : x !== null ? 'x' : y !== null ? 'y' : null;

const isAmong = (copies: PieceMatch['copies'], copy: number): boolean =>
  copies === 'all' || (copies === 'odd') === (copy % 2 === 0);

/** Adds a point unless it is there already, and returns its name. */
function addPoint(points: NamedPoint[], name: string, at: Point): string {
  for (let count = 1; ; count++) {
    const own = count === 1 ? name : `${name} ${count}`;
    const known = points.find((point) => point.name === own);
    if (!known) points.push({ name: own, at });
    else if (Math.hypot(known.at[0] - at[0], known.at[1] - at[1]) > samePlace) continue;
    return own;
  }
}

/** The copies of each single garment, under its name. */
function byGarment(parts: readonly GarmentPart[]): Map<string, Member[]> {
  const garments = new Map<string, Member[]>();
  for (const [part, { piece, copies }] of parts.entries()) {
    const { order, size, garments: count } = piece;
    for (const copy of copies) {
      const number = count === 1 ? [] : [copy.garment + 1];
      const name = [order + 1, ...(size === null ? [] : [size]), ...number].join('-');
      const own = garments.get(name);
      if (own) own.push({ ...copy, part, piece });
      else garments.set(name, [{ ...copy, part, piece }]);
    }
  }
  return garments;
}

/** The axis of the sheet for one of the piece; null where the cloth has no pattern along it. */
function axisOf(axis: PieceMatch['axis'], gravity: GravityDirection, { repeatX, repeatY }: Fabric): MatchAxis | null {
  const [grain, across] = isAlongX(gravity) ? (['x', 'y'] as const) : (['y', 'x'] as const);
  const wanted = axis === 'both' ? ['x', 'y'] : [axis === 'level' ? grain : across];
  const x = wanted.includes('x') && repeatX !== null;
  const y = wanted.includes('y') && repeatY !== null;
  return x && y ? 'both' : x ? 'x' : y ? 'y' : null;
}
