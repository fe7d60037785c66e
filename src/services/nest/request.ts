/** Turns the wire's nest request into the domain's: fills in defaults and applies the contract's two clamps. */

import {
  type Bin as BinMessage,
  FabricForm,
  type Fabric as FabricMessage,
  GravityDirection as GravityDirectionMessage,
  MatchAxis as MatchAxisMessage,
  MatchingType as MatchingTypeMessage,
  type Match as MatchMessage,
  type NamedPoint as NamedPointMessage,
  type NestPatternsRequest,
  type NestRequest as NestRequestMessage,
  OptimizationType,
  type Placement as PlacementMessage,
  type Polygon as PolygonMessage,
  type Polyline as PolylineMessage,
  type QualityZone as QualityZoneMessage,
  ServerId,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Point } from '../../geometry/point.js';
import { cappedTolerance } from '../../nesting/layout/curve-tolerance.js';
import {
  type Bin,
  type ClothForm,
  defaultSettings,
  type Fabric,
  type GivenPlacement,
  type GravityDirection,
  type Match,
  type MatchAxis,
  type MatchingType,
  type NamedPoint,
  type NestRequest,
  type NestWarning,
  type Optimization,
  type Polygon,
  type Polyline,
  type QualityZone,
} from '../../nesting/request.js';

const longestSolveSeconds = 3600;

/** The fields that a nest request and a marker request share. */
type NestSettings = Omit<
  NestRequestMessage | NestPatternsRequest,
  '$typeName' | 'polygons' | 'match' | 'patterns' | 'material' | 'direction'
>;

/** `polygons` and `match` may come from the request or from drafted patterns. */
export function nestRequestOf(
  settings: NestSettings,
  polygons: readonly Polygon[],
  match: readonly Match[] = [],
): NestRequest {
  return {
    polygons,
    bins: settings.bins.map(binOf),
    minDistance: settings.minDistance ?? defaultSettings.minDistance,
    edgeDistance: settings.edgeDistance ?? defaultSettings.edgeDistance,
    curveTolerance: settings.curveTolerance ?? defaultSettings.curveTolerance,
    matchingType:
      matchingTypes[settings.matchingType ?? MatchingTypeMessage.UNSPECIFIED] ?? defaultSettings.matchingType,
    gravityDirection: gravityOf(settings.gravityDirection),
    xSteps: settings.xSteps ?? defaultSettings.xSteps,
    ySteps: settings.ySteps ?? defaultSettings.ySteps,
    allowedRotations:
      settings.allowedRotations.length === 0 ? defaultSettings.allowedRotations : settings.allowedRotations,
    optimization: optimizationOf(settings.optimization),
    populationSize: settings.populationSize ?? defaultSettings.populationSize,
    mutationRate: settings.mutationRate ?? defaultSettings.mutationRate,
    reportInterval: Math.max(0, settings.reportInterval ?? defaultSettings.reportInterval),
    maximumExecutionTime: solveSeconds(settings.maximumExecutionTime ?? defaultSettings.maximumExecutionTime),
    instances: settings.instances ?? defaultSettings.instances,
    seed: settings.seed === undefined ? null : Number(settings.seed),
    workLimit: settings.workLimit === undefined ? null : Number(settings.workLimit),
    locked: settings.locked.map(placementOf),
    warmStart: settings.warmStart.map(placementOf),
    targetUtilisation: settings.targetUtilisation ?? null,
    ...(settings.rotationTolerance !== undefined && { rotationTolerance: settings.rotationTolerance }),
    remnants: settings.remnants
      ? { leastWidth: settings.remnants.leastWidth ?? null, leastArea: settings.remnants.leastArea ?? null }
      : null,
    ...(settings.fabric && { fabric: fabricOf(settings.fabric) }),
    ...(match.length > 0 && { match }),
    clothForm: clothFormOf(settings.fabric),
  };
}

export function fabricOf({ repeatX, repeatY, offsetX = 0, offsetY = 0, matchTolerance = 1 }: FabricMessage): Fabric {
  return { repeatX: repeatX ?? null, repeatY: repeatY ?? null, offsetX, offsetY, matchTolerance };
}

/** A missing index becomes NaN, which the checks refuse. */
export function matchOf({ name, points, axis: sent, phase }: MatchMessage): Match {
  const axis = matchAxes[sent ?? MatchAxisMessage.UNSPECIFIED] ?? 'both';
  return {
    name,
    points: points.map(({ index, point }) => ({ part: index ?? NaN, point })),
    axis,
    phaseX: axis === 'y' ? null : (phase ?? null),
    phaseY: axis === 'x' ? null : (phase ?? null),
  };
}

const matchAxes: Partial<Record<MatchAxisMessage, MatchAxis>> = {
  [MatchAxisMessage.X]: 'x',
  [MatchAxisMessage.Y]: 'y',
  [MatchAxisMessage.BOTH]: 'both',
};

/** Notices about tolerances of a sound request: one that cannot hold everywhere, and one that nothing needs. */
export function noticesOf(
  { curveTolerance, fabric }: Pick<NestSettings, 'curveTolerance' | 'fabric'>,
  request: NestRequest,
): NestWarning[] {
  const capped = curveTolerance === undefined ? null : cappedTolerance(request);
  return [...(capped === null ? [] : [capped]), ...toleranceOfPlain(fabric)];
}

/** A warning of a tolerance on cloth without a repeat. */
export function toleranceOfPlain(fabric: FabricMessage | undefined): NestWarning[] {
  if (fabric?.matchTolerance === undefined || fabric.repeatX !== undefined || fabric.repeatY !== undefined) return [];
  const path = 'fabric.matchTolerance';
  const message = `${path} has no effect: the cloth is plain; see fabric.repeatX and fabric.repeatY`;
  return [{ code: 'tolerance_without_repeat', path, message }];
}

/**
 * Raises 0 and less to 0.1, and lowers more than an hour to an hour. The queue applies the cap of `slow`, which its notice
 * names.
 */
function solveSeconds(seconds: number): number {
  return seconds <= 0 ? 0.1 : Math.min(seconds, longestSolveSeconds);
}

export function queueOf(settings: Pick<NestSettings, 'serverId'>): 'slow' | 'fast' {
  return settings.serverId === ServerId.FAST ? 'fast' : 'slow';
}

export function polylineOf(message: PolylineMessage | PolygonMessage): Polyline {
  return {
    id: message.id,
    origin: message.origin ? [message.origin.x, message.origin.y] : null,
    points: message.points.map((point): Point => [point.x, point.y]),
  };
}

/** A part to be placed: an outline and its allowed orientations. */
export function polygonOf(message: PolygonMessage): Polygon {
  const { holes, allowedRotations, quantity, mirror, priority } = message;
  const { spacing, directionGroup, rotationTolerance, quality, zones, matchPoints } = message;
  const { foldLine, open } = message;
  return {
    ...polylineOf(message),
    ...(holes.length > 0 && { holes: holes.map(polylineOf) }),
    ...(allowedRotations.length > 0 && { allowedRotations }),
    ...(quantity !== undefined && { quantity }),
    ...(mirror !== undefined && { mirror }),
    ...(priority !== undefined && { priority }),
    ...(spacing !== undefined && { spacing }),
    ...(directionGroup !== '' && { directionGroup }),
    ...(rotationTolerance !== undefined && { rotationTolerance }),
    ...(quality !== undefined && { quality }),
    ...(zones.length > 0 && { zones: zones.map(zoneOf) }),
    ...(matchPoints.length > 0 && { matchPoints: matchPoints.map(namedPointOf) }),
    ...(foldLine.length > 0 && { foldLine: foldLine.map(({ x, y }): Point => [x, y]) }),
    ...(open !== undefined && { open }),
  };
}

/** A missing place becomes NaN, which the checks refuse. */
const namedPointOf = ({ name, at }: NamedPointMessage): NamedPoint => ({ name, at: at ? [at.x, at.y] : [NaN, NaN] });

/** From an answer or a request. A missing number becomes NaN, which the checks refuse. */
export function placementOf({ index, bin, position, rotation, mirrored }: PlacementMessage): GivenPlacement {
  return {
    index: index ?? NaN,
    bin: bin ?? NaN,
    position: position ? [position.x, position.y] : [NaN, NaN],
    rotation: rotation ?? NaN,
    mirrored,
  };
}

const noPolyline: Polyline = { id: '', origin: null, points: [] };

/** A missing number becomes NaN, which the checks refuse. */
function zoneOf({ boundary, quality }: QualityZoneMessage): QualityZone {
  return { boundary: boundary ? polylineOf(boundary) : noPolyline, quality: quality ?? NaN };
}

export function binOf(message: BinMessage): Bin {
  return {
    boundary: message.boundary ? polylineOf(message.boundary) : noPolyline,
    holes: message.holes.map(polylineOf),
    cellWidth: message.cellWidth,
    cellHeight: message.cellHeight,
    ...(message.cost !== undefined && { cost: message.cost }),
    ...(message.costPerLength !== undefined && { costPerLength: message.costPerLength }),
    ...(message.zones.length > 0 && { zones: message.zones.map(zoneOf) }),
    ...(message.quality !== undefined && { quality: message.quality }),
    ...(message.open !== undefined && { open: message.open }),
  };
}

function optimizationOf(message: NestSettings['optimization']): Optimization {
  return {
    type: message?.type === OptimizationType.AREA ? 'area' : 'length',
    paperWidth: message?.params?.paperWidth ?? null,
    paperHeight: message?.params?.paperHeight ?? null,
  };
}

const matchingTypes: Partial<Record<MatchingTypeMessage, MatchingType>> = {
  [MatchingTypeMessage.SOLID]: 'solid',
  [MatchingTypeMessage.PATTERN]: 'pattern',
  [MatchingTypeMessage.VERTICAL]: 'vertical',
  [MatchingTypeMessage.HORIZONTAL]: 'horizontal',
};

const clothForms: Partial<Record<FabricForm, ClothForm>> = {
  [FabricForm.FOLDED]: 'folded',
  [FabricForm.TUBULAR]: 'tubular',
};

export const clothFormOf = (fabric: NestSettings['fabric']): ClothForm =>
  clothForms[fabric?.form ?? FabricForm.UNSPECIFIED] ?? 'open';

export const gravityOf = (direction: GravityDirectionMessage | undefined): GravityDirection =>
  gravityDirections[direction ?? GravityDirectionMessage.UNSPECIFIED] ?? defaultSettings.gravityDirection;

const gravityDirections: Partial<Record<GravityDirectionMessage, GravityDirection>> = {
  [GravityDirectionMessage.TOP]: 'top',
  [GravityDirectionMessage.RIGHT]: 'right',
  [GravityDirectionMessage.BOTTOM]: 'bottom',
  [GravityDirectionMessage.LEFT]: 'left',
};
