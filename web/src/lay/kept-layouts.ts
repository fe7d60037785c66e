/**
 * The layouts of a plan's markers, as the project keeps them. A shape that comes again, in a marker or in another, is kept once, and
 * the texts are Protobuf in base64: JSON would take ten times as much of the account's limit.
 */
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { base64Decode, base64Encode } from '@bufbuild/protobuf/wire';
import {
  NamedPointSchema,
  NestRequestSchema,
  type NestSolution,
  NestSolutionSchema,
  type Polygon,
  PolygonSchema,
} from '../../../gen/selvage/nest/v1/nest_pb.js';

/** The parts of a marker, and their places. */
export interface Laid {
  readonly polygons: readonly Polygon[];
  readonly best: NestSolution;
}

export interface KeptLayouts {
  /** A NestRequest with the shapes of the parts. */
  readonly shapes: string;
  readonly markers: readonly KeptLayout[];
}

export interface KeptLayout {
  readonly jobId: string;
  /** A NestSolution. The index of a placement is that of its shape. */
  readonly layout: string;
}

/** @param laid by the job of each marker */
export function keptLayouts(laid: ReadonlyMap<string, Laid>): KeptLayouts {
  const shapes = new Map<string, { readonly index: number; readonly shape: Polygon }>();
  const indexOf = (polygon: Polygon): number => {
    const shape = shapeOf(polygon);
    const key = base64Encode(toBinary(PolygonSchema, shape));
    const known = shapes.get(key) ?? { index: shapes.size, shape };
    shapes.set(key, known);
    return known.index;
  };
  const markers = [...laid].map(([jobId, { polygons, best }]): KeptLayout => {
    const { unplaced, matches } = best;
    const placements = best.placements.map((place) => ({ ...place, index: indexOf(polygons[place.index!]!) }));
    const solution = create(NestSolutionSchema, { placements, unplaced, matches });
    return { jobId, layout: base64Encode(toBinary(NestSolutionSchema, solution)) };
  });
  const request = create(NestRequestSchema, { polygons: [...shapes.values()].map(({ shape }) => shape) });
  return { shapes: base64Encode(toBinary(NestRequestSchema, request)), markers };
}

/** All that a picture and a file show of a part, but for its name. */
const shapeOf = ({ origin, points, holes, quality, zones, matchPoints, foldLine }: Polygon): Polygon =>
  create(PolygonSchema, {
    ...(origin && { origin }),
    ...(quality !== undefined && { quality }),
    ...{ points, holes, zones, foldLine },
    matchPoints: matchPoints.map(({ at }) => create(NamedPointSchema, { at: at! })),
  });

/**
 * By the job of each marker.
 *
 * @throws RangeError where a place names an unknown shape
 */
export function laidOfKept({ shapes, markers }: KeptLayouts): Map<string, Laid> {
  const { polygons } = fromBinary(NestRequestSchema, base64Decode(shapes));
  return new Map(
    markers.map(({ jobId, layout }) => {
      const best = fromBinary(NestSolutionSchema, base64Decode(layout));
      const parts = best.placements.map(({ id, index = 0 }): Polygon => {
        const shape = polygons[index];
        if (!shape) throw new RangeError(`${index} is no shape; there are ${polygons.length}`);
        return { ...shape, id };
      });
      const placements = best.placements.map((place, index) => ({ ...place, index }));
      return [jobId, { polygons: parts, best: { ...best, placements } }];
    }),
  );
}
