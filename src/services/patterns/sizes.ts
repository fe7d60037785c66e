/** DraftSizes: a version of a pattern in many sizes, matched point by point, as geometry or as a file. */
import { setMaxListeners } from 'node:events';
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  type DraftSizesRequest,
  DraftSizesRequestSchema,
  type DraftSizesResponseSchema,
  PatternLengths,
  SizesFormat,
  SizesPage,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import { nearest } from '../../json/nearest-name.js';
import type { PatternAccess } from '../../patterns/access.js';
import type { DraftRequest } from '../../patterns/draft.js';
import type { DraftedSize } from '../../patterns/grading/grade.js';
import type { Grading } from '../../patterns/grading/grade-into.js';
import type { GradedForm, GradingTask } from '../../patterns/grading/grading-task.js';
import type { PatternVersion } from '../../patterns/pattern-version.js';
import { valueProblems, variablesOf } from '../../patterns/patterns.js';
import { sizedSewing } from '../../patterns/sewing/sized-sewing.js';
import { subjectOfSizes } from '../../patterns/sheet.js';
import { type SizeTables, sizesBetween } from '../../patterns/size-tables/size-tables.js';
import { within } from '../nest/garments.js';
import type { Call, Caller, PatternOperations } from '../services.js';
import { bodyOf } from '../sizes/message.js';
import { requireAll, requireNone, violatedRules } from '../validate.js';
import type { PatternBodies, PatternBody } from './body.js';
import type { Drafter, Grader } from './drafter.js';
import { lengthsOf } from './lengths.js';
import { pieceMessage, sizedSewingMessages, variablesOfRequest } from './message.js';

export interface SizesDependencies {
  readonly access: PatternAccess;
  readonly tables: SizeTables;
  readonly drafter: Drafter & Grader;
  readonly bodies: PatternBodies;
}

const mostSizes = 60;

/** A size as it is drafted. */
interface WantedSize {
  readonly name: string;
  /** Gives a problem of this size its place in the request: `sizes[3].…`, or `variables.…` for a value of all sizes. */
  readonly placed: (problem: FieldProblem) => FieldProblem;
  readonly request: DraftRequest;
  /** Null without a body. */
  readonly wearer: string | null;
  readonly warnings: readonly FieldProblem[];
}

const pages = {
  [SizesPage.UNSPECIFIED]: 'a0',
  [SizesPage.A4]: 'a4',
  [SizesPage.LETTER]: 'letter',
  [SizesPage.A0]: 'a0',
  [SizesPage.PROJECTOR]: 'projector',
} as const;

export function sizesOperations(deps: SizesDependencies): Pick<PatternOperations, 'draftSizes'> {
  return {
    async draftSizes(request, call) {
      const violated = [
        ...violatedRules(DraftSizesRequestSchema, request),
        ...idleFields(request),
        ...idleForm(request),
      ];
      const order = await sizeOrder(deps, request, violated, call);
      const form = formOf(request);
      const grading = await deps.drafter.grade({ ...order.grading, form }, call.signal);
      const { versionId, versionNumber } = order.version;
      return {
        patternVersionId: versionId,
        patternVersionNumber: versionNumber,
        base: order.grading.base,
        warnings: [...order.warnings, ...grading.warnings].map(problemMessage),
        ...sizedSewingMessages(sizedSewing(order.grading.drafted)),
        ...contentOf(grading, form),
      };
    },
  };
}

export const problemMessage = ({ code, message, path }: Pick<FieldProblem, 'code' | 'message' | 'path'>) => ({
  code,
  message,
  path,
});

/** The fields by which a request names its version and sizes. */
export type SizesRequest = Pick<
  DraftSizesRequest,
  | 'patternId'
  | 'versionId'
  | 'versionNumber'
  | 'variables'
  | 'sizes'
  | 'table'
  | 'tableVersion'
  | 'from'
  | 'to'
  | 'base'
>;

export interface SizeOrder {
  readonly version: PatternVersion;
  /** All but the form. */
  readonly grading: Omit<GradingTask, 'form'>;
  /** Of the drafts and of the sizes. */
  readonly warnings: readonly FieldProblem[];
}

/** Drafts every size of a request. Throws the problems of its fields, `violated` and all others at once. */
export async function sizeOrder(
  deps: SizesDependencies,
  request: SizesRequest,
  violated: readonly FieldProblem[],
  call: Call,
): Promise<SizeOrder> {
  if ((call.unread ?? []).length > 0 || violated.length > 0) {
    requireAll(call, violated, await furtherProblems(deps, request, call.caller));
  }
  const version = await deps.access.version(request, call.caller);
  const { sizes, problems } = await wantedSizes(deps, request, version, call.caller);
  requireNone(problems);
  const base = baseOf(request, sizes);
  // Every draft listens to the signal of the call, and Node takes more than ten listeners for a leak.
  setMaxListeners(0, call.signal);
  const drafted = await Promise.all(sizes.map((size) => draftedSize(deps.drafter, version, size, call.signal)));
  const { versionNumber, publishedAt } = version;
  const sheet = { subject: subjectOfSizes(sizes), versionNumber, publishedAt, halves: false };
  const warnings = sizes.flatMap((size, i) => [
    ...drafted[i]!.draft.errors.map((problem) => size.placed({ ...problem })),
    ...size.warnings,
  ]);
  return { version, grading: { drafted, base, sheet, variables: variablesOf(version) }, warnings };
}

/** Fields that mean nothing beside the others. */
export function idleFields({ table, tableVersion, from, to }: SizesRequest): FieldProblem[] {
  if (table !== undefined) return [];
  const ofTable = Object.entries({ tableVersion, from, to }).filter(([, value]) => value !== undefined);
  return ofTable.map(([path]) => idle(path, `${path} goes with table, which is not sent`));
}

function idleForm({ format, page, lengths }: DraftSizesRequest): FieldProblem[] {
  const isIdlePage = page !== undefined && Object.hasOwn(pages, page) && format !== SizesFormat.PDF;
  const isKnown = lengths !== undefined && PatternLengths[lengths] !== undefined;
  const isIdleLengths = isKnown && !withLengths.includes(format ?? SizesFormat.JSON);
  return [
    ...(isIdlePage ? [idle('page', 'page goes with the format pdf')] : []),
    ...(isIdleLengths ? [idle('lengths', 'lengths goes with the formats csv, html, pdf and dxf')] : []),
  ];
}

/** The formats that show or tell their units. */
const withLengths: readonly SizesFormat[] = [SizesFormat.CSV, SizesFormat.HTML, SizesFormat.PDF, SizesFormat.DXF];

const idle = (path: string, message: string): FieldProblem => ({ path, code: 'other_format', message });

/** The problems beside broken rules of the contract. An absent pattern or table adds nothing: it has an answer of its own. */
async function furtherProblems(
  deps: SizesDependencies,
  request: SizesRequest,
  caller: Caller,
): Promise<readonly FieldProblem[]> {
  try {
    const version = await deps.access.version(request, caller);
    return (await wantedSizes(deps, request, version, caller)).problems;
  } catch (error) {
    if (error instanceof ServiceError) return error.problems;
    throw error;
  }
}

/** The sizes, and everything that is wrong with them and their values. */
async function wantedSizes(
  { tables, bodies }: SizesDependencies,
  request: SizesRequest,
  version: PatternVersion,
  caller: Caller,
): Promise<{ sizes: WantedSize[]; problems: FieldProblem[] }> {
  const problems: FieldProblem[] = [];
  const common = variablesOfRequest(request.variables);
  const asked = await askedSizes(tables, request, caller);
  const names = asked.map(({ name }) => name);
  const sizes: WantedSize[] = [];
  for (const [i, { name, body, variables }] of asked.entries()) {
    const path = `sizes[${i}]`;
    if (names.indexOf(name) < i) {
      const message = `${path}.name is ${JSON.stringify(name)}, as that of a size before it`;
      problems.push({ path: `${path}.name`, code: 'duplicate_name', message });
    }
    const own = variablesOfRequest(variables);
    const ofAll = new Set(Object.keys(common).flatMap((key) => (Object.hasOwn(own, key) ? [] : [`variables.${key}`])));
    const placed = (problem: FieldProblem) => (ofAll.has(problem.path) ? problem : within(path, problem));
    let known: PatternBody | undefined;
    try {
      known = body && (await bodies.of(body, `${path}.body`, caller));
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'invalid') throw error;
      problems.push(...error.problems);
    }
    const draftRequest: DraftRequest = {
      variables: { ...common, ...own },
      unfold: true,
      ...(known && { body: known.values }),
    };
    for (const problem of valueProblems(version, draftRequest).map(placed)) {
      if (!problems.some(({ path, message }) => path === problem.path && message === problem.message))
        problems.push(problem);
    }
    sizes.push({ name, placed, request: draftRequest, wearer: known?.wearer ?? null, warnings: known?.warnings ?? [] });
  }
  return { sizes, problems };
}

async function askedSizes(tables: SizeTables, request: SizesRequest, caller: Caller) {
  if (request.table === undefined) return request.sizes.slice(0, mostSizes);
  const table = await tables.table(request.table, request.tableVersion, caller);
  const range = sizesBetween(table, request);
  if (range.length > mostSizes) {
    const message = `table has ${range.length} sizes in this range; at most ${mostSizes} are drafted at once`;
    throw ServiceError.ofProblems('invalid', [{ path: 'to', code: 'too_many', message }]);
  }
  return range.map((size) => ({ name: size.name, body: bodyOf(size), variables: {} }));
}

function baseOf({ base }: SizesRequest, sizes: readonly WantedSize[]): string {
  const names = sizes.map(({ name }) => name);
  if (base === undefined) return names[names.length >> 1]!;
  if (names.includes(base)) return base;
  const told = JSON.stringify(base.slice(0, 32));
  const message = `base is ${told}, none of the sizes${nearest(base.slice(0, 32), names)}: they are ${names.join(', ')}`;
  throw ServiceError.ofProblems('invalid', [{ path: 'base', code: 'unknown_value', message, accepted: names }]);
}

async function draftedSize(
  drafter: Drafter,
  version: PatternVersion,
  { name, placed, request }: WantedSize,
  signal: AbortSignal,
): Promise<DraftedSize> {
  try {
    return { name, draft: await drafter.draft(version, request, signal) };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.problems.length === 0) throw error;
    const problems = error.problems.map((problem) => {
      const { message, ...rest } = placed(problem);
      return { ...rest, message: `size ${name}: ${message}` };
    });
    throw ServiceError.ofProblems(error.kind, problems);
  }
}

const formats = {
  [SizesFormat.UNSPECIFIED]: 'json',
  [SizesFormat.JSON]: 'json',
  [SizesFormat.SVG]: 'svg',
  [SizesFormat.PDF]: 'pdf',
  [SizesFormat.DXF]: 'dxf',
  [SizesFormat.CSV]: 'csv',
  [SizesFormat.HTML]: 'html',
} as const;

function formOf({ format, page, ...request }: DraftSizesRequest): Exclude<GradedForm, { format: 'techpack' }> {
  const name = formats[format ?? SizesFormat.JSON];
  const lengths = lengthsOf(request.lengths);
  if (name === 'pdf') return { format: name, page: pages[page ?? SizesPage.A0], lengths };
  return name === 'json' || name === 'svg' ? { format: name } : { format: name, lengths };
}

type SizesFile = NonNullable<MessageInitShape<typeof DraftSizesResponseSchema>['file']>;

function contentOf({ graded, file }: Grading, { format }: ReturnType<typeof formOf>) {
  // the format says whether the file is a text
  if (!graded) return { file: { case: format, value: file } as SizesFile };
  return {
    sizes: graded.sizes.map(({ name, pieces }) => ({ name, pieces: pieces.map(pieceMessage) })),
    grade: graded.grade.map(({ pieceId, nodes, differences }) => ({
      piece: pieceId,
      nodes: [...nodes],
      differences: differences.map(({ size, points }) => ({ size, points: points.map(([x, y]) => ({ x, y })) })),
    })),
  };
}
