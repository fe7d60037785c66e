import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { alignedOrientations } from '../../src/nesting/construct/aligned-orientations.js';

const everyDegree = (flipped: boolean) => Array.from({ length: 360 }, (_, degrees) => ({ degrees, flipped }));

/** A rectangle of 10 x 4, rotated by this angle. */
function rectangleAt(degrees: number): Float64Array {
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const corners = [0, 0, 10, 0, 10, 4, 0, 4];
  return Float64Array.from(corners, (v, i) => (i % 2 ? corners[i - 1]! * s + v * c : v * c - corners[i + 1]! * s));
}

test('a rectangle is tried only along and across the sheet, whatever angle it is sent at', () => {
  for (const sent of [0, 7, 30, 89]) {
    const orientations = alignedOrientations(rectangleAt(sent), everyDegree(false), 8);
    assert.equal(
      orientations.sort((a, b) => a - b),
      [0, 90, 180, 270].map((quarter) => (360 + quarter - sent) % 360).sort((a, b) => a - b),
    );
  }
});

test('a flipped outline rotates the other way', () => {
  const orientations = alignedOrientations(rectangleAt(30), everyDegree(true), 8);
  assert.equal(
    orientations.sort((a, b) => a - b),
    [30, 120, 210, 300],
  );
});

test('the choice takes the requested number of directions, beginning with the longest edges', () => {
  const orientations = alignedOrientations(Float64Array.of(0, 0, 10, 0, 3, 7), everyDegree(false), 8);
  assert.equal(orientations, [0, 90, 180, 270, 45, 135, 225, 315]);
});

test('the choice is empty if no orientation lays an edge along the sheet', () => {
  const orientations = [20, 50].map((degrees) => ({ degrees, flipped: false }));
  assert.equal(alignedOrientations(rectangleAt(0), orientations, 1), []);
});

test.run();
