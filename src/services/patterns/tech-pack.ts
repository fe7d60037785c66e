/** MakeTechPack: the document of a pattern in many sizes, with the fabric need of each size from a nest of its pieces. */
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { GravityDirection, NestRequestSchema } from '../../../gen/selvage/nest/v1/nest_pb.js';
import {
  type FabricNeedSchema,
  type MakeTechPackRequest,
  MakeTechPackRequestSchema,
  TechPackFormat,
} from '../../../gen/selvage/pattern/v1/pattern_pb.js';
import { type FieldProblem, ServiceError } from '../../errors.js';
import type { NestQueue } from '../../jobs/queue.js';
import type { NestRequest, Solution } from '../../nesting/request.js';
import type { DraftedSize } from '../../patterns/grading/grade.js';
import type { FabricNeed } from '../../patterns/grading/grading-task.js';
import { partsOf } from '../nest/parts.js';
import { nestRequestOf } from '../nest/request.js';
import type { Call, PatternOperations } from '../services.js';
import { violatedRules } from '../validate.js';
import { lengthsOf } from './lengths.js';
import { idleFields, problemMessage, type SizesDependencies, sizeOrder } from './sizes.js';

export interface TechPackDependencies extends SizesDependencies {
  readonly queue: NestQueue;
}

const usual = { seconds: 10, fabricWidth: 1500, minDistance: 3 };

export function techPackOperations(deps: TechPackDependencies): Pick<PatternOperations, 'makeTechPack'> {
  return {
    async *makeTechPack(request, call) {
      const violated = [
        ...violatedRules(MakeTechPackRequestSchema, request),
        ...idleFields(request),
        ...idleNest(request),
      ];
      const { version, grading, warnings } = await sizeOrder(deps, request, violated, call);
      const { seconds = usual.seconds, fabricWidth = usual.fabricWidth, minDistance = usual.minDistance } = request;
      const lays = seconds === 0 ? [] : laysOf(grading.drafted, { seconds, fabricWidth, minDistance });
      const needs: NeedOfJob[] = [];
      const progress = (jobId?: string) => {
        const [done, need] = [needs.length, needs.at(-1)];
        const value = { done, total: lays.length, ...(need && { need }), ...(jobId !== undefined && { jobId }) };
        return { message: { case: 'progress' as const, value } };
      };
      // one after the other, so that a tech pack never fills the queue
      for (const lay of lays) {
        const jobId = await submitted(deps.queue, lay, call);
        let isTaken = false;
        try {
          yield progress(jobId);
          isTaken = true;
        } finally {
          // nobody else listens to the job of a client that has gone
          if (!isTaken) await deps.queue.cancel(jobId);
        }
        needs.push(await needOf(deps.queue, lay, jobId, call.signal));
      }
      yield progress();
      const as = request.format === TechPackFormat.PDF ? 'pdf' : 'html';
      const table = await tableName(deps, request, call);
      const lengths = lengthsOf(request.lengths);
      const facts = { table, needs, fabricWidth, distance: minDistance, seconds, lengths };
      const made = await deps.drafter.grade({ ...grading, form: { format: 'techpack', as, facts } }, call.signal);
      const file =
        as === 'pdf'
          ? { case: 'pdf' as const, value: made.file as Uint8Array }
          : { case: 'html' as const, value: made.file as string };
      const value = {
        patternVersionId: version.versionId,
        patternVersionNumber: version.versionNumber,
        base: grading.base,
        needs,
        warnings: [...warnings, ...made.warnings].map(problemMessage),
        file,
      };
      yield { message: { case: 'techPack', value } };
    },
  };
}

/** Without a nest its settings mean nothing. */
function idleNest({ seconds, fabricWidth, minDistance }: MakeTechPackRequest): FieldProblem[] {
  if (seconds !== 0) return [];
  const sent = Object.entries({ fabricWidth, minDistance }).filter(([, value]) => value !== undefined);
  return sent.map(([path]) => ({ path, code: 'other_format', message: `${path} goes with seconds above 0` }));
}

async function tableName({ tables }: TechPackDependencies, request: MakeTechPackRequest, call: Call): Promise<string> {
  if (request.table === undefined) return '';
  return (await tables.table(request.table, request.tableVersion, call.caller)).name;
}

/** One garment of a size, all pieces of a material, on a roll. */
interface Lay {
  readonly size: string;
  readonly material: string;
  readonly request: NestRequest;
}

type NeedOfJob = FabricNeed & MessageInitShape<typeof FabricNeedSchema>;

function laysOf(
  drafted: readonly DraftedSize[],
  { seconds, fabricWidth, minDistance }: { seconds: number; fabricWidth: number; minDistance: number },
): Lay[] {
  return drafted.flatMap(({ name: size, draft }) =>
    [...new Set(draft.pieces.map(({ material }) => material))].sort().map((material): Lay => {
      const pieces = draft.pieces.filter((piece) => piece.material === material);
      const parts = partsOf(
        pieces.map((piece) => ({ piece, order: 0, size, garments: 1 })),
        'left',
        'none',
      );
      // long enough for all parts one behind the other
      const length = parts.reduce((sum, { points }) => sum + acrossAll(points) + minDistance, 0);
      const corners = [
        { x: 0, y: 0 },
        { x: length, y: 0 },
        { x: length, y: fabricWidth },
        { x: 0, y: fabricWidth },
      ];
      const settings = create(NestRequestSchema, {
        bins: [{ boundary: { points: corners } }],
        gravityDirection: GravityDirection.LEFT,
        allowedRotations: [0, 180],
        minDistance,
        maximumExecutionTime: seconds,
        reportInterval: 0,
      });
      return { size, material, request: nestRequestOf(settings, parts) };
    }),
  );
}

function acrossAll(points: readonly (readonly [number, number])[]): number {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return Math.hypot(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
}

async function submitted(queue: NestQueue, { request }: Lay, { caller, traceparent }: Call): Promise<string> {
  const which = caller.plan === 'paid' ? 'fast' : 'slow';
  const about = { caller, keepSeconds: 0, warnings: [], inner: true, traceparent };
  const job = await queue.submit({ ...about, request, queue: which });
  return job.jobId;
}

/** Follows a nest to its end. Throws `draft_failed` where a part does not fit onto the fabric. */
async function needOf(
  queue: NestQueue,
  { size, material, request }: Lay,
  jobId: string,
  signal: AbortSignal,
): Promise<NeedOfJob> {
  let best: Solution | null = null;
  for await (const event of queue.events(jobId, 0, signal)) {
    if (event.type === 'solution') best = event.solution;
    if (event.type === 'error') throw new ServiceError('unavailable', `the nest of size ${size}: ${event.message}`);
  }
  const { length: parts } = request.polygons;
  if (!best || best.unplaced.length > 0) {
    const message = `fabricWidth: not all pieces of ${material} in size ${size} fit onto fabric of this width`;
    throw ServiceError.ofProblems('draft_failed', [{ path: 'fabricWidth', code: 'draft_failed', message }]);
  }
  return { size, material, parts, length: best.usage.length, utilisation: best.utilisation, jobId };
}
