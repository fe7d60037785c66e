/** NestPatterns: turns patterns, bodies and quantities into the parts of one material and submits them as a nest job. */

import {
  type NestPatternsRequest,
  NestPatternsRequestSchema,
  type PatternOrder,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { BodyModel } from '../../body/complete.js';
import type { TimeSlices } from '../../concurrency/time-slices.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { Point } from '../../geometry/point.js';
import type { NestQueue } from '../../jobs/queue.js';
import { checkSteps } from '../../nesting/check/request.js';
import type { GravityDirection, NestWarning, Polyline } from '../../nesting/request.js';
import type { PatternAccess } from '../../patterns/access.js';
import type { Piece } from '../../patterns/draft.js';
import { idempotencyOf } from '../idempotency.js';
import { patternBody } from '../patterns/body.js';
import type { Drafter } from '../patterns/drafter.js';
import { variablesOfRequest } from '../patterns/message.js';
import type { Call, NestOperations } from '../services.js';
import { requireAll, violatedRules } from '../validate.js';
import { markerProblems, within } from './marker-problems.js';
import { runJob } from './nest.js';
import { nestRequestOf, noticesOf, queueOf } from './request.js';

export interface MarkerDependencies {
  readonly access: PatternAccess;
  readonly drafter: Drafter;
  readonly bodyModel: BodyModel;
  readonly queue: NestQueue;
  readonly slices: TimeSlices;
}

/** A drafted piece, and its garment in the request. */
interface OrderedPiece {
  readonly piece: Piece;
  /** Its index in the draft. */
  readonly place: number;
  readonly order: number;
  /** Copies of the garment. */
  readonly garments: number;
}

export function markerOperations(deps: MarkerDependencies): Pick<NestOperations, 'nestPatterns'> {
  const { queue, slices } = deps;
  return {
    async *nestPatterns(request, call) {
      requireAll(call, violatedRules(NestPatternsRequestSchema, request), await markerProblems(deps, request, call));
      const drafted = await draftedPieces(deps, request, call);
      const { gravityDirection } = nestRequestOf(request, []);
      const pieces = ofMaterial(drafted.pieces, request.material);
      const nestRequest = nestRequestOf(request, partsOf(pieces, gravityDirection));
      const checked = await slices.run(checkSteps(nestRequest));
      if (checked.problems.length > 0) throw ServiceError.ofProblems('invalid', checked.problems);
      const warnings = [...checked.warnings, ...drafted.warnings, ...withoutGrain(pieces)];
      const keepSeconds = request.keepSeconds ?? 0;
      const { caller } = call;
      const all = [...warnings, ...noticesOf(request, nestRequest)];
      const submission = { caller, request: nestRequest, queue: queueOf(request), keepSeconds, warnings: all };
      const idempotency = idempotencyOf(NestPatternsRequestSchema, request, call);
      yield* runJob(queue, { ...submission, announceParts: true, idempotency }, call);
    },
  };
}

/** The pieces of all garments, with the warnings of their drafts and bodies, such as a piece that could not be made. */
async function draftedPieces(
  deps: MarkerDependencies,
  request: NestPatternsRequest,
  call: Call,
): Promise<{ pieces: readonly OrderedPiece[]; warnings: readonly NestWarning[] }> {
  const pieces: OrderedPiece[] = [];
  const warnings: NestWarning[] = [];
  const problems: FieldProblem[] = [];
  for (const [order, ordered] of request.patterns.entries()) {
    call.signal.throwIfAborted();
    const path = `patterns[${order}]`;
    try {
      const drafted = await draft(deps, ordered, path, call);
      for (const [place, piece] of drafted.pieces.entries()) {
        pieces.push({ piece, place, order, garments: ordered.quantity ?? 1 });
      }
      warnings.push(...drafted.problems.map((problem) => warningOf(within(path, problem))));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const placed = error.problems.map((problem) => within(path, problem));
      if (error.kind === 'draft_failed' && placed.length > 0) throw ServiceError.ofProblems('draft_failed', placed);
      if (error.kind !== 'invalid') throw error;
      problems.push(...placed);
    }
  }
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  return { pieces, warnings };
}

const warningOf = ({ code, path, message }: FieldProblem): NestWarning => ({ code, path, message });

/** Pieces laid as drawn, since nothing gives their grain direction. */
const withoutGrain = (pieces: readonly OrderedPiece[]): NestWarning[] =>
  pieces
    .filter(({ piece }) => piece.grainline === null)
    .map(({ piece, place, order }) => {
      const path = `patterns[${order}].pieces[${place}]`;
      const message = `${path}: "${piece.name}" is laid as drawn, without a grainline: ${piece.grainlineReason}`;
      return { code: 'no_grainline', path, message };
    });

async function draft(
  { access, drafter, bodyModel }: MarkerDependencies,
  ordered: PatternOrder,
  path: string,
  call: Call,
): Promise<{ pieces: readonly Piece[]; problems: readonly FieldProblem[] }> {
  const version = await access.version(ordered, call.caller);
  const body = ordered.body === undefined ? undefined : patternBody(bodyModel, ordered.body, `${path}.body`);
  const variables = variablesOfRequest(ordered.variables);
  const request = { variables, unfold: true, ...(body === undefined ? {} : { body: body.values }) };
  const { pieces, errors } = await drafter.draft(version, request, call.signal);
  return { pieces, problems: [...errors.map((problem) => ({ ...problem })), ...(body?.warnings ?? [])] };
}

/** The pieces of one material. A request may omit the material if there is only one. */
function ofMaterial(pieces: readonly OrderedPiece[], material: string | undefined): readonly OrderedPiece[] {
  const materials = [...new Set(pieces.map(({ piece }) => piece.material))].sort();
  const wanted = material ?? (materials.length === 1 ? materials[0] : undefined);
  if (wanted !== undefined && materials.includes(wanted)) {
    return pieces.filter(({ piece }) => piece.material === wanted);
  }
  const choices = `the pieces are cut from ${materials.map((name) => JSON.stringify(name)).join(', ')}`;
  const message =
    material === undefined
      ? `material is required: ${choices}`
      : `material is ${JSON.stringify(material)}, but no piece uses it: ${choices}`;
  const code = material === undefined ? 'required' : 'unknown_value';
  throw ServiceError.ofProblems('invalid', [{ path: 'material', code, message, choices: materials }]);
}

/** Every copy as a part, its grain along the axis of gravity. The second part of each mirrored pair is flipped. */
function partsOf(pieces: readonly OrderedPiece[], gravity: GravityDirection): Polyline[] {
  const axisDegrees = gravity === 'left' || gravity === 'right' ? 0 : 90;
  const parts: Polyline[] = [];
  for (const { piece, order, garments } of pieces) {
    const along = alongGrain(piece, axisDegrees);
    const over = along.map(([x, y]): Point => (axisDegrees === 0 ? [x, -y] : [-x, y]));
    for (let copy = 0; copy < piece.quantity * garments; copy++) {
      const points = piece.mirrored && copy % 2 === 1 ? over : along;
      parts.push({ id: `${order + 1}-${piece.id}-${copy + 1}`, origin: null, points });
    }
  }
  return parts;
}

/** The boundary, turned so that the grainline has the angle of the axis. */
function alongGrain({ boundary, grainline }: Piece, axisDegrees: number): Point[] {
  const open = boundary.slice(0, -1);
  if (grainline === null) return open;
  const [[x0, y0], [x1, y1]] = grainline;
  const turn = (axisDegrees * Math.PI) / 180 - Math.atan2(y1 - y0, x1 - x0);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  return open.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
}
