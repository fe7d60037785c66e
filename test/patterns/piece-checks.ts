/** The rules of every piece, written again without the code under test: plain loops over coordinates. */

import * as assert from 'uvu/assert';
import type { Point } from '../../src/geometry/point.js';
import { ringOf } from '../../src/geometry/ring.js';
import { selfIntersection } from '../../src/geometry/self-intersection.js';
import type { Outline, Piece } from '../../src/patterns/draft.js';

/** Shoelace area of a closed outline, mm². */
export function areaOf(outline: Outline): number {
  let sum = 0;
  for (let i = 0; i + 1 < outline.length; i++) {
    sum += outline[i]![0] * outline[i + 1]![1] - outline[i + 1]![0] * outline[i]![1];
  }
  return Math.round(sum * 500) / 1000;
}

export function distanceTo(outline: Outline, [x, y]: Point): number {
  let least = Infinity;
  for (let i = 0; i + 1 < outline.length; i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[i + 1]!;
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(ax + t * dx - x, ay + t * dy - y));
  }
  return least;
}

export function contains(outline: Outline, [x, y]: Point): boolean {
  let winding = 0;
  for (let i = 0; i + 1 < outline.length; i++) {
    const [ax, ay] = outline[i]!;
    const [bx, by] = outline[i + 1]!;
    const side = (bx - ax) * (y - ay) - (x - ax) * (by - ay);
    if (ay <= y && by > y && side > 0) winding++;
    if (ay > y && by <= y && side < 0) winding--;
  }
  return winding !== 0;
}

function checkOutline(outline: Outline, what: string): void {
  assert.ok(outline.length >= 4, `${what} has ${outline.length} points`);
  assert.equal(outline[0], outline.at(-1), `${what} is not closed`);
  for (const [x, y] of outline) {
    assert.ok(Number.isFinite(x) && Number.isFinite(y), `${what} has a point that is not finite`);
    assert.ok(Math.abs(x * 1000 - Math.round(x * 1000)) < 1e-6, `${what}: ${x} is off the grid`);
    assert.ok(Math.abs(y * 1000 - Math.round(y * 1000)) < 1e-6, `${what}: ${y} is off the grid`);
  }
  assert.is(selfIntersection(ringOf(outline)), null, `${what} crosses or touches itself`);
}

/** Throws where a piece breaks one of these rules. */
export function checkPiece(piece: Piece, name: string): void {
  const what = `${name}, ${piece.id}`;
  checkOutline(piece.boundary, `${what}: boundary`);
  assert.ok(areaOf(piece.boundary) > 1, `${what}: the boundary runs backwards`);
  if (piece.seamLine) {
    checkOutline(piece.seamLine, `${what}: seam line`);
    assert.ok(areaOf(piece.seamLine) > 0, `${what}: the seam line runs backwards`);
    assert.ok(areaOf(piece.boundary) >= areaOf(piece.seamLine), `${what}: the seam line is the larger`);
    for (const point of piece.seamLine) {
      const ok = contains(piece.boundary, point) || distanceTo(piece.boundary, point) <= 0.05;
      assert.ok(ok, `${what}: the seam line leaves the boundary at ${point}`);
    }
  }
  for (const hole of piece.holes) {
    checkOutline(hole, `${what}: hole`);
    assert.ok(areaOf(hole) < 0, `${what}: a hole runs the wrong way`);
    for (const point of hole)
      assert.ok(
        contains(piece.boundary, point) || distanceTo(piece.boundary, point) <= 0.01,
        `${what}: a hole leaves the boundary`,
      );
  }
  for (const { at, angle, depth } of piece.notches) {
    assert.ok(distanceTo(piece.boundary, at) <= 0.002, `${what}: a notch is off the boundary`);
    assert.ok(depth > 0 && Number.isFinite(angle), `${what}: a notch has no depth`);
  }
  const lines = [...piece.internalLines.map(({ points }) => points), piece.grainline ?? [], piece.foldLine ?? []];
  for (const [x, y] of lines.flat())
    assert.ok(Number.isFinite(x) && Number.isFinite(y), `${what}: a line is not finite`);
  assert.ok(Number.isInteger(piece.quantity) && piece.quantity >= 1, `${what}: quantity`);
  assert.match(piece.id, /^[a-z0-9][a-z0-9-]*$/);
}
