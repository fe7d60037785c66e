/** The rests of a layout, as they come with it and as the sheets of a next marker. */
import { create, type JsonValue, toJson } from '@bufbuild/protobuf';
import {
  type Bin,
  BinSchema,
  type NestSolution,
  type Polyline,
  PolylineSchema,
  QualityZoneSchema,
} from '../../../gen/selvage/nest/v1/nest_pb.js';

/** Of all sheets, the largest of each first. */
export const restsOf = ({ usage }: NestSolution): Bin[] => (usage?.sheets ?? []).flatMap(({ remnants }) => remnants);

/** Without grids and prices, which rests do not have. */
export function inUnit({ boundary, holes, zones, quality }: Bin, factor: number): Bin {
  const scaled = ({ points }: Polyline) =>
    create(PolylineSchema, { points: points.map(({ x, y }) => ({ x: x * factor, y: y * factor })) });
  return create(BinSchema, {
    boundary: scaled(boundary!),
    holes: holes.map(scaled),
    zones: zones.map((zone) => create(QualityZoneSchema, { ...zone, boundary: scaled(zone.boundary!) })),
    ...(quality !== undefined && { quality }),
  });
}

/** In millimetres, as the settings keep them. */
export const keptRests = (solution: NestSolution, unitMm: number): JsonValue[] =>
  restsOf(solution).map((rest) => toJson(BinSchema, inUnit(rest, unitMm)));
