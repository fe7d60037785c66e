/**
 * The lattice of outlines whose edges all run along an axis or at 45 degrees, with corners a common step apart. Boards,
 * tiles and letters in round measures are like this, and so are their no-fit polygons. Pushed together, such parts come
 * to lie on the lattice. A search on the lattice alone is quicker to find how they interlock.
 */

import { orientedRing } from '../../geometry/orientation.js';
import { Lines } from './lines.js';
import { gridToSearch, type ShapeSet } from './shapes.js';

/** How far a corner may be off, in grid units: the sender may have rounded the outlines. */
const slack = 2;
/**
 * The finest useful distance of lines, as a share of the side of a square as large as a part. Finer lines do not help.
 */
const finest = 1 / 64;
/** A move looks at every place of a lattice down to this step, as such a share. */
const finestMapped = 1 / 20;
/** It does so with at most this many maps, one for each type in each orientation, */
const mostMaps = 8;
/** and where the parts cover at most this many places. */
const mostPlaces = 10_000;

/**
 * The lattices from the strip's corner on, to search one after the other. There are none where the outlines have none,
 * or too fine a one. Nor are there any where a part has openings or a spacing of its own. Slanted parts may touch half a
 * step on, so the lines of the last lattice then lie half a step apart.
 */
export function latticesOf(shapes: ShapeSet): Lines[] {
  const { types, itemTypes, angles, orientations: all } = shapes;
  if (types.some(({ spacing, openings }) => spacing > 0 || openings.length > 0)) return [];
  if (types.some(({ orientations }) => orientations.some((orientation) => angles[orientation]! % 90 !== 0))) return [];
  const edges = types.flatMap(({ outline }) => edgesOf(outline));
  const isSlanted = ([dx, dy]: Edge): boolean => dx > slack && dy > slack;
  if (edges.some((edge) => isSlanted(edge) && Math.abs(edge[0] - edge[1]) > slack)) return [];
  const linesPerStep = edges.some(isSlanted) ? 2 : 1;
  const area = itemTypes.reduce((sum, type) => sum + types[type]!.area, 0) / itemTypes.length;
  const side = Math.sqrt(area) / gridToSearch;
  const found = commonStep(
    edges.flat().filter((side) => side > slack),
    linesPerStep * finest * side,
  );
  if (found === null) return [];
  const crossings = new Float64Array(2 * itemTypes.length * angles.length);
  itemTypes.forEach((type, i) => {
    for (const orientation of types[type]!.orientations) {
      const [x, y] = orientedRing(types[type]!.outline.subarray(0, 2), all[orientation]!);
      crossings.set(
        [-x! * gridToSearch, types[type]!.gaps.low - y! * gridToSearch],
        2 * (i * angles.length + orientation),
      );
    }
  });
  const lattice = (step: number, isMapped: boolean): Lines =>
    new Lines(shapes, itemTypes, itemTypes.length, step * gridToSearch, step * gridToSearch, crossings, isMapped);
  const maps = types.reduce((sum, { orientations }) => sum + orientations.length, 0);
  const places = itemTypes.length * (side / found) ** 2;
  if (found < finestMapped * side || maps > mostMaps || places > mostPlaces)
    return [lattice(found / linesPerStep, false)];
  const mapped = lattice(found, true);
  return linesPerStep === 1 ? [mapped] : [mapped, lattice(found / linesPerStep, false)];
}

/** The extent of an edge along both axes. */
type Edge = readonly [number, number];

function edgesOf(outline: Float64Array): Edge[] {
  const n = outline.length;
  return Array.from({ length: n / 2 }, (_, i): Edge => {
    const k = (2 * i + 2) % n;
    return [Math.abs(outline[k]! - outline[2 * i]!), Math.abs(outline[k + 1]! - outline[2 * i + 1]!)];
  });
}

/** The greatest common step of all lengths, at least `least`; null where there is none. */
function commonStep(lengths: readonly number[], least: number): number | null {
  let step = 0;
  for (const length of lengths) {
    let [a, b] = [length, step];
    while (b > least / 2) [a, b] = [b, Math.abs(a - Math.round(a / b) * b)];
    step = a;
    if (step < least) return null;
  }
  // A fit to all lengths at once is more exact than the last remainder.
  const counts = lengths.map((length) => Math.round(length / step));
  const dot = (a: readonly number[]): number => a.reduce((sum, value, i) => sum + value * counts[i]!, 0);
  step = dot(lengths) / dot(counts);
  return lengths.every((length, i) => Math.abs(length - counts[i]! * step) <= slack) ? step : null;
}
