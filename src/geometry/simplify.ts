/**
 * Fewer points in one direction only: `grownSimple` encloses all of the outline, and `shrunkSimple` lies within it.
 * Neither strays from it by more than the tolerance; the rounding of the corners to the grid comes on top of both.
 *
 * A step drops a corner that points inwards, or replaces a side between two corners by the meeting point of its
 * neighbours. Each step adds a triangle to the winding numbers of the outline, so the old inside stays inside.
 */

import type { Point } from './point.js';
import { squaredDistanceToSegment } from './region.js';
import { type Ring, reversed, signedArea, withoutRedundantPoints } from './ring.js';
import { selfIntersection } from './self-intersection.js';

/** A simpler outline around `ring` (positive, on the integer grid). */
export function grownSimple(ring: Ring, tolerance: number): Ring {
  return simplerUnlessCrossed(ring, ring, tolerance);
}

/** A simpler outline within `ring` (positive, on the integer grid). */
export function shrunkSimple(ring: Ring, tolerance: number): Ring {
  const simple = simplerUnlessCrossed(ring, reversed(ring), tolerance);
  return simple === ring ? ring : reversed(simple);
}

/** `ring`, or the simplified `seen`; an outline stays as it is where its growth runs over itself and closes a bay. */
function simplerUnlessCrossed(ring: Ring, seen: Ring, tolerance: number): Ring {
  if (!(tolerance > 0) || ring.length <= 8) return ring;
  const simple = withoutRedundantPoints(simplified(seen, tolerance));
  const isUseful = simple.length >= 6 && simple.length < ring.length && signedArea(simple) * signedArea(seen) > 0;
  return isUseful && selfIntersection(simple) === null ? simple : ring;
}

interface Corner {
  x: number;
  y: number;
  /** How far the outline at this corner, and on the side after it, may already be from the original. */
  error: number;
  sideError: number;
  previous: Corner;
  next: Corner;
  version: number;
  gone: boolean;
}

interface Step {
  readonly corner: Corner;
  readonly version: number;
  readonly error: number;
  /** null: drop the corner; else the point that replaces the corner and the next one. */
  readonly meeting: Point | null;
}

function simplified(ring: Ring, tolerance: number): Ring {
  const corners: Corner[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    corners.push({ x: ring[i]!, y: ring[i + 1]!, error: 0, sideError: 0, version: 0, gone: false } as Corner);
  }
  corners.forEach((corner, i) => {
    corner.next = corners[(i + 1) % corners.length]!;
    corner.next.previous = corner;
  });
  const queue = new StepQueue();
  for (const corner of corners) queueSteps(queue, corner, tolerance);
  let left = corners.length;
  while (left > 3) {
    const step = queue.pop();
    if (!step) break;
    const { corner } = step;
    if (corner.gone || corner.version !== step.version) continue;
    const before = corner.previous;
    if (step.meeting) {
      const second = corner.next;
      second.gone = true;
      [corner.x, corner.y] = step.meeting;
      corner.error = step.error;
      corner.sideError = Math.max(second.sideError, step.error);
      before.sideError = Math.max(before.sideError, step.error);
      corner.next = second.next;
      corner.next.previous = corner;
    } else {
      corner.gone = true;
      before.sideError = step.error;
      before.next = corner.next;
      before.next.previous = before;
    }
    left--;
    const middle = step.meeting ? corner : before;
    for (const touched of new Set([middle.previous.previous, middle.previous, middle, middle.next, middle.next.next])) {
      touched.version++;
      queueSteps(queue, touched, tolerance);
    }
  }
  const out: number[] = [];
  const first = corners.find((corner) => !corner.gone)!;
  for (let corner = first, started = false; corner !== first || !started; corner = corner.next, started = true) {
    out.push(Math.round(corner.x), Math.round(corner.y));
  }
  return Float64Array.from(out);
}

function bend(a: Corner, b: Corner, c: Corner): number {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

function queueSteps(queue: StepQueue, corner: Corner, tolerance: number): void {
  const { previous, next } = corner;
  const here = bend(previous, corner, next);
  if (here <= 0) {
    const moved = Math.sqrt(squaredDistanceToSegment(corner.x, corner.y, previous.x, previous.y, next.x, next.y));
    const error = moved + Math.max(corner.error, corner.sideError, previous.sideError);
    if (error <= tolerance) queue.push({ corner, version: corner.version, error, meeting: null });
    return;
  }
  const afterNext = next.next;
  if (bend(corner, next, afterNext) <= 0 || afterNext === previous) return;
  const meeting = meetingPoint(previous, corner, next, afterNext);
  if (!meeting) return;
  const moved = Math.sqrt(squaredDistanceToSegment(meeting[0], meeting[1], corner.x, corner.y, next.x, next.y));
  const error = moved + Math.max(corner.error, corner.sideError, previous.sideError, next.error, next.sideError);
  if (error <= tolerance) queue.push({ corner, version: corner.version, error, meeting });
}

/** Where the sides a-b and d-c meet beyond b and c; null if nowhere. */
function meetingPoint(a: Corner, b: Corner, c: Corner, d: Corner): Point | null {
  const ux = b.x - a.x;
  const uy = b.y - a.y;
  const vx = c.x - d.x;
  const vy = c.y - d.y;
  const across = ux * vy - uy * vx;
  if (across >= 0) return null;
  const t = ((d.x - b.x) * vy - (d.y - b.y) * vx) / across;
  if (!(t > 0)) return null;
  const x = b.x + ux * t;
  const y = b.y + uy * t;
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : null;
}

/** Steps by error, smallest first. */
class StepQueue {
  readonly #heap: Step[] = [];

  push(step: Step): void {
    const heap = this.#heap;
    let i = heap.length;
    heap.push(step);
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (heap[parent]!.error <= step.error) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = step;
  }

  pop(): Step | undefined {
    const heap = this.#heap;
    const top = heap[0];
    const last = heap.pop();
    if (!last || heap.length === 0) return top;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && heap[child + 1]!.error < heap[child]!.error) child++;
      if (heap[child]!.error >= last.error) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = last;
    return top;
  }
}
