/** Measures that show an outline outside its design's tested shapes: its size, and its sharpest corner. */
import type { Point } from '../../geometry/point.js';
import { type Loop, loopArea } from '../region.js';

export interface OutlineMeasures {
  /** mm, along x. */
  readonly width: number;
  /** mm, along y. */
  readonly height: number;
  /** cm². */
  readonly area: number;
  /** Degrees inside the sharpest corner that points outwards; 180 where there is none. */
  readonly corner: number;
}

/** A corner is measured over this share of the outline on both sides, so that roundings do not count. */
const armShare = 0.03;

/** @param ring with positive shoelace sum, mm */
export function outlineMeasures(ring: Loop): OutlineMeasures {
  const extent = (axis: 0 | 1): number => {
    const values = ring.map((point) => point[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  return { width: extent(0), height: extent(1), area: loopArea(ring) / 100, corner: sharpestCorner(ring) };
}

function sharpestCorner(ring: Loop): number {
  const n = ring.length;
  const lengths = ring.map(([x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % n]!;
    return Math.hypot(nextX - x, nextY - y);
  });
  const reach = armShare * lengths.reduce((sum, length) => sum + length, 0);
  /** The place at `reach` along the outline from a corner, forwards or backwards. */
  const armEnd = (corner: number, step: 1 | -1): Point => {
    let left = reach;
    let at = corner;
    for (;;) {
      const edge = step === 1 ? at : (at - 1 + n) % n;
      const next = (at + step + n) % n;
      const length = lengths[edge]!;
      if (left <= length && length > 0) {
        const [ax, ay] = ring[at]!;
        const [bx, by] = ring[next]!;
        return [ax + (left / length) * (bx - ax), ay + (left / length) * (by - ay)];
      }
      left -= length;
      at = next;
    }
  };
  let sharpest = 180;
  ring.forEach(([x, y], i) => {
    const [fromX, fromY] = armEnd(i, -1);
    const [toX, toY] = armEnd(i, 1);
    const turn = (x - fromX) * (toY - y) - (y - fromY) * (toX - x);
    if (turn <= 0) return;
    const along = (fromX - x) * (toX - x) + (fromY - y) * (toY - y);
    sharpest = Math.min(sharpest, (Math.atan2(turn, along) * 180) / Math.PI);
  });
  return sharpest;
}
