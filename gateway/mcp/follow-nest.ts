/** Follows the events of a nest job to their end, for an answer with the best layout. */
import { create, type MessageShape } from '@bufbuild/protobuf';
import {
  LayoutFormat,
  WriteLayoutRequestSchema,
  WriteLayoutResponseSchema,
} from '../../gen/selvage/file/v1/file_pb.js';
import {
  type Bin,
  CancelNestRequestSchema,
  type Fabric,
  type GravityDirection,
  type NestEvent,
  NestEventSchema,
  type NestSolution,
  NestStatus,
  type Polygon,
} from '../../gen/selvage/nest/v1/nest_pb.js';
import { ServiceError } from '../../src/errors.js';
import type { Json } from '../../src/json/json.js';
import type { NestEventInit, Services } from '../../src/services/services.js';
import { nestEvents } from '../json/nest.js';
import { fileContent, uris } from './files.js';
import { JobEnding } from './job-ending.js';
import type { Answer, Content, ToolCall } from './tool.js';

/** The request that began the job. A drafted marker gets its parts with its first event. */
interface Ground {
  readonly polygons: Polygon[];
  readonly bins: Bin[];
  readonly gravityDirection?: GravityDirection | undefined;
  readonly fabric?: Fabric | undefined;
}

/**
 * A cancelled call ends the job that it began, which its `ground` tells. A client that goes away without a word leaves the job
 * to its `keepSeconds`.
 */
export async function followNest(
  services: Services,
  events: AsyncGenerator<NestEventInit>,
  call: ToolCall,
  ground?: Ground,
): Promise<Answer> {
  const seen = new Seen();
  const ending = ground && new JobEnding(call.cancelled, (jobId) => services.cancelNest(jobOf(jobId), call));
  for await (const init of events) {
    const event = create(NestEventSchema, init);
    seen.take(event);
    ending?.note(event.jobId);
    call.progress(event.seq, sentenceOf(event));
  }
  await ending?.settle();
  if (seen.error) return { json: { ...seen.error, ...seen.answer() }, isError: true };
  return { json: seen.answer(), content: ground ? await picture(services, call, seen, ground) : [] };
}

const jobOf = (jobId: string) => create(CancelNestRequestSchema, { jobId });

/** The contents of a stream so far. */
class Seen {
  jobId = '';
  best: NestSolution | null = null;
  parts: Polygon[] = [];
  error: { message: string; code: string } | undefined;
  readonly #info: string[] = [];
  #warnings: Json = [];

  take({ jobId, event }: NestEvent): void {
    this.jobId = jobId;
    if (event.case === 'solution') this.best = event.value;
    else if (event.case === 'info') this.#info.push(event.value.message);
    else if (event.case === 'error') this.error = { message: event.value.message, code: event.value.code };
    else if (event.case === 'progress' && event.value.status === NestStatus.STARTING) {
      this.parts = event.value.parts;
      this.#warnings = nestEvents.progress.encode(event.value).warnings ?? [];
    }
  }

  answer(): { [key: string]: Json } {
    const { jobId, best } = this;
    return {
      jobId,
      best: best && nestEvents.solution.encode(best),
      info: this.#info,
      warnings: this.#warnings,
    };
  }
}

/** The picture of the best layout, or the reason why there is none. */
async function picture(services: Services, call: ToolCall, seen: Seen, ground: Ground): Promise<Content[]> {
  const { best, jobId, parts } = seen;
  if (best === null || best.placements.length === 0) return [];
  const { bins, gravityDirection, fabric } = ground;
  const request: MessageShape<typeof WriteLayoutRequestSchema> = create(WriteLayoutRequestSchema, {
    polygons: ground.polygons.length > 0 ? ground.polygons : parts,
    bins,
    placements: best.placements,
    unplaced: best.unplaced,
    matches: best.matches,
    ...(fabric && { fabric }),
    format: LayoutFormat.SVG,
    ...(gravityDirection !== undefined && { gravityDirection }),
  });
  try {
    const { file, mediaType } = create(WriteLayoutResponseSchema, await services.writeLayout(request, call));
    return [fileContent(uris.layout(jobId), mediaType, file)];
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [{ type: 'text', text: `The layout has no picture: ${error.message}` }];
  }
}

function sentenceOf(event: NestEvent): string {
  const { case: kind, value } = event.event;
  switch (kind) {
    case 'progress': {
      if (value.queuedPosition !== undefined) return `Queued at place ${value.queuedPosition}`;
      const status = NestStatus[value.status]!;
      return `${status[0]}${status.slice(1).toLowerCase()}: generation ${value.generation}, ${value.tested} layouts tested`;
    }
    case 'solution': {
      const { placements, unplaced, utilisation, usage } = value;
      const size = usage ? ` of ${usage.length.toFixed(1)} x ${usage.width.toFixed(1)}` : '';
      return `${placements.length} of ${placements.length + unplaced.length} parts, utilisation ${(100 * utilisation).toFixed(2)} %${size}`;
    }
    case 'info':
    case 'error':
      return value.message;
    default:
      return 'Done';
  }
}
