/** The markers of a plan, drawn from their layouts for its pictures and for the files. */
import { create } from '@bufbuild/protobuf';
import type { LayMarker } from '../../../gen/selvage/lay/v1/lay_pb.js';
import { BinSchema, type Fabric, GravityDirection } from '../../../gen/selvage/nest/v1/nest_pb.js';
import type { Marker } from '../../../src/drawing/marker/marker.js';
import { markerDrawing } from '../../../src/drawing/marker/marker-drawing.js';
import { onPly } from '../../../src/drawing/marker/on-ply.js';
import { writeSvg } from '../../../src/drawing/svg.js';
import { markerOf } from '../marker/marker-of.js';
import type { Laid } from './kept-layouts.js';
import { laidOf } from './laid.js';

const layouts = new WeakMap<Laid, Marker>();

/**
 * Null: the layout is gone.
 *
 * @param fabric the cloth of the plan's order
 */
export async function layoutOf(marker: LayMarker, fabric: Fabric | undefined): Promise<Marker | null> {
  const laid = await laidOf(marker.jobId);
  if (laid === null) return null;
  const layout = layouts.get(laid) ?? onCloth(laid, marker, fabric);
  layouts.set(laid, layout);
  return layout;
}

function onCloth({ polygons, best }: Laid, { width, length }: LayMarker, fabric: Fabric | undefined): Marker {
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
