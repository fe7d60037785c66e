/** Opens a drawn piece on one of its folds: a piece folded twice is a quarter, and becomes a half. */
import type { Point } from '../geometry/point.js';
import type { DrawnPiece } from './finish-piece.js';
import { Fold } from './fold.js';
import { turnedOver } from './reading-angle.js';
import { type Loop, positive, type Region, regionOfLoop, simpleOuter } from './region.js';

/** The piece with everything on both sides of the fold; its other fold remains. */
export function openedPiece(drawn: DrawnPiece, line: readonly [Point, Point]): DrawnPiece {
  const [outer] = drawn.cut.outers;
  if (!outer) return drawn;
  const fold = new Fold(...line, outer);
  const open = (loop: Loop): Region => {
    const half = fold.half(loop);
    return half ? fold.unfold(half) : regionOfLoop(loop);
  };
  const image = (point: Point): Point => fold.mirror(point);
  const both = <T>(marks: readonly T[], places: (mark: T) => readonly Point[], mirror: (mark: T) => T): T[] => [
    ...marks,
    ...marks.filter((mark) => !places(mark).every((point) => fold.isOn(point))).map(mirror),
  ];
  return {
    ...drawn,
    cut: open(outer),
    seam: drawn.seam && simpleOuter(open(drawn.seam)),
    ...(drawn.nodes && { nodes: [...drawn.nodes, ...drawn.nodes.map(image)] }),
    holes: drawn.holes.flatMap((hole) => open(positive(hole)).outers),
    notches: both(
      drawn.notches,
      ({ at }) => [at],
      (mark) => ({ ...mark, at: image(mark.at) }),
    ),
    drillHoles: both(
      drawn.drillHoles,
      ({ at }) => [at],
      (mark) => ({ ...mark, at: image(mark.at) }),
    ),
    internalLines: both(
      drawn.internalLines,
      ({ points }) => points,
      (mark) => ({ ...mark, points: mark.points.map(image) }),
    ),
    texts: both(
      drawn.texts ?? [],
      ({ at }) => [at],
      (mark) => turnedOver(mark, image),
    ),
    fasteners: both(
      drawn.fasteners ?? [],
      ({ at }) => [at],
      (mark) => turnedOver(mark, image),
    ),
  };
}
