/** No-fit polygons of parts, which may be flipped and have openings, and of fixed shapes. */

import { union } from '../../geometry/boolean.js';
import { noFitOfRegions } from '../../geometry/no-fit-polygon.js';
import { type Orientation, orientedRing } from '../../geometry/orientation.js';
import { positive, type Ring } from '../../geometry/ring.js';
import type { Costs } from '../overlap/costs.js';
import { type Detail, type Meeting, NoFitPolygons } from '../overlap/no-fit-polygons.js';
import { widened } from '../overlap/openings.js';
import { gridOutline } from '../overlap/shapes.js';
import type { SheetShapes, SheetShapeType } from './shapes.js';

const byteLimit = 48e6;

export class RegionPolygons extends NoFitPolygons {
  readonly #sheetShapes: SheetShapes;

  constructor(sheetShapes: SheetShapes, poll: () => void, costs: Costs, which: Detail = 'outline') {
    super(sheetShapes, byteLimit, poll, costs, which);
    this.#sheetShapes = sheetShapes;
  }

  /** Obstacles and zones say more than one outline does. */
  override meetByOutlines(typeA: number, typeB: number): boolean {
    return !this.#isObstacle(typeA) && !this.#isObstacle(typeB) && super.meetByOutlines(typeA, typeB);
  }

  protected override rings(typeA: number, typeB: number, difference: number): Ring[] {
    const { types, differences, flips } = this.#sheetShapes;
    const [a, b] = [types[typeA]!, types[typeB]!];
    const zone = a.quality ?? b.quality;
    if (zone === null) return super.rings(typeA, typeB, difference);
    const { first, second } = flips[difference]!;
    const turned = { degrees: differences[difference]!, flipped: second };
    return overZone({ type: a, at: { degrees: 0, flipped: first } }, { type: b, at: turned }, zone);
  }

  protected override meetingOf(typeA: number, typeB: number): Meeting {
    if (this.#isObstacle(typeA) || this.#isObstacle(typeB)) return { which: 'bare', growth: 0 };
    const areParts = [typeA, typeB].every((type) => this.#sheetShapes.types[type]!.role === 'part');
    return areParts ? super.meetingOf(typeA, typeB) : { which: this.which, growth: 0 };
  }

  /** Parts shrink by a hair, as in a strip. Obstacles and walls do not: the exact check eases only the part there. */
  protected override outlineAt(index: number, meeting: Meeting, orientation: Orientation): Ring {
    const type = this.#sheetShapes.types[index]!;
    if (type.role !== 'part') return orientedRing(type.outline, orientation).map(Math.round);
    return meeting.which === 'bare'
      ? gridOutline(type.bare, orientation)
      : super.outlineAt(index, meeting, orientation);
  }

  #isObstacle(type: number): boolean {
    return this.#sheetShapes.types[type]!.role === 'obstacle';
  }
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
  return [positive(gridOutline(outer!, orientation)), ...openings.flatMap((ring) => widened(ring, orientation))];
}
