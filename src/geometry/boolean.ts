/** Union, intersection and difference of regions on the integer grid; the only door to clipper2-ts. */

import { Clipper64, ClipType, FillRule, type Path64, type Paths64 } from 'clipper2-ts';
import { boxOfAll, type Ring } from './ring.js';

/** The windings of the given rings that count as inside. */
export type Fill = 'nonzero' | 'positive' | 'negative';

/** Corners up to which the way of the sweep makes no difference worth a look. */
const mostUnturned = 1000;

const mostLevel = 1000;

const fillRules = { nonzero: FillRule.NonZero, positive: FillRule.Positive, negative: FillRule.Negative };

/** The rings of the union: outer ones positive, holes negative. Coordinates must be integers. */
export function union(rings: readonly Ring[], fill: Fill): Ring[] {
  return combined(ClipType.Union, fill, rings, []);
}

/** The points in both regions, with nonzero winding, on integer coordinates. */
export function intersection(subject: readonly Ring[], other: readonly Ring[]): Ring[] {
  return combined(ClipType.Intersection, 'nonzero', subject, other);
}

/** The points in the first region alone, with nonzero winding, on integer coordinates. */
export function difference(subject: readonly Ring[], other: readonly Ring[]): Ring[] {
  return combined(ClipType.Difference, 'nonzero', subject, other);
}

function combined(how: ClipType, fill: Fill, subject: readonly Ring[], other: readonly Ring[]): Ring[] {
  const all = [...subject, ...other];
  if (isManyAbreast(all)) {
    return combined(how, fill, subject.map(transposed), other.map(transposed)).map(transposed);
  }
  if (isLevel(all)) {
    return combined(how, fill, subject.map(sheared), other.map(sheared)).map(unsheared);
  }
  const clipper = new Clipper64();
  clipper.addSubject(subject.map(toPath));
  clipper.addClip(other.map(toPath));
  const solution: Paths64 = [];
  clipper.execute(how, fillRules[fill], solution);
  return solution.map(toRing).filter((ring) => ring.length >= 6);
}

/**
 * Whether more edges cross a line along x than one along y. The sweep goes along y, and looks for the place of each edge among all
 * that cross its line.
 */
function isManyAbreast(rings: readonly Ring[]): boolean {
  if (rings.reduce((sum, { length }) => sum + length / 2, 0) < mostUnturned) return false;
  const { minX, minY, maxX, maxY } = boxOfAll(rings);
  return maxX - minX > maxY - minY;
}

/** With x and y exchanged, and the same sense. */
function transposed(ring: Ring): Ring {
  return ring.map((_, i) => ring[ring.length - 1 - i]!);
}

/** Whether many edges are level. The sweep joins each with those on its line, and walks round both their outlines. */
function isLevel(rings: readonly Ring[]): boolean {
  let level = 0;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i += 2) if (ring[i] === ring[(i + 2) % ring.length]) level++;
  }
  return level > mostLevel;
}

/** With level edges at 45 degrees, and the same area. */
function sheared(ring: Ring): Ring {
  return ring.map((v, i) => (i % 2 === 0 ? v : v + ring[i - 1]!));
}

function unsheared(ring: Ring): Ring {
  return ring.map((v, i) => (i % 2 === 0 ? v : v - ring[i - 1]!));
}

function toPath(ring: Ring): Path64 {
  const path: Path64 = [];
  for (let i = 0; i < ring.length; i += 2) path.push({ x: ring[i]!, y: ring[i + 1]! });
  return path;
}

function toRing(path: Path64): Ring {
  const ring = new Float64Array(2 * path.length);
  path.forEach((p, i) => {
    ring[2 * i] = p.x;
    ring[2 * i + 1] = p.y;
  });
  return ring;
}
