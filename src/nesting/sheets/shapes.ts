/**
 * The outlines of a problem of several sheets made ready for the overlap search: parts in their orientations, and fixed
 * obstacles and walls. Units are those of `overlap/shapes.ts`: the highest sheet is 1000 search units high.
 */

import { convexHull } from '../../geometry/convex-hull.js';
import { type Orientation, orientedRing, unflipped } from '../../geometry/orientation.js';
import type { Point } from '../../geometry/point.js';
import { boxOf, type Ring, signedArea } from '../../geometry/ring.js';
import { asLarge } from '../overlap/openings.js';
import { indexOfOrientation, orientationsAmong } from '../overlap/orientations.js';
import {
  diameterOf,
  type Extent,
  gridToSearch,
  manyTypes,
  openingOf,
  plainOutline,
  type ShapeSet,
  type ShapeType,
  scaledGaps,
  searchHeight,
  spacingOf,
} from '../overlap/shapes.js';
import type { SheetPart, SheetProblem } from './problem.js';

/** Width of a wall as a share of its sheet: a few walls in a row close off the unusable part. */
const wallShare = 1 / 6;
const leastWall = 40;
/** The reach of walls and ceilings beyond the sheets (search units). */
const beyond = searchHeight / 2;

/** The only orientation of walls and obstacles, the first of all. */
const upright = unflipped(0);

/** The role of a shape: parts meet walls with their grown outlines, and obstacles with their bare ones. */
export type Role = 'part' | 'wall' | 'obstacle';

/** `outline` is the grown one of a part. Rings are in grid units about the reference point. */
export interface SheetShapeType extends ShapeType {
  readonly role: Role;
  readonly bare: Ring;
  /** Of a zone; null: every part keeps off. */
  readonly quality: number | null;
  /** By quality of a zone: the regions of a part that must not lie there. */
  readonly sensitive: ReadonlyMap<number, readonly (readonly Ring[])[]>;
}

export interface SheetShapes extends ShapeSet {
  readonly types: readonly SheetShapeType[];
  /** Place of each obstacle of each kind of sheet, and its type. */
  readonly obstacles: readonly (readonly { readonly type: number; readonly x: number; readonly y: number }[])[];
  /** For each kind of sheet: the type of a wall, its width, and the type of a ceiling. */
  readonly closures: readonly { readonly wall: number; readonly width: number; readonly ceiling: number }[];
}

/** A part too large for every sheet keeps the orientation in which it exceeds a sheet the least. */
export function prepareSheets(problem: SheetProblem, poll: () => void): SheetShapes {
  const height = Math.max(...problem.kinds.map((kind) => kind.height));
  const toGrid = searchHeight / gridToSearch / height;
  const all = orientationsAmong([upright, ...problem.parts.flatMap((part) => part.orientations)]);
  const { orientations } = all;
  const references: Point[] = [];
  const types: SheetShapeType[] = [];
  for (const part of problem.parts) {
    poll();
    const { x, y } = centre(part.outline);
    references.push([x, y]);
    types.push(partType(problem, part, orientations, toGrid, x, y));
  }
  const typical = types.reduce((sum, { hullArea }) => sum + hullArea, 0) / types.length;
  const rigid = (role: Role, ring: Ring, quality: number | null = null) => {
    const { x, y } = centre(ring);
    types.push({ ...rigidType(role, centred(ring, x, y, toGrid), orientations.length, typical), quality });
    return { type: types.length - 1, x: x * toGrid * gridToSearch, y: y * toGrid * gridToSearch };
  };
  const obstacles = problem.kinds.map((kind) => [
    ...kind.obstacles.map((ring) => rigid('obstacle', ring)),
    ...kind.zones.map(({ ring, quality }) => rigid('obstacle', ring, quality)),
  ]);
  const unit = height / searchHeight;
  const closures = problem.kinds.map((kind) => {
    const width = Math.max(leastWall * unit, wallShare * kind.length);
    const wall = rigid('wall', rectangle(width, height + 2 * beyond * unit)).type;
    const ceiling = rigid('wall', rectangle(kind.length + width, 2 * beyond * unit)).type;
    return { wall, width: width / unit, ceiling };
  });
  return {
    types,
    itemTypes: Int32Array.from(problem.items),
    ...all,
    references,
    scale: searchHeight / height,
    obstacles,
    closures,
  };
}

function partType(
  { kinds, parts }: SheetProblem,
  part: SheetPart,
  orientations: readonly Orientation[],
  toGrid: number,
  x: number,
  y: number,
): SheetShapeType {
  const outline = centred(part.outline, x, y, toGrid);
  const unit = 1 / (toGrid * gridToSearch);
  const gaps = scaledGaps(part.gaps, toGrid * gridToSearch);
  const boxes = part.orientations.map((orientation) => {
    const bare = extentIn(outline, orientation);
    const box = { ...bare, minY: bare.minY - gaps.low, maxY: bare.maxY + gaps.high };
    const length = (box.maxX - box.minX) * unit;
    const height = (box.maxY - box.minY) * unit;
    const excess = Math.min(...kinds.map((kind) => Math.max(length / kind.length, height / kind.height)));
    return { k: indexOfOrientation(orientations, orientation), box, excess };
  });
  // A part may fit with its exact outline, but not with the search's outline, whose corners stick out by a share.
  const most = Math.max(asLarge, Math.min(...boxes.map(({ excess }) => excess)));
  const extents: (Extent | null)[] = orientations.map(() => null);
  boxes.forEach(({ k, box, excess }, i) => {
    if (excess <= most) extents[k] = heldExtent(box, part.folds[i] ?? null);
  });
  const allowed = orientations.map((_, k) => k).filter((k) => extents[k]);
  const hull = convexHull(outline);
  const { minX, minY, maxX, maxY } = boxOf(outline);
  return {
    role: 'part',
    orientations: allowed,
    extents,
    area: Math.abs(signedArea(outline)) * gridToSearch ** 2,
    hullArea: Math.abs(signedArea(hull)) * gridToSearch ** 2,
    diameter: diameterOf(hull) * gridToSearch,
    smallSide: Math.min(maxX - minX, maxY - minY) * gridToSearch,
    outline,
    gaps,
    ...spacingOf(part.spacing, toGrid * gridToSearch),
    plain: parts.length > manyTypes ? plainOutline(outline, parts.length) : outline,
    bare: centred(part.bare, x, y, toGrid),
    openings: part.openings.map((opening) => openingOf(centred(opening, x, y, toGrid))),
    quality: null,
    sensitive: new Map(
      [...part.sensitive].map(([quality, regions]) => [
        quality,
        regions.map((region) => region.map((ring) => centred(ring, x, y, toGrid))),
      ]),
    ),
  };
}

/** A fixed shape weighs like a typical part, whatever its size. */
function rigidType(role: Role, outline: Ring, orientations: number, typicalArea: number): SheetShapeType {
  const extents: (Extent | null)[] = Array.from({ length: orientations }, () => null);
  extents[0] = extentIn(outline, upright);
  const side = Math.sqrt(typicalArea);
  const area = Math.abs(signedArea(outline)) * gridToSearch ** 2;
  return {
    role,
    orientations: [0],
    extents,
    area,
    hullArea: typicalArea,
    diameter: side,
    smallSide: side,
    outline,
    gaps: { low: 0, high: 0 },
    ...spacingOf(0, 1),
    plain: outline,
    bare: outline,
    openings: [],
    quality: null,
    sensitive: new Map(),
  };
}

/** A part that lies at one end of the height counts as high as the sheet, so that no other place is within it. */
function heldExtent(box: Extent, at: 'low' | 'high' | null): Extent {
  if (at === 'low') return { ...box, maxY: box.minY + searchHeight };
  return at === 'high' ? { ...box, minY: box.maxY - searchHeight } : box;
}

function extentIn(outline: Ring, orientation: Orientation): Extent {
  const box = boxOf(orientedRing(outline, orientation));
  return {
    minX: box.minX * gridToSearch,
    minY: box.minY * gridToSearch,
    maxX: box.maxX * gridToSearch,
    maxY: box.maxY * gridToSearch,
  };
}

function centre(ring: Ring): { x: number; y: number } {
  const { minX, minY, maxX, maxY } = boxOf(ring);
  return { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
}

function centred(ring: Ring, x: number, y: number, scale: number): Ring {
  return ring.map((v, i) => (v - (i % 2 ? y : x)) * scale);
}

function rectangle(width: number, height: number): Ring {
  return Float64Array.of(0, 0, width, 0, width, height, 0, height);
}
