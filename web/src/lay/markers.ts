/** The layouts of a plan's markers, which the page reads from their nest jobs: as pictures, and as drawings for the files. */
import { create } from '@bufbuild/protobuf';
import type { LayMarker } from '../../../gen/selvage/lay/v1/lay_pb.js';
import {
  BinSchema,
  type Fabric,
  GravityDirection,
  type NestSolution,
  type Polygon,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Drawing } from '../../../src/drawing/drawing.js';
import { markerDrawing } from '../../../src/drawing/marker/marker-drawing.js';
import { writeSvg } from '../../../src/drawing/svg.js';
import { markerOf } from '../marker/marker-of.js';
import { nestService } from '../service/clients.js';

const drawings = new Map<string, Promise<Drawing | null>>();

/**
 * Null: the service no longer has the layout. A failed call is asked again the next time.
 *
 * @param fabric the cloth of the plan's order
 */
export function drawingOf(marker: LayMarker, fabric: Fabric | undefined): Promise<Drawing | null> {
  const known = drawings.get(marker.jobId);
  if (known) return known;
  const read = readDrawing(marker, fabric).catch(() => {
    drawings.delete(marker.jobId);
    return null;
  });
  drawings.set(marker.jobId, read);
  return read;
}

async function readDrawing({ jobId, width, length }: LayMarker, fabric: Fabric | undefined): Promise<Drawing | null> {
  let polygons: Polygon[] = [];
  let best: NestSolution | null = null;
  for await (const { event } of nestService.resumeNest({ jobId })) {
    if (event?.event.case === 'progress' && event.event.value.parts.length > 0) polygons = event.event.value.parts;
    if (event?.event.case === 'solution') best = event.event.value;
  }
  if (best === null) return null;
  const corners = [
    { x: 0, y: 0 },
    { x: length, y: 0 },
    { x: length, y: width },
    { x: 0, y: width },
  ];
  const sheet = create(BinSchema, { boundary: { points: corners } });
  const ground = {
    polygons,
    bins: [sheet],
    gravity: GravityDirection.LEFT,
    unitMm: 1,
    roll: true,
    ...(fabric && { fabric }),
  };
  return markerDrawing(markerOf(ground, best), { title: 'Marker' });
}

export async function pictureOf(marker: LayMarker, fabric: Fabric | undefined): Promise<string | null> {
  const drawing = await drawingOf(marker, fabric);
  return drawing && `data:image/svg+xml,${encodeURIComponent(writeSvg(drawing, { background: '#ffffff' }))}`;
}
