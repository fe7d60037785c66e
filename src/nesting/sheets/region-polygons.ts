/** No-fit polygons of parts, which may be flipped and have openings, and of fixed shapes. */

import { union } from '../../geometry/boolean.js';
import { noFitOfRegions } from '../../geometry/no-fit-polygon.js';
import { grownRound, shrunkMitred } from '../../geometry/offset.js';
import { type Orientation, orientedRing } from '../../geometry/orientation.js';
import { positive, type Ring, reversed } from '../../geometry/ring.js';
import type { Costs } from '../overlap/costs.js';
import { type Detail, growthBetween, NoFitPolygons, spacedOutline } from '../overlap/no-fit-polygons.js';
import { gridOutline } from '../overlap/shapes.js';
import { asLarge, type SheetShapes, type SheetShapeType } from './shapes.js';

/** Openings widen by as many grid units as outlines shrink. */
const widening = 2;
const byteLimit = 48e6;

export class RegionPolygons extends NoFitPolygons {
  readonly #sheetShapes: SheetShapes;

  constructor(sheetShapes: SheetShapes, poll: () => void, costs: Costs, which: Detail = 'outline') {
    super(sheetShapes, byteLimit, poll, costs, which);
    this.#sheetShapes = sheetShapes;
  }

  /** Openings of parts, obstacles and zones say more than one outline does. */
  override meetByOutlines(typeA: number, typeB: number): boolean {
    const pair = [this.#sheetShapes.types[typeA]!, this.#sheetShapes.types[typeB]!];
    const arePlain =
      pair.every(({ role }) => role !== 'obstacle') && !mayHold(pair[0]!, pair[1]!) && !mayHold(pair[1]!, pair[0]!);
    return arePlain && super.meetByOutlines(typeA, typeB);
  }

  protected override rings(typeA: number, typeB: number, difference: number): Ring[] {
    const { types, differences, flips } = this.#sheetShapes;
    const a = types[typeA]!;
    const b = types[typeB]!;
    const { first, second } = flips[difference]!;
    const still = { degrees: 0, flipped: first };
    const turned = { degrees: differences[difference]!, flipped: second };
    const zone = a.quality ?? b.quality;
    if (zone !== null) return overZone({ type: a, at: still }, { type: b, at: turned }, zone);
    const isBare = a.role === 'obstacle' || b.role === 'obstacle';
    const growth = a.role === 'part' && b.role === 'part' ? growthBetween(a, b) : 0;
    const which = isBare ? 'bare' : this.which;
    const fixed = (): Ring => outlineOf(a, which, growth, still);
    const moving = (): Ring => outlineOf(b, which, growth, turned);
    if (!mayHold(a, b) && !mayHold(b, a))
      return this.ringsOf(
        { key: `${typeA} ${isBare} ${growth} ${first}`, make: fixed },
        { key: `${typeB} ${isBare} ${growth} ${second} ${turned.degrees}`, make: moving },
      );
    return noFitOfRegions([fixed(), ...holesOf(a, growth, still)], [moving(), ...holesOf(b, growth, turned)]);
  }
}

/** Whether a part may lie in an opening of another in any of their orientations. */
function mayHold({ openings }: SheetShapeType, part: SheetShapeType): boolean {
  return openings.some(({ area, diameter }) => area * asLarge ** 2 >= part.area && diameter * asLarge >= part.diameter);
}

/** A ring beyond the reach of every position, for pairs that never meet (grid units). */
const nowhere = Float64Array.of(1e9, 1e9, 1e9 + 1e6, 1e9, 1e9, 1e9 + 1e6);

interface Oriented {
  readonly type: SheetShapeType;
  readonly at: Orientation;
}

/** Where a part has a region on a zone that needs a better quality; one of the two types is the zone. */
function overZone(a: Oriented, b: Oriented, quality: number): Ring[] {
  const asRegions = ({ type, at }: Oriented): (readonly Ring[])[] =>
    type.role === 'part'
      ? (type.sensitive.get(quality) ?? []).map((region) => regionOf(region, at))
      : [[orientedRing(type.outline, at).map(Math.round)]];
  const polygons = asRegions(a).flatMap((fixed) => asRegions(b).map((moving) => noFitOfRegions(fixed, moving)));
  if (polygons.length === 0) return [nowhere];
  return polygons.length === 1 ? polygons[0]! : union(polygons.flat(), 'nonzero');
}

/** A region of a part as its outline: shrunk by a hair, with wider openings. */
function regionOf([outer, ...openings]: readonly Ring[], orientation: Orientation): readonly Ring[] {
  return [positive(gridOutline(outer!, orientation)), ...openings.map((ring) => widened(ring, orientation))];
}

/** Parts shrink by a hair, as in a strip. Obstacles and walls do not: the exact check eases only the part there. */
function outlineOf(type: SheetShapeType, which: Detail | 'bare', growth: number, orientation: Orientation): Ring {
  if (type.role !== 'part') return orientedRing(type.outline, orientation).map(Math.round);
  return gridOutline(which === 'bare' ? type.bare : spacedOutline(type[which], growth), orientation);
}

/** Negative rings. */
function holesOf({ holes }: SheetShapeType, growth: number, orientation: Orientation): Ring[] {
  const spaced = growth > 0 ? holes.flatMap((hole) => shrunkMitred(hole.map(Math.round), growth)) : holes;
  return spaced.map((hole) => widened(hole, orientation));
}

/** An opening as a negative ring, a hair wider. */
function widened(opening: Ring, orientation: Orientation): Ring {
  return reversed(grownRound(positive(orientedRing(opening, orientation).map(Math.round)), widening, 1)[0]!);
}
