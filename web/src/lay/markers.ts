/** The layouts of a plan's markers, which the page reads from their nest jobs for its pictures and for the files. */
import { create } from '@bufbuild/protobuf';
import type { LayMarker } from '../../../gen/selvage/lay/v1/lay_pb.js';
import {
  BinSchema,
  type Fabric,
  GravityDirection,
  type NestSolution,
  type Polygon,
} from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Marker } from '../../../src/drawing/marker/marker.js';
import { markerDrawing } from '../../../src/drawing/marker/marker-drawing.js';
import { onPly } from '../../../src/drawing/marker/on-ply.js';
import { writeSvg } from '../../../src/drawing/svg.js';
import { markerOf } from '../marker/marker-of.js';
import { nestService } from '../service/clients.js';
import { isGone } from '../service/gone.js';

const layouts = new Map<string, Promise<Marker | null>>();

/**
 * Null: the service no longer has the layout. A call that fails otherwise is made again the next time.
 *
 * @param fabric the cloth of the plan's order
 */
export function layoutOf(marker: LayMarker, fabric: Fabric | undefined): Promise<Marker | null> {
  const known = layouts.get(marker.jobId);
  if (known) return known;
  const read = readLayout(marker, fabric).catch((error: unknown) => {
    if (isGone(error)) return null;
    layouts.delete(marker.jobId);
    throw error;
  });
  layouts.set(marker.jobId, read);
  return read;
}

async function readLayout({ jobId, width, length }: LayMarker, fabric: Fabric | undefined): Promise<Marker | null> {
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
  return onPly(markerOf(ground, best));
}

const pictures = new WeakMap<Marker, string>();

/** The address of a picture of a layout. */
export function pictureOf(layout: Marker): string {
  const known = pictures.get(layout);
  if (known !== undefined) return known;
  const picture = writeSvg(markerDrawing(layout, { title: 'Marker' }), { background: '#ffffff' });
  const address = `data:image/svg+xml,${encodeURIComponent(picture)}`;
  pictures.set(layout, address);
  return address;
}
