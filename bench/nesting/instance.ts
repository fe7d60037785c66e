/**
 * Instance files and streams for the runners of this folder: a request with every default filled in, and events as
 * lines.
 */

import {
  type Bin,
  defaultSettings,
  type NestRequest,
  type Polygon,
  type Polyline,
  type SolverEvent,
} from '../../src/nesting/request.js';

type Sparse<T> = { [K in keyof T]?: Partial<T[K]> | T[K] | null };
interface SparseRequest extends Omit<Sparse<NestRequest>, 'polygons' | 'bins'> {
  polygons: (Partial<Omit<Polygon, 'holes'>> & { holes?: Partial<Polyline>[] })[];
  bins: (Partial<Omit<Bin, 'boundary' | 'holes'>> & { boundary: Partial<Polyline>; holes?: Partial<Polyline>[] })[];
}

/** The request of an instance file, or a bare request, with the defaults of the service. */
export function instanceRequest(
  file: SparseRequest | { request: SparseRequest },
  over: Partial<NestRequest> = {},
): NestRequest {
  const sent = 'request' in file ? file.request : file;
  const polyline = (p: Partial<Polyline>): Polyline => ({ id: '', origin: null, points: [], ...p });
  return {
    ...defaultSettings,
    ...sent,
    optimization: { ...defaultSettings.optimization, ...sent.optimization },
    polygons: sent.polygons.map(polyline),
    bins: sent.bins.map((bin) => ({
      cellWidth: 0,
      cellHeight: 0,
      ...bin,
      boundary: polyline(bin.boundary),
      holes: (bin.holes ?? []).map(polyline),
    })),
    ...over,
  } as NestRequest;
}

/** An event as a line of the stream. */
export function streamLine(event: SolverEvent): object {
  return event.type === 'progress' ? event : { type: 'solution', ...event.solution };
}
