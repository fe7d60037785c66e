/** Outlines in the kernel's memory, in the layout of kernel/assembly/outline-overlap.ts. */
import { boxOf, type Ring } from '../../geometry/ring.js';
import type { Kernel } from '../kernel/kernel.js';
import type { Disc } from './inner-discs.js';

/** Beyond every position, in search units. */
const beyond = 1e9;

const edgeFields = 8;
const pointFields = 3;
const headerBytes = 32;

/** Rows have room for whole fours. */
const inFours = (count: number): number => Math.ceil(count / 4) * 4;

/** Stores an outline and the discs inside it (search units, about the reference point); returns its address. */
export function storeOutline(kernel: Kernel, outline: Ring, discs: readonly Disc[]): number {
  const corners = outline.length / 2;
  const edges = inFours(corners);
  const points = inFours(corners + discs.length);
  const edgesAt = headerBytes;
  const pointsAt = edgesAt + 4 * edgeFields * edges;
  const address = kernel.allocate(pointsAt + 4 * pointFields * points);
  kernel.i32(address, 4).set([4 * edgeFields * edges, 4 * points, address + edgesAt, address + pointsAt]);
  const { minX, minY, maxX, maxY } = boxOf(outline);
  kernel.f32(address + 16, 4).set([minX, minY, maxX, maxY]);

  const fours = kernel.f32(address + edgesAt, edgeFields * edges);
  const places = kernel.f32(address + pointsAt, pointFields * points);
  const setEdge = (e: number, fields: readonly number[]): void => {
    fields.forEach((value, row) => {
      fours[4 * (edgeFields * Math.floor(e / 4) + row) + (e % 4)] = value;
    });
  };
  const setPoint = (p: number, x: number, y: number, radius: number): void => {
    places[p] = x;
    places[points + p] = y;
    places[2 * points + p] = radius;
  };
  for (let e = 0; e < edges; e++) {
    if (e >= corners) {
      setEdge(e, [beyond, beyond, beyond, 0, 0, 0, 0, 0]);
      continue;
    }
    const next = (2 * e + 2) % outline.length;
    const x1 = outline[2 * e]!;
    const y1 = outline[2 * e + 1]!;
    const ux = outline[next]! - x1;
    const uy = outline[next + 1]! - y1;
    const square = ux * ux + uy * uy;
    setEdge(e, [x1, y1, outline[next + 1]!, ux, uy, 1 / square, uy === 0 ? 0 : ux / uy, 1 / Math.sqrt(square)]);
    setPoint(discs.length + e, x1, y1, 0);
  }
  // Discs come first: they are the deepest, and the kernel skips points that cannot be deeper.
  discs.forEach(({ x, y, radius }, k) => {
    setPoint(k, x, y, radius);
  });
  for (let p = corners + discs.length; p < points; p++) setPoint(p, beyond, beyond, 0);
  return address;
}
