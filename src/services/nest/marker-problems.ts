/**
 * The faults of a marker request that show without drafting: the rules of its settings, and the values and body of each
 * garment. So one answer can list them all.
 */
import type { NestPatternsRequest } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { checkNestRequest } from '../../nesting/check/request.js';
import type { Polygon } from '../../nesting/request.js';
import type { PatternAccess } from '../../patterns/access.js';
import { valueProblems } from '../../patterns/patterns.js';
import type { Call, Caller } from '../services.js';
import { withFurther } from '../validate.js';
import { type GarmentSources, garmentsOf, type Order } from './garments.js';
import { nestRequestOf } from './request.js';

export interface OrderChecks extends GarmentSources {
  readonly access: PatternAccess;
}

/** Problems beside the rules of the contract. An unreadable pattern or table adds none here: it has an answer of its own. */
export async function markerProblems(
  checks: OrderChecks,
  request: NestPatternsRequest,
  { caller }: Call,
): Promise<FieldProblem[]> {
  const ofOrders: FieldProblem[] = [];
  for (const [i, order] of request.patterns.entries()) {
    const path = `patterns[${i}]`;
    ofOrders.push(...(await orderProblems(checks, order, path, caller)));
  }
  return withFurther(settingProblems(request), ofOrders);
}

/** Stands for the parts, which do not exist yet. */
const part: Polygon = {
  id: '',
  origin: null,
  points: [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
};

/** The drafting step checks the settings that depend on the parts. */
function settingProblems(request: NestPatternsRequest): FieldProblem[] {
  const { problems } = checkNestRequest(nestRequestOf({ ...request, locked: [], warmStart: [] }, [part]));
  return problems.filter(({ path }) => !path.startsWith('polygons'));
}

export async function orderProblems(
  { access, ...sources }: OrderChecks,
  order: Order,
  path: string,
  caller: Caller,
): Promise<readonly FieldProblem[]> {
  const { garments, problems } = (await unlessAbsent(garmentsOf(sources, order, path, caller))) ?? {
    garments: [],
    problems: [],
  };
  const version = await unlessAbsent(access.version(order, caller));
  const ofValues = version
    ? garments.flatMap(({ request, placed }) => valueProblems(version, request).map(placed))
    : [];
  // a wrong variable of the order is one problem, in however many sizes
  const each = new Map(ofValues.map((problem) => [`${problem.path} ${problem.message}`, problem]));
  return [...problems, ...each.values()];
}

async function unlessAbsent<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not_found') return null;
    throw error;
  }
}
