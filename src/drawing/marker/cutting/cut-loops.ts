/**
 * The closed lines of a sheet: the outlines and openings of its parts, moved by half the kerf into the waste, and the
 * order that they demand. A loop inside another one comes first, so that no loose piece is cut again.
 */
import { grownRound, shrunkRound } from '../../../geometry/offset.js';
import type { Point } from '../../../geometry/point.js';
import { winding } from '../../../geometry/region.js';
import { type Ring, reversed, ringOf, signedArea } from '../../../geometry/ring.js';
import { boxOf, type PlaneBox } from '../../plane.js';
import type { MarkerPart } from '../marker.js';
import type { CutLoop } from './cut-line.js';

export interface CutLoops {
  readonly loops: readonly CutLoop[];
  /** Names of the parts with an opening that is narrower than the kerf: it cannot be cut. */
  readonly closedOpenings: readonly string[];
}

/** Units of the grid for offsets in a millimetre. */
const gridPerMm = 1000;
/** Largest overshoot of a round corner, as a share of half the kerf. */
const overshoot = 0.002;

/** An opening as it was sent: a part may touch its edge. */
interface Opening {
  /** The loops that are cut for it, the largest first; none where the kerf fills it. */
  readonly loops: readonly { readonly loop: number; readonly ring: Ring }[];
  /** The loop around its part. */
  readonly outer: number;
  readonly part: number;
  readonly ring: Ring;
  readonly box: PlaneBox;
  readonly area: number;
}

export function cutLoops(parts: readonly MarkerPart[], kerf: number): CutLoops {
  const loops: (Omit<CutLoop, 'around'> & { around: number | null })[] = [];
  const closedOpenings: string[] = [];
  const openings: Opening[] = [];
  const outlines: { loop: number; part: number; box: PlaneBox }[] = [];
  const addLoop = (
    points: readonly Point[],
    part: number,
    around: number | null,
    fold: CutLoop['fold'] = null,
  ): number => loops.push({ points, part, around, fold }) - 1;
  for (const [part, { id, outline, holes, fold }] of parts.entries()) {
    const [outside, ...pockets] = outlineLoops(outline, kerf);
    const outer = addLoop(outside!, part, null, fold);
    outlines.push({ loop: outer, part, box: boxOf(outline) });
    const addOpening = (sent: readonly Point[], inner: readonly (readonly Point[])[]): void => {
      const own = inner.map((points) => ({ loop: addLoop(points, part, outer), ring: ringOf(points) }));
      const ring = ringOf(sent);
      const area = Math.abs(signedArea(ring));
      own.sort((a, b) => Math.abs(signedArea(b.ring)) - Math.abs(signedArea(a.ring)));
      openings.push({ loops: own, outer, part, ring, box: boxOf(sent), area });
    };
    for (const pocket of pockets) addOpening(pocket, [pocket]);
    for (const hole of holes) {
      const inner = openingLoops(hole, kerf);
      if (inner.length === 0) closedOpenings.push(id);
      addOpening(hole, inner);
    }
  }
  openings.sort((a, b) => a.area - b.area);
  for (const { loop, part, box } of outlines) {
    // The middle of a frame may lie in an opening of a part within it, but the frame is larger.
    const own = Math.abs(signedArea(ringOf(parts[part]!.outline)));
    const near = openings.filter((opening) => opening.area > own && opening.part !== part && meet(opening.box, box));
    if (near.length === 0) continue;
    const at = innerPoint(parts[part]!.outline, box);
    const around = near.find(({ ring }) => isInside(at, ring));
    if (!around) continue;
    const cut = around.loops.find(({ ring }) => isInside(at, ring)) ?? around.loops[0];
    loops[loop]!.around = cut?.loop ?? around.outer;
  }
  return { loops, closedOpenings };
}

const meet = (a: PlaneBox, b: PlaneBox): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isInside = ([x, y]: Point, ring: Ring): boolean => winding([ring], x, y) !== 0;

/** A point well within an outline: the middle of its widest stretch at half its height. */
function innerPoint(outline: readonly Point[], { top, bottom }: PlaneBox): Point {
  const y = (top + bottom) / 2;
  const crossings = outline.flatMap(([ax, ay], i): number[] => {
    const [bx, by] = outline[(i + 1) % outline.length]!;
    return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)];
  });
  crossings.sort((a, b) => a - b);
  let [widest, x] = [-1, outline[0]![0]];
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const width = crossings[i + 1]! - crossings[i]!;
    if (width > widest) [widest, x] = [width, crossings[i]! + width / 2];
  }
  return [x, y];
}

/** The line around a part, and those of the pockets that the kerf closes off. */
function outlineLoops(outline: readonly Point[], kerf: number): Point[][] {
  if (kerf === 0) return [open(outline)];
  const rings = grownRound(onGrid(outline), (kerf / 2) * gridPerMm, overshoot);
  return rings.sort((a, b) => signedArea(b) - signedArea(a)).map(inMillimetres);
}

function openingLoops(hole: readonly Point[], kerf: number): Point[][] {
  if (kerf === 0) return [open(hole)];
  return shrunkRound(onGrid(hole), (kerf / 2) * gridPerMm, overshoot)
    .filter((ring) => signedArea(ring) > 0)
    .map(inMillimetres);
}

const open = (points: readonly Point[]): Point[] => pointsOf(ringOf(points));

function onGrid(points: readonly Point[]): Ring {
  const ring = ringOf(points).map((value) => Math.round(value * gridPerMm));
  return withoutRepeats(signedArea(ring) < 0 ? reversed(ring) : ring);
}

/** Without points that fell together on the grid: a side has a direction. */
function withoutRepeats(ring: Ring): Ring {
  const points = pointsOf(ring);
  return ringOf(points.filter(([x, y], i) => i === 0 || x !== points[i - 1]![0] || y !== points[i - 1]![1]));
}

const inMillimetres = (ring: Ring): Point[] => pointsOf(ring.map((value) => value / gridPerMm));

const pointsOf = (ring: Ring): Point[] =>
  Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]!, ring[2 * i + 1]!]);
