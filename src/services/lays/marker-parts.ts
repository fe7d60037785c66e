/** The parts of a marker: so many copies of each garment, with their direction and their matches. */
import type { Match, MatchAxis, Polygon } from '../../nesting/request.js';
import type { OneWay } from '../nest/parts.js';

/** A garment with the parts of one copy. */
export interface OrderedGarment {
  readonly name: string;
  readonly shapes: readonly GarmentShape[];
  /** Between the parts of one copy, on patterned cloth. Default: none. */
  readonly matches?: readonly GarmentMatch[];
}

/** A part of a garment, as plain data. */
export interface GarmentShape {
  /** Its id without the number of the copy: garment, part, size. */
  readonly name: string;
  /** The copies of a garment take them in turn: a mirrored piece has two. */
  readonly polygons: readonly Omit<Polygon, 'id'>[];
  /** Copies in a garment. */
  readonly quantity: number;
}

export interface GarmentMatch {
  readonly name: string;
  readonly axis: MatchAxis;
  /** `shape`: index into the shapes; `copy`: of the copies of the shape in a garment, from 0. */
  readonly points: readonly { readonly shape: number; readonly copy: number; readonly point: string }[];
}

/** The parts of so many copies of a garment. */
export function partsOfCopies({ shapes }: OrderedGarment, copies: number): Polygon[] {
  return shapes.flatMap(({ name, polygons, quantity }) =>
    Array.from({ length: quantity * copies }, (_, copy) => ({
      ...polygons[(copy % quantity) % polygons.length]!,
      id: `${name}-${copy + 1}`,
    })),
  );
}

export interface MarkerParts {
  readonly polygons: readonly Polygon[];
  readonly match: readonly Match[];
}

/** @param counts copies of each garment */
export function markerParts(garments: readonly OrderedGarment[], counts: readonly number[], way: OneWay): MarkerParts {
  const polygons: Polygon[] = [];
  const match: Match[] = [];
  for (const [g, copies] of counts.entries()) {
    if (copies === 0) continue;
    const { shapes, matches = [] } = garments[g]!;
    const firsts: number[] = [];
    let next = polygons.length;
    for (const { quantity } of shapes) {
      firsts.push(next);
      next += quantity * copies;
    }
    const parts = partsOfCopies(garments[g]!, copies);
    if (way === 'garment') {
      const copyOf = shapes.flatMap(({ quantity }) =>
        Array.from({ length: quantity * copies }, (_, i) => Math.floor(i / quantity)),
      );
      parts.forEach((part, i) => {
        parts[i] = { ...part, directionGroup: `${g + 1}-${copyOf[i]! + 1}` };
      });
    }
    polygons.push(...parts);
    for (let copy = 0; copy < copies; copy++) {
      for (const { name, axis, points } of matches) {
        match.push({
          name: copies === 1 ? name : `${name} ${copy + 1}`,
          axis,
          points: points.map(({ shape, copy: own, point }) => ({
            part: firsts[shape]! + copy * shapes[shape]!.quantity + own,
            point,
          })),
          phaseX: null,
          phaseY: null,
        });
      }
    }
  }
  return { polygons, match };
}
