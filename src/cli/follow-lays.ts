/** Follows the stream of a lay plan to its end. */
import type { LayEvent, LayPlan } from '../../gen/selvage/lay/v1/lay_pb.js';
import { CommandError, exitCodes } from './exit.js';

/** The best plan; null: none came before the interrupt. CommandError for an error line, and for a stream without its end. */
export async function followLays(
  stream: AsyncIterable<{ readonly event?: LayEvent | undefined }>,
  show: (event: LayEvent) => void,
  interrupt: AbortSignal,
): Promise<LayPlan | null> {
  let best: LayPlan | null = null;
  let isDone = false;
  for await (const { event } of stream) {
    if (!event) continue;
    show(event);
    const { event: content } = event;
    if (content.case === 'plan') best = content.value;
    else if (content.case === 'error') throw new CommandError(content.value.message);
    else if (content.case === 'done') isDone = true;
  }
  if (!isDone && !interrupt.aborted)
    throw new CommandError('The stream was cut off before its end', { exitCode: exitCodes.unavailable });
  return best;
}
