/** The layouts of a plan's markers: from the project, or else from their nest jobs, which the service soon forgets. */
import type { LayMarker } from '../../../gen/selvage/lay/v1/lay_pb.js';
import type { NestSolution, Polygon } from '../../../gen/selvage/nest/v1/nest_pb.js';
import { nestService } from '../service/clients.js';
import { isGone } from '../service/gone.js';
import { type KeptLayouts, keptLayouts, type Laid, laidOfKept } from './kept-layouts.js';

const known = new Map<string, Laid>();
const asked = new Map<string, Promise<Laid | null>>();

/** Null: the layout is neither in the project nor in the service. A call that fails otherwise is made again the next time. */
export async function laidOf(jobId: string): Promise<Laid | null> {
  const own = known.get(jobId);
  if (own) return own;
  const read = asked.get(jobId) ?? readLaid(jobId);
  asked.set(jobId, read);
  try {
    const laid = await read;
    if (laid) known.set(jobId, laid);
    return laid;
  } catch (error) {
    if (isGone(error)) return null;
    asked.delete(jobId);
    throw error;
  }
}

async function readLaid(jobId: string): Promise<Laid | null> {
  let polygons: readonly Polygon[] = [];
  let best: NestSolution | null = null;
  for await (const { event } of nestService.resumeNest({ jobId })) {
    if (event?.event.case === 'progress' && event.event.value.parts.length > 0) polygons = event.event.value.parts;
    if (event?.event.case === 'solution') best = event.event.value;
  }
  return best && { polygons, best };
}

/** The layouts of the markers that are known, in the form for the project; undefined: none. */
export function knownLayouts(markers: readonly LayMarker[]): KeptLayouts | undefined {
  const own = markers.flatMap(({ jobId }) => {
    const laid = known.get(jobId);
    return laid ? [[jobId, laid] as const] : [];
  });
  return own.length > 0 ? keptLayouts(new Map(own)) : undefined;
}

export function takeKept(layouts: KeptLayouts): void {
  for (const [jobId, laid] of laidOfKept(layouts)) known.set(jobId, laid);
}
