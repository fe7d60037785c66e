import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cutLoops } from '../../src/drawing/marker/cutting/cut-loops.js';
import type { MarkerPart } from '../../src/drawing/marker/marker.js';
import type { Point } from '../../src/geometry/point.js';

/** A square about (50, 50). */
const square = (side: number): Point[] => {
  const [low, high] = [50 - side / 2, 50 + side / 2];
  return [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
  ];
};
const frame = (side: number, opening: number) =>
  ({ id: `${side}`, outline: square(side), holes: [square(opening)], fold: null }) as unknown as MarkerPart;

test('of frames within each other the inner one is cut first, in any order of the parts', () => {
  for (const parts of [
    [frame(100, 80), frame(60, 40), frame(30, 10)],
    [frame(30, 10), frame(60, 40), frame(100, 80)],
  ]) {
    const { loops } = cutLoops(parts, 0);
    // from the innermost opening to the outermost outline
    let loop: number | null = loops.findIndex(
      ({ part, around }) => parts[part]!.id === '30' && around !== null && loops[around]!.part === part,
    );
    const names: string[] = [];
    for (let step = 0; loop !== null && step < 10; step++) {
      names.push(parts[loops[loop]!.part]!.id);
      loop = loops[loop]!.around;
    }
    assert.equal(names, ['30', '30', '60', '60', '100', '100']);
  }
});

test.run();
