/**
 * The closed lines of a sheet: the outlines and openings of its parts, moved by half the kerf into the waste, and the
 * order that they demand. A loop inside another one comes first, so that no loose piece is cut again.
 */
import { grownRound, shrunkMitred } from '../../../geometry/offset.js';
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

interface Opening {
  readonly loop: number;
  readonly ring: Ring;
  readonly box: PlaneBox;
  readonly area: number;
}

export function cutLoops(parts: readonly MarkerPart[], kerf: number): CutLoops {
  const loops: { points: readonly Point[]; part: number; around: number | null }[] = [];
  const closedOpenings: string[] = [];
  const openings: Opening[] = [];
  const outlines: { loop: number; at: Point }[] = [];
  for (const [part, { id, outline, holes }] of parts.entries()) {
    const [outer, ...pockets] = outlineLoops(outline, kerf);
    const outerLoop = loops.length;
    loops.push({ points: outer!, part, around: null });
    outlines.push({ loop: outerLoop, at: outline[0]! });
    for (const points of pockets) loops.push({ points, part, around: outerLoop });
    for (const hole of holes) {
      const inner = openingLoops(hole, kerf);
      if (inner.length === 0) closedOpenings.push(id);
      for (const points of inner) {
        const ring = ringOf(points);
        openings.push({ loop: loops.length, ring, box: boxOf(points), area: Math.abs(signedArea(ring)) });
        loops.push({ points, part, around: outerLoop });
      }
    }
  }
  openings.sort((a, b) => a.area - b.area);
  for (const { loop, at } of outlines) {
    const around = openings.find((opening) => loops[opening.loop]!.part !== loops[loop]!.part && isInside(at, opening));
    if (around) loops[loop]!.around = around.loop;
  }
  return { loops, closedOpenings };
}

function isInside([x, y]: Point, { ring, box }: Opening): boolean {
  if (x < box.left || x > box.right || y < box.top || y > box.bottom) return false;
  return winding([ring], x, y) !== 0;
}

/** The line around a part, and those of the pockets that the kerf closes off. */
function outlineLoops(outline: readonly Point[], kerf: number): Point[][] {
  if (kerf === 0) return [open(outline)];
  const rings = grownRound(onGrid(outline), (kerf / 2) * gridPerMm, overshoot);
  return rings.sort((a, b) => signedArea(b) - signedArea(a)).map(inMillimetres);
}

function openingLoops(hole: readonly Point[], kerf: number): Point[][] {
  if (kerf === 0) return [open(hole)];
  return shrunkMitred(onGrid(hole), (kerf / 2) * gridPerMm)
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
