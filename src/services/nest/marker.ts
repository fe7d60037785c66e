/** NestPatterns: turns patterns, bodies, sizes and quantities into the parts of one material and submits them as a nest job. */

import { setMaxListeners } from 'node:events';
import {
  MarkerDirection,
  type NestPatternsRequest,
  NestPatternsRequestSchema,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { TimeSlices } from '../../concurrency/time-slices.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { NestQueue } from '../../jobs/queue.js';
import { mirrorProblems } from '../../nesting/check/matches.js';
import { checkSteps } from '../../nesting/check/request.js';
import { acrossOf, repeatOf } from '../../nesting/layout/matching.js';
import type { Fabric, NestRequest, NestWarning } from '../../nesting/request.js';
import type { PatternAccess } from '../../patterns/access.js';
import type { Draft } from '../../patterns/draft.js';
import { idempotencyOf } from '../idempotency.js';
import type { Drafter } from '../patterns/drafter.js';
import type { Call, NestOperations } from '../services.js';
import { requireAll, requireNone, violatedRules } from '../validate.js';
import { type DraftedPiece, type FoldedCloth, foldedParts } from './folded-parts.js';
import { garmentMatches, phasesOfPlain } from './garment-matches.js';
import { type GarmentSources, garmentsOf, namingField, type Order } from './garments.js';
import { ofPatterns } from './marker-paths.js';
import { markerProblems } from './marker-problems.js';
import { runJob } from './nest.js';
import { garmentParts, type OneWay, withMatchPoints } from './parts.js';
import { emptyRules, ruledParts, unknownPieces } from './piece-rules.js';
import { clothFormOf, nestRequestOf, noticesOf, queueOf } from './request.js';

export interface DraftDependencies extends GarmentSources {
  readonly access: PatternAccess;
  readonly drafter: Drafter;
}

export interface MarkerDependencies extends DraftDependencies {
  readonly queue: NestQueue;
  readonly slices: TimeSlices;
}

/** A drafted piece, and its garment in the request. */
export type OrderedPiece = DraftedPiece;

export function markerOperations(deps: MarkerDependencies): Pick<NestOperations, 'nestPatterns'> {
  const { queue, slices } = deps;
  return {
    async *nestPatterns(request, call) {
      requireAll(call, violatedRules(NestPatternsRequestSchema, request), await markerProblems(deps, request, call));
      const drafted = await draftedPieces(deps, request, call);
      const { gravityDirection, allowedRotations } = nestRequestOf(request, []);
      const pieces = ofMaterial(drafted.pieces, request.material);
      const cloth = foldedCloth(request);
      const oneWay = oneWayOf(request);
      const laid = cloth
        ? foldedParts(pieces, gravityDirection, oneWay, cloth, allowedRotations)
        : { parts: garmentParts(pieces, gravityDirection, oneWay), warnings: [] };
      const pattern = matchedPattern(nestRequestOf(request, []));
      const matched = pattern.fabric && garmentMatches(laid.parts, pattern.fabric, gravityDirection, request.patterns);
      const ruled = ruledParts(laid.parts, request.patterns);
      requireNone(unknownPieces(drafted.pieces, request.patterns));
      const polygons = ruled.map((part, i) => withMatchPoints(part, matched?.points[i] ?? []));
      const nestRequest = nestRequestOf(request, polygons, matched?.match);
      const checked = await slices.run(checkSteps(nestRequest));
      const told = ofPatterns(laid.parts, request.patterns);
      if (checked.problems.length > 0)
        throw ServiceError.ofProblems('invalid', checked.problems.map(tooMuch).map(told));
      const ofParts = checked.warnings.map((warning) => told(ofOrder(warning, matched?.orders ?? [])));
      const ofMatches = matched ? matched.warnings : phasesOfPlain(request.patterns);
      const ofLaying = [...laid.warnings, ...pattern.warnings, ...ofMatches, ...emptyRules(request.patterns)];
      const warnings = [...ofParts, ...ofLaying, ...drafted.warnings, ...withoutGrain(pieces)];
      const keepSeconds = request.keepSeconds ?? 0;
      const { caller } = call;
      const all = [...warnings, ...noticesOf(request, nestRequest)];
      const submission = { caller, request: nestRequest, queue: queueOf(request), keepSeconds, warnings: all };
      const idempotency = idempotencyOf(NestPatternsRequestSchema, request, call);
      yield* runJob(queue, { ...submission, announceParts: true, idempotency }, call);
    },
  };
}

const waysOf: Partial<Record<MarkerDirection, OneWay>> = {
  [MarkerDirection.ONE_WAY_PER_GARMENT]: 'garment',
  [MarkerDirection.ONE_WAY]: 'marker',
};

export const oneWayOf = ({ direction = MarkerDirection.UNSPECIFIED }: Pick<NestPatternsRequest, 'direction'>): OneWay =>
  waysOf[direction] ?? 'none';

/** The pattern on which seams match: without that across folded cloth, where it differs between the two layers. */
function matchedPattern(request: NestRequest): { fabric: Fabric | undefined; warnings: NestWarning[] } {
  const { fabric } = request;
  const across = acrossOf(request);
  const [problem] = fabric && repeatOf(fabric, across) !== null ? mirrorProblems(request) : [];
  if (!fabric || !problem) return { fabric, warnings: [] };
  const message = `no seams match across the cloth: ${problem.message}`;
  const plain = across === 0 ? { repeatX: null } : { repeatY: null };
  return { fabric: { ...fabric, ...plain }, warnings: [{ ...problem, code: 'no_matches_on_folds', message }] };
}

/** Null: the cloth lies open. */
function foldedCloth({ fabric, bins }: NestPatternsRequest): FoldedCloth | null {
  const form = clothFormOf(fabric);
  if (form === 'open') return null;
  const isPatterned = fabric?.repeatX !== undefined || fabric?.repeatY !== undefined;
  return { form, hasOpenBins: bins.some((bin) => bin.open), isPatterned };
}

/** Parts that are too many together come from all patterns. */
const tooMuch = (problem: FieldProblem): FieldProblem =>
  problem.path === 'polygons'
    ? { ...problem, message: `patterns make too much for one job: ${problem.message}` }
    : problem;

/** A warning about a match is one about the order of its garment: the request has no matches. */
function ofOrder(warning: NestWarning, orders: readonly number[]): NestWarning {
  const [, index] = /^match\[(\d+)\]/.exec(warning.path) ?? [];
  return index === undefined ? warning : { ...warning, path: `patterns[${orders[Number(index)]}]` };
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
  const absent: FieldProblem[] = [];
  for (const [order, ordered] of request.patterns.entries()) {
    call.signal.throwIfAborted();
    try {
      const drafted = await draftedOrder(
        deps,
        ordered,
        { order, path: `patterns[${order}]` },
        call,
        foldedCloth(request) === null,
      );
      pieces.push(...drafted.pieces);
      warnings.push(...drafted.problems.map(warningOf));
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === 'not_found' && error.problems.length > 0) absent.push(...error.problems);
      else if (error.kind === 'invalid') problems.push(...error.problems);
      else throw error;
    }
  }
  if (absent.length > 0) throw ServiceError.ofProblems('not_found', absent);
  if (problems.length > 0) throw ServiceError.ofProblems('invalid', problems);
  return { pieces, warnings };
}

const warningOf = ({ code, path, message }: FieldProblem): NestWarning => ({ code, path, message });

/** Pieces laid as drawn, since nothing gives their grain direction. */
export const withoutGrain = (pieces: readonly OrderedPiece[]): NestWarning[] =>
  pieces
    .filter(({ piece }) => piece.grainline === null)
    .map(({ piece, path }) => {
      const message = `${path}: "${piece.name}" is laid as drawn, without a grainline: ${piece.grainlineReason}`;
      return { code: 'no_grainline', path, message };
    });

/**
 * The name of the pattern of an order at `path`, its pieces, and the remarks on them. `order` is its number in the ids of
 * parts. `unfold`: pieces with a fold come whole, not as halves.
 */
export async function draftedOrder(
  { access, drafter, ...sources }: DraftDependencies,
  ordered: Order,
  { order, path }: { readonly order: number; readonly path: string },
  { caller, signal }: Call,
  unfold = true,
): Promise<{ pattern: string; pieces: readonly OrderedPiece[]; problems: readonly FieldProblem[] }> {
  const version = await namingField(path, 'patternId', access.version(ordered, caller));
  const { garments, problems: wrong } = await garmentsOf(sources, ordered, path, caller);
  requireNone(wrong);
  // Every draft listens to the signal of the call, and Node takes more than ten listeners for a leak.
  setMaxListeners(0, signal);
  const drafts = await Promise.all(
    garments.map(({ request, placed }) => placing(placed, drafter.draft(version, { ...request, unfold }, signal))),
  );
  const pieces = garments.flatMap(({ size, quantity }, i) => {
    const place = size === null ? path : `${path}.sizes[${ordered.sizes.findIndex((one) => one.size === size)}]`;
    const { pieces: drafted, matches } = drafts[i]!;
    return drafted.map((piece, k): OrderedPiece => {
      return { piece, path: `${place}.pieces[${k}]`, order, size, garments: quantity, matches };
    });
  });
  const problems = garments.flatMap(({ placed, warnings }, i) => [
    ...drafts[i]!.errors.map((problem) => placed({ ...problem })),
    ...warnings,
  ]);
  return { pattern: version.name, pieces, problems };
}

/** The draft, with the place of its garment in every problem. */
async function placing(placed: (problem: FieldProblem) => FieldProblem, draft: Promise<Draft>): Promise<Draft> {
  try {
    return await draft;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.problems.length === 0) throw error;
    throw ServiceError.ofProblems(error.kind, error.problems.map(placed));
  }
}

/** The pieces of one material. A request may omit the material if there is only one. */
export function ofMaterial(pieces: readonly OrderedPiece[], material: string | undefined): readonly OrderedPiece[] {
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
