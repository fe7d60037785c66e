/** The JSON of nesting: requests of /nest and /markers, and the lines of their streams. */
import {
  BinSchema,
  type FabricForm,
  FabricFormSchema,
  FabricSchema,
  type GravityDirection,
  GravityDirectionSchema,
  type MarkerDirection,
  MarkerDirectionSchema,
  type MatchAxis,
  MatchAxisSchema,
  MatchErrorSchema,
  type MatchingType,
  MatchingTypeSchema,
  MatchPointSchema,
  MatchSchema,
  NamedPointSchema,
  NestErrorSchema,
  type NestEvent,
  NestInfoSchema,
  NestPatternsRequestSchema,
  NestProgressSchema,
  NestRequestSchema,
  NestSolutionSchema,
  NestStatus,
  NestStatusSchema,
  NestWarningSchema,
  OptimizationParamsSchema,
  OptimizationSchema,
  type OptimizationType,
  OptimizationTypeSchema,
  OrderedSizeSchema,
  PatternOrderSchema,
  PieceRulesSchema,
  PlacementSchema,
  PolygonSchema,
  PolylineSchema,
  QualityZoneSchema,
  RemnantSettingsSchema,
  ResumeNestRequestSchema,
  type ServerId,
  ServerIdSchema,
  SheetUsageSchema,
  UsageSchema,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import type { Json } from '../../src/json/json.js';
import { body } from './body.js';
import {
  choice,
  dictionary,
  flag,
  inPath,
  integer,
  list,
  longInteger,
  message,
  number,
  orNull,
  required,
  text,
  uuid,
} from './codec.js';
import { point, points } from './point.js';
import { scalar } from './scalar.js';

/** The limits of the API. Longer values are not read. */
const most = {
  polygons: 10_000,
  points: 100_000,
  bins: 1_000,
  keepOuts: 33_333,
  rotations: 3_600,
  openings: 1_000,
  partZones: 100,
  foldLine: 2,
  binZones: 1_000,
  matchPoints: 100,
  matches: 10_000,
  pointsOfMatch: 1_000,
  patterns: 1_000,
  sizes: 60,
};

const pointName = 'selvage.nest.v1.Point';

const line = { id: text, origin: orNull(point(pointName)), points: points(pointName, most.points) };

/** A boundary, a keep-out zone or an opening. */
const polyline = message(PolylineSchema, line);

const qualityZone = message(QualityZoneSchema, { boundary: required(polyline), quality: required(integer) });

export const polygon = message(PolygonSchema, {
  ...line,
  holes: list(polyline, most.openings),
  allowedRotations: list(number, most.rotations),
  quantity: integer,
  mirror: flag,
  priority: integer,
  spacing: number,
  quality: integer,
  zones: list(qualityZone, most.partZones),
  directionGroup: text,
  rotationTolerance: number,
  matchPoints: list(
    message(NamedPointSchema, { name: required(text), at: required(point(pointName)) }),
    most.matchPoints,
  ),
  foldLine: points(pointName, most.foldLine),
  open: flag,
});

/** A sheet, sent or left over. */
export const binJson = message(BinSchema, {
  boundary: required(polyline),
  holes: list(polyline, most.keepOuts),
  cellWidth: number,
  cellHeight: number,
  cost: number,
  costPerLength: number,
  zones: list(qualityZone, most.binZones),
  quality: integer,
  open: flag,
});

/** The place of a part, in an answer or given by a request. */
export const placement = message(PlacementSchema, {
  id: text,
  position: required(point(pointName)),
  rotation: required(number),
  bin: required(integer),
  index: required(integer),
  mirrored: flag,
});

export const fabric = message(FabricSchema, {
  repeatX: number,
  repeatY: number,
  offsetX: number,
  offsetY: number,
  matchTolerance: number,
  form: choice<FabricForm>(FabricFormSchema),
});

/** The settings of a search, shared by both requests. */
const search = {
  bins: required(list(binJson, most.bins)),
  serverId: choice<ServerId>(ServerIdSchema),
  instances: integer,
  minDistance: number,
  curveTolerance: number,
  matchingType: choice<MatchingType>(MatchingTypeSchema),
  gravityDirection: choice<GravityDirection>(GravityDirectionSchema),
  xSteps: integer,
  ySteps: integer,
  allowedRotations: list(number, most.rotations),
  optimization: message(OptimizationSchema, {
    type: choice<OptimizationType>(OptimizationTypeSchema),
    params: message(OptimizationParamsSchema, { paperWidth: number, paperHeight: number }),
  }),
  populationSize: integer,
  mutationRate: number,
  reportInterval: number,
  maximumExecutionTime: number,
  edgeDistance: number,
  seed: longInteger,
  workLimit: longInteger,
  keepSeconds: number,
  locked: list(placement, most.polygons),
  warmStart: list(placement, most.polygons),
  targetUtilisation: number,
  rotationTolerance: number,
  remnants: message(RemnantSettingsSchema, { leastWidth: number, leastArea: number }),
  fabric,
};

/** Points of parts that meet the cloth's pattern at one phase. */
const match = message(MatchSchema, {
  name: text,
  points: required(
    list(message(MatchPointSchema, { index: required(integer), point: required(text) }), most.pointsOfMatch),
  ),
  axis: choice<MatchAxis>(MatchAxisSchema),
  phase: number,
});

export const nestRequest = message(NestRequestSchema, {
  polygons: required(list(polygon, most.polygons)),
  match: list(match, most.matches),
  ...search,
});

export const nestPatternsRequest = message(NestPatternsRequestSchema, {
  patterns: required(
    list(
      message(PatternOrderSchema, {
        patternId: required(uuid),
        versionId: uuid,
        versionNumber: integer,
        variables: dictionary(scalar),
        body,
        quantity: integer,
        table: uuid,
        tableVersion: integer,
        sizes: list(message(OrderedSizeSchema, { size: required(text), quantity: integer }), most.sizes),
        phaseX: number,
        phaseY: number,
        rules: list(
          message(PieceRulesSchema, {
            piece: required(text),
            spacing: number,
            rotationTolerance: number,
            quality: integer,
          }),
          most.patterns,
        ),
      }),
      most.patterns,
    ),
  ),
  material: text,
  direction: choice<MarkerDirection>(MarkerDirectionSchema),
  ...search,
});

export const matchError = message(MatchErrorSchema, { name: text, x: number, y: number });

const span = { width: number, length: number, area: number };
export const sheetUsage = message(SheetUsageSchema, {
  bin: integer,
  ...span,
  parts: integer,
  partArea: number,
  cost: number,
  pieces: integer,
  remnants: list(binJson, most.bins),
});
const usage = message(UsageSchema, {
  ...span,
  partArea: number,
  cost: number,
  sheets: list(sheetUsage),
});

/** The members of a stream's lines beside `type`, `jobId` and `seq`, by type. */
export const nestEvents = {
  progress: message(NestProgressSchema, {
    status: choice<NestStatus>(NestStatusSchema),
    generation: integer,
    tested: longInteger,
    elapsedSeconds: number,
    queuedPosition: integer,
    warnings: list(message(NestWarningSchema, { code: text, path: text, message: text })),
    parts: list(polygon),
    matches: list(match),
  }),
  solution: message(NestSolutionSchema, {
    fitness: number,
    usage,
    placements: list(placement),
    unplaced: list(text),
    unplacedIndices: list(integer),
    generation: integer,
    tested: longInteger,
    elapsedSeconds: number,
    utilisation: number,
    sheetCount: integer,
    sheetUtilisation: number,
    matches: list(matchError),
  }),
  info: message(NestInfoSchema, { message: text, elapsedSeconds: number }),
  error: message(NestErrorSchema, { message: text, code: text }),
};

/** One line of a stream. */
export function encodeNestEvent({ jobId, seq, event }: NestEvent): { [key: string]: Json } {
  switch (event.case) {
    case 'progress': {
      const { queuedPosition, warnings, parts, matches, ...progress } = nestEvents.progress.encode(event.value);
      return {
        type: 'progress',
        ...progress,
        // The specification shows both spellings.
        ...(queuedPosition === undefined ? {} : { queuedPosition, queued_position: queuedPosition }),
        ...(event.value.status === NestStatus.STARTING ? { warnings: warnings! } : {}),
        ...(event.value.parts.length > 0 ? { parts: parts! } : {}),
        ...(event.value.matches.length > 0 ? { matches: matches! } : {}),
        jobId,
        seq,
      };
    }
    case 'solution': {
      const { matches, ...solution } = nestEvents.solution.encode(event.value);
      const matched: { [key: string]: Json } = event.value.matches.length > 0 ? { matches: matches! } : {};
      return { type: 'solution', ...solution, ...matched, jobId, seq };
    }
    case 'info':
      return { type: 'info', ...nestEvents.info.encode(event.value), jobId, seq };
    case 'error':
      return { type: 'error', ...nestEvents.error.encode(event.value), jobId, seq };
    case 'done':
      return { type: 'done', jobId, seq };
    default:
      throw new TypeError('an event of a nest stream is empty');
  }
}

/** The query of a resumed stream. */
export const resumeQuery = message(ResumeNestRequestSchema, { jobId: inPath, after: integer });
