/** A picture of a layout. */
import { layMarker } from '../../src/drawing/marker/marker.js';
import { markerDrawing } from '../../src/drawing/marker/marker-drawing.js';
import { writeSvg } from '../../src/drawing/svg.js';
import type { NestRequest, Solution } from '../../src/nesting/request.js';

/** The drawn width of the strip, mm, whatever the unit of the request. */
const width = 1000;

export function layoutPicture(title: string, request: NestRequest, solution: Solution): string {
  const { polygons, gravityDirection } = request;
  const bins = request.bins.map(({ boundary, holes }) => ({ boundary, holes }));
  const sheet = bins[0]!.boundary.points;
  const extents = [0, 1].map((axis) => {
    const along = sheet.map((point) => point[axis]!);
    return Math.max(...along) - Math.min(...along);
  });
  const { placements, unplaced } = solution;
  const unitMm = width / Math.min(...extents);
  const marker = layMarker({ polygons, bins, placements, unplaced, gravityDirection, unitMm });
  return writeSvg(markerDrawing(marker, { title }), { background: '#ffffff' });
}
