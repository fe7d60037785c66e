/** The JSON of lay plans: requests of /lays, and the lines of their streams. */
import {
  ClothSchema,
  CuttingTableSchema,
  LayCostsSchema,
  LayErrorSchema,
  type LayEvent,
  LayInfoSchema,
  LayLineSchema,
  LayMarkerSchema,
  LayPlanCostSchema,
  LayPlanSchema,
  LayPliesSchema,
  LayProgressSchema,
  LaySchema,
  LineCountSchema,
  MarkerGarmentSchema,
  MissingGarmentsSchema,
  type MissingReason,
  MissingReasonSchema,
  PlanLaysRequestSchema,
  ResumeLaysRequestSchema,
  RollSchema,
  RollUseSchema,
} from '../../gen/selvage/lay/v1/lay_pb.js';
import {
  type MarkerDirection,
  MarkerDirectionSchema,
  NestWarningSchema,
  type ServerId,
  ServerIdSchema,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import type { Json } from '../../src/json/json.js';
import { body } from './body.js';
import { choice, dictionary, inPath, integer, list, message, number, orNull, required, text, uuid } from './codec.js';
import { fabric, polygon } from './nest.js';
import { scalar } from './scalar.js';

/** The limits of the API. Longer values are not read. */
const most = { lines: 500, cloths: 50, rolls: 500, rotations: 3_600, parts: 1_000 };

const line = message(LayLineSchema, {
  name: text,
  colour: text,
  quantity: required(integer),
  over: integer,
  under: integer,
  patternId: uuid,
  versionId: uuid,
  versionNumber: integer,
  variables: dictionary(scalar),
  body,
  table: uuid,
  tableVersion: integer,
  size: text,
  parts: list(polygon, most.parts),
});

export const cloth = message(ClothSchema, {
  colour: text,
  width: required(number),
  rolls: list(message(RollSchema, { id: text, length: required(number), shade: text }), most.rolls),
  price: number,
  endLoss: number,
});

export const table = message(CuttingTableSchema, { length: required(number), plies: required(integer) });

export const costs = message(LayCostsSchema, { marker: number, lay: number, ply: number, cutting: number });

export const planLaysRequest = message(PlanLaysRequestSchema, {
  lines: required(list(line, most.lines)),
  cloths: required(list(cloth, most.cloths)),
  table: required(table),
  costs,
  material: text,
  minDistance: number,
  allowedRotations: list(number, most.rotations),
  serverId: choice<ServerId>(ServerIdSchema),
  maximumExecutionTime: number,
  keepSeconds: number,
  direction: choice<MarkerDirection>(MarkerDirectionSchema),
  rotationTolerance: number,
  fabric,
});

export const resumeLaysQuery = message(ResumeLaysRequestSchema, { jobId: inPath, after: integer });

const marker = message(LayMarkerSchema, {
  garments: list(message(MarkerGarmentSchema, { name: text, count: integer, lines: list(integer) })),
  width: number,
  length: number,
  utilisation: number,
  jobId: text,
  parts: integer,
  cutLength: number,
});

const lay = message(LaySchema, {
  marker: integer,
  plies: list(
    message(LayPliesSchema, {
      cloth: integer,
      roll: orNull(integer),
      plies: integer,
      colour: text,
      rollId: text,
      shade: text,
    }),
  ),
});

const cost = message(LayPlanCostSchema, {
  total: number,
  cloth: number,
  markers: number,
  lays: number,
  plies: number,
  cutting: number,
  leftOut: number,
});

/** The members of a stream's lines beside `type`, `jobId` and `seq`, by type. */
export const layEvents = {
  progress: message(LayProgressSchema, {
    elapsedSeconds: number,
    nests: integer,
    openNests: integer,
    queuedPosition: orNull(integer),
    warnings: list(message(NestWarningSchema, { code: text, path: text, message: text })),
  }),
  plan: message(LayPlanSchema, {
    markers: list(marker),
    lays: list(lay),
    lines: list(
      message(LineCountSchema, { line: integer, quantity: integer, cut: integer, over: integer, under: integer }),
    ),
    rolls: list(message(RollUseSchema, { cloth: integer, roll: integer, used: number, remnant: number })),
    clothLength: number,
    cost,
    lowerBound: orNull(number),
    gap: orNull(number),
    missing: list(
      message(MissingGarmentsSchema, {
        line: integer,
        garments: integer,
        reason: choice<MissingReason>(MissingReasonSchema),
        message: text,
      }),
    ),
    elapsedSeconds: number,
  }),
  info: message(LayInfoSchema, { message: text, elapsedSeconds: number }),
  error: message(LayErrorSchema, { message: text, code: text }),
};

/** One line of a stream. */
export function encodeLayEvent({ jobId, seq, event }: LayEvent): { [key: string]: Json } {
  const place = { jobId, seq };
  switch (event.case) {
    case 'progress': {
      const { warnings, queuedPosition, ...progress } = layEvents.progress.encode(event.value);
      const isQueued = event.value.queuedPosition !== undefined;
      const isWarned = event.value.warnings.length > 0;
      return {
        type: 'progress',
        ...progress,
        ...(isQueued && { queuedPosition }),
        ...(isWarned && { warnings }),
        ...place,
      };
    }
    case 'plan':
      return { type: 'plan', ...layEvents.plan.encode(event.value), ...place };
    case 'info':
      return { type: 'info', ...layEvents.info.encode(event.value), ...place };
    case 'error':
      return { type: 'error', ...layEvents.error.encode(event.value), ...place };
    case 'done':
      return { type: 'done', ...place };
    default:
      throw new TypeError('an event of a lay stream is empty');
  }
}
