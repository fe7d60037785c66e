/** Union, intersection and difference of regions on the integer grid; the only door to clipper2-ts. */

import { Clipper64, ClipType, FillRule, type Path64, type Paths64 } from 'clipper2-ts';
import type { Ring } from './ring.js';

/** The windings of the given rings that count as inside. */
export type Fill = 'nonzero' | 'positive' | 'negative';

const fillRules = { nonzero: FillRule.NonZero, positive: FillRule.Positive, negative: FillRule.Negative };

/** The rings of the union: outer ones positive, holes negative. Coordinates must be integers. */
export function union(rings: readonly Ring[], fill: Fill): Ring[] {
  const clipper = new Clipper64();
  clipper.addSubject(rings.map(toPath));
  const solution: Paths64 = [];
  clipper.execute(ClipType.Union, fillRules[fill], solution);
  return solution.map(toRing).filter((ring) => ring.length >= 6);
}

/** The points in both regions, with nonzero winding, on integer coordinates. */
export function intersection(subject: readonly Ring[], other: readonly Ring[]): Ring[] {
  return clipped(ClipType.Intersection, subject, other);
}

/** The points in the first region alone, with nonzero winding, on integer coordinates. */
export function difference(subject: readonly Ring[], other: readonly Ring[]): Ring[] {
  return clipped(ClipType.Difference, subject, other);
}

function clipped(how: ClipType, subject: readonly Ring[], other: readonly Ring[]): Ring[] {
  const clipper = new Clipper64();
  clipper.addSubject(subject.map(toPath));
  clipper.addClip(other.map(toPath));
  const solution: Paths64 = [];
  clipper.execute(how, FillRule.NonZero, solution);
  return solution.map(toRing).filter((ring) => ring.length >= 6);
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
