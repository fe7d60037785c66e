/** Turns the domain's nest request into the message of the contract: the request of a job, as it is searched. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type BinSchema,
  FabricForm,
  GravityDirection,
  MatchAxis,
  MatchingType,
  type NestRequestSchema,
  OptimizationType,
  type PolygonSchema,
  type ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Bin, GivenPlacement, NestRequest, Polygon, QualityZone } from '../../nesting/request.js';
import { lineMessage, pointMessage } from './event.js';

/** @param request as the queue keeps it: plain data, in which an absent value may be null */
export function requestMessage(request: NestRequest, serverId: ServerId): MessageInitShape<typeof NestRequestSchema> {
  const { fabric, clothForm, match = [], optimization, remnants, seed, workLimit } = request;
  return {
    polygons: request.polygons.map(polygonMessage),
    bins: request.bins.map(binMessage),
    serverId,
    instances: request.instances,
    minDistance: request.minDistance,
    edgeDistance: request.edgeDistance,
    curveTolerance: request.curveTolerance,
    matchingType: matchingTypes[request.matchingType],
    gravityDirection: gravityDirections[request.gravityDirection],
    xSteps: request.xSteps,
    ySteps: request.ySteps,
    allowedRotations: [...request.allowedRotations],
    optimization: {
      type: optimization.type === 'area' ? OptimizationType.AREA : OptimizationType.LENGTH,
      params: { paperWidth: optimization.paperWidth ?? undefined, paperHeight: optimization.paperHeight ?? undefined },
    },
    populationSize: request.populationSize,
    mutationRate: request.mutationRate,
    reportInterval: request.reportInterval,
    maximumExecutionTime: request.maximumExecutionTime,
    seed: seed === null ? undefined : BigInt(seed),
    workLimit: workLimit === null ? undefined : BigInt(workLimit),
    locked: (request.locked ?? []).map(placementMessage),
    warmStart: (request.warmStart ?? []).map(placementMessage),
    targetUtilisation: request.targetUtilisation ?? undefined,
    rotationTolerance: request.rotationTolerance,
    ...(remnants && {
      remnants: { leastWidth: remnants.leastWidth ?? undefined, leastArea: remnants.leastArea ?? undefined },
    }),
    ...((fabric || (clothForm && clothForm !== 'open')) && {
      fabric: {
        ...(fabric && { ...fabric, repeatX: fabric.repeatX ?? undefined, repeatY: fabric.repeatY ?? undefined }),
        form: clothForms[clothForm ?? 'open'],
      },
    }),
    match: match.map(({ name, points, axis, phaseX, phaseY }) => ({
      name,
      points: points.map(({ part, point }) => ({ index: part, point })),
      axis: matchAxes[axis],
      phase: phaseX ?? phaseY ?? undefined,
    })),
  };
}

function polygonMessage(polygon: Polygon): MessageInitShape<typeof PolygonSchema> {
  const { holes = [], allowedRotations = [], zones = [], matchPoints = [], foldLine = [], ...rest } = polygon;
  return {
    ...rest,
    ...lineMessage(polygon),
    holes: holes.map(lineMessage),
    allowedRotations: [...allowedRotations],
    zones: zones.map(zoneMessage),
    matchPoints: matchPoints.map(({ name, at }) => ({ name, at: pointMessage(at) })),
    foldLine: foldLine.map(pointMessage),
  };
}

function binMessage({ boundary, holes, zones = [], ...rest }: Bin): MessageInitShape<typeof BinSchema> {
  return {
    ...rest,
    boundary: lineMessage(boundary),
    holes: holes.map(lineMessage),
    zones: zones.map(zoneMessage),
  };
}

const zoneMessage = ({ boundary, quality }: QualityZone) => ({ boundary: lineMessage(boundary), quality });

const placementMessage = ({ index, bin, position, rotation, mirrored = false }: GivenPlacement) => ({
  index,
  bin,
  position: pointMessage(position),
  rotation,
  mirrored,
});

const matchingTypes = {
  solid: MatchingType.SOLID,
  pattern: MatchingType.PATTERN,
  vertical: MatchingType.VERTICAL,
  horizontal: MatchingType.HORIZONTAL,
};

const gravityDirections = {
  top: GravityDirection.TOP,
  right: GravityDirection.RIGHT,
  bottom: GravityDirection.BOTTOM,
  left: GravityDirection.LEFT,
};

const clothForms = { open: FabricForm.OPEN, folded: FabricForm.FOLDED, tubular: FabricForm.TUBULAR };

const matchAxes = { x: MatchAxis.X, y: MatchAxis.Y, both: MatchAxis.BOTH };
