/** Follows the events of a lay plan to their end, for an answer with the best plan. */
import { create } from '@bufbuild/protobuf';
import { type LayEvent, LayEventSchema } from '../../gen/selvage/lay/v1/lay_pb.js';
import type { Json } from '../../src/json/json.js';
import type { LayEventInit } from '../../src/services/services.js';
import { encodeLayEvent } from '../json/lay.js';
import { JobEnding } from './job-ending.js';
import type { Answer, ToolCall } from './tool.js';

/** `end` ends the job of a cancelled call; undefined: the call only listens to a job of another. */
export async function followLays(
  events: AsyncGenerator<LayEventInit>,
  call: ToolCall,
  end?: (jobId: string) => Promise<unknown>,
): Promise<Answer> {
  const ending = end && new JobEnding(call.cancelled, end);
  let [plan, warnings, failure]: [Json, Json, { [key: string]: Json } | null] = [null, [], null];
  const infos: string[] = [];
  let jobId = '';
  for await (const init of events) {
    const event = create(LayEventSchema, init);
    const { type, seq: _, jobId: __, ...content } = encodeLayEvent(event);
    ({ jobId } = event);
    ending?.note(jobId);
    if (event.event.case === 'info') infos.push(event.event.value.message);
    if (type === 'plan') plan = content;
    else if (type === 'error') failure = content;
    else if (content.warnings !== undefined) ({ warnings } = content);
    // no list names the jobs of plans, so a client that loses its connection needs the id before
    call.progress(event.seq, event.seq === 1 ? `Job ${jobId}: ${sentenceOf(event)}` : sentenceOf(event));
  }
  await ending?.settle();
  if (failure) return { json: { ...failure, jobId, plan, warnings, infos }, isError: true };
  return { json: { jobId, plan, warnings, infos } };
}

function sentenceOf({ event }: LayEvent): string {
  switch (event.case) {
    case 'progress':
      return `${event.value.nests} nests have ended, ${event.value.openNests} are open`;
    case 'plan':
      return `A plan with ${event.value.markers.length} markers and ${event.value.lays.length} lays`;
    case 'info':
    case 'error':
      return event.value.message;
    default:
      return 'Done';
  }
}
