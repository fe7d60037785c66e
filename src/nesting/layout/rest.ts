/**
 * The rest of a sheet once regions are cut away, as far as a disc reaches in it: eroded by the disc, then dilated. The sweep
 * over a whole sheet takes time with the square of its regions, so the rest is eroded in sections.
 */

import { difference, intersection, union } from '../../geometry/boolean.js';
import { type Component, componentsOf } from '../../geometry/components.js';
import { grownRound, grownSharp, shrunkRound, shrunkSharp } from '../../geometry/offset.js';
import { type Box, boxOf, boxOfAll, type Ring, reversed, signedArea } from '../../geometry/ring.js';
import { boxesApart } from './outlines-apart.js';

/** Regions of a section, on the mean. */
const regionsPerSection = 64;
/** The rest around a section that is eroded with it, in radii. */
const marginRadii = 2;
/** The least width of a section, in margins. */
const leastMargins = 4;
/** So many sections, each with its margin, take as long as the whole. */
const mostAtOnce = 4;
/** Sections share this much along their borders, so that rounding leaves no gap between them (grid units). */
const shared = 2;

/**
 * The points that a disc of `radius` reaches within `sheet` (positive) less `away`, with the corners of 60 degrees and more.
 * All on the integer grid. `look` is called between sections and between pieces, and may throw.
 */
export function reachedRest(sheet: Ring, away: readonly (readonly Ring[])[], radius: number, look: () => void): Ring[] {
  const regions = away.map((rings) => ({ rings, box: boxOfAll(rings) }));
  const near = (box: Box): Ring[] =>
    regions.filter((region) => !boxesApart(region.box, box, 0)).flatMap(({ rings }) => rings);
  const margin = marginRadii * radius;
  const erodedRest = (within: readonly Ring[], less: readonly Ring[]): Ring[] =>
    componentsOf(difference(within, less)).flatMap((component) => erodedBy(component, radius));
  const cores = coresOf(boxOf(sheet), away.length, margin);
  const section = (core: Box): Component[] => {
    look();
    const around = grown(core, margin);
    const less = near(around);
    // regions lie wholly in the frame, as a region cut by it would count as a part of its outline
    const frame = rectangle(grown(boxOfAll([rectangle(around), ...less]), margin));
    return componentsOf(intersection(erodedRest(intersection([sheet], [frame]), less), [rectangle(core)]));
  };
  const eroded = cores.length > 1 ? joined(cores, cores.map(section)) : componentsOf(erodedRest([sheet], away.flat()));
  // Sharp corners stick out, so that two pieces may overlap: the first one gets what they share.
  const pieces: { rings: Ring[]; box: Box }[] = [];
  for (const component of eroded) {
    look();
    const piece = dilated(component, radius);
    const box = boxOfAll(piece);
    const earlier = pieces.filter((other) => !boxesApart(other.box, box, 0));
    const own = difference(intersection([sheet], piece), [...near(box), ...earlier.flatMap(({ rings }) => rings)]);
    pieces.push({ rings: own, box });
  }
  return pieces.flatMap(({ rings }) => rings);
}

/** The sections of a sheet; one where that is quicker than several. */
function coresOf({ minX, minY, maxX, maxY }: Box, regions: number, margin: number): Box[] {
  const width = maxX - minX;
  const height = maxY - minY;
  const side = Math.max(leastMargins * margin, Math.sqrt((width * height * regionsPerSection) / regions));
  const columns = Math.ceil(width / side);
  const rows = Math.ceil(height / side);
  const count = columns * rows > mostAtOnce ? columns * rows : 1;
  return Array.from({ length: count }, (_, i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    const core = {
      minX: minX + (width * column) / columns,
      minY: minY + (height * row) / rows,
      maxX: minX + (width * (column + 1)) / columns,
      maxY: minY + (height * (row + 1)) / rows,
    };
    return grown(core, shared);
  });
}

/** With whole coordinates. */
function grown({ minX, minY, maxX, maxY }: Box, by: number): Box {
  return {
    minX: Math.floor(minX - by),
    minY: Math.floor(minY - by),
    maxX: Math.ceil(maxX + by),
    maxY: Math.ceil(maxY + by),
  };
}

function rectangle({ minX, minY, maxX, maxY }: Box): Ring {
  return Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY);
}

/** The components of all sections, connected across the borders between them. */
function joined(cores: readonly Box[], sections: readonly (readonly Component[])[]): Component[] {
  const whole: Component[] = [];
  const cut: Ring[] = [];
  for (const [i, components] of sections.entries()) {
    const inner = grown(cores[i]!, -2 * shared);
    for (const component of components) {
      const { minX, minY, maxX, maxY } = boxOf(component.outer);
      const isWithin = minX > inner.minX && minY > inner.minY && maxX < inner.maxX && maxY < inner.maxY;
      if (isWithin) whole.push(component);
      else cut.push(component.outer, ...component.holes);
    }
  }
  return [...whole, ...componentsOf(union(cut, 'nonzero'))];
}

/** Empty where no disc can lie. */
function erodedBy({ outer, holes }: Component, radius: number): Ring[] {
  if (signedArea(outer) < Math.PI * radius ** 2) return [];
  return difference(
    shrunkRound(outer, radius),
    holes.flatMap((hole) => grownRound(reversed(hole), radius)),
  );
}

function dilated({ outer, holes }: Component, radius: number): Ring[] {
  return [...grownSharp(outer, radius), ...holes.flatMap((hole) => shrunkSharp(reversed(hole), radius)).map(reversed)];
}
