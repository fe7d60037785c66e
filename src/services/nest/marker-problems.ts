/**
 * The faults of a marker request that show without drafting: the rules of its settings, and the values and body of each
 * garment. So one answer can list them all.
 */
import type { NestPatternsRequest } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { BodyModel } from '../../body/complete.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { checkNestRequest } from '../../nesting/check/request.js';
import type { Polygon } from '../../nesting/request.js';
import type { PatternAccess } from '../../patterns/access.js';
import { valueProblems } from '../../patterns/patterns.js';
import { type PatternBody, patternBody } from '../patterns/body.js';
import { variablesOfRequest } from '../patterns/message.js';
import type { Call, Caller } from '../services.js';
import { withFurther } from '../validate.js';
import { nestRequestOf } from './request.js';

type Order = NestPatternsRequest['patterns'][number];

export interface OrderChecks {
  readonly access: PatternAccess;
  readonly bodyModel: BodyModel;
}

/** Problems beside the rules of the contract. An unreadable pattern adds none here: it has an answer of its own. */
export async function markerProblems(
  checks: OrderChecks,
  request: NestPatternsRequest,
  { caller }: Call,
): Promise<FieldProblem[]> {
  const ofOrders: FieldProblem[] = [];
  for (const [i, order] of request.patterns.entries()) {
    const path = `patterns[${i}]`;
    for (const problem of await orderProblems(checks, order, path, caller)) ofOrders.push(within(path, problem));
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

async function orderProblems(
  { access, bodyModel }: OrderChecks,
  order: Order,
  path: string,
  caller: Caller,
): Promise<readonly FieldProblem[]> {
  let body: PatternBody | undefined;
  const problems: FieldProblem[] = [];
  try {
    if (order.body !== undefined) body = patternBody(bodyModel, order.body, `${path}.body`);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
    problems.push(...error.problems);
  }
  try {
    const version = await access.version(order, caller);
    const variables = variablesOfRequest(order.variables);
    return [...problems, ...valueProblems(version, { variables, unfold: true, ...(body && { body: body.values }) })];
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'not_found') return problems;
    throw error;
  }
}

/** A problem of one garment, with its place in the request in `path` and at the start of the sentence. */
export function within(path: string, problem: FieldProblem): FieldProblem {
  if (problem.path.startsWith(path)) return problem;
  const place = `${path}.${problem.path}`;
  const message = problem.message.startsWith(problem.path)
    ? place + problem.message.slice(problem.path.length)
    : `${path}: ${problem.message}`;
  return { ...problem, path: place, message };
}
