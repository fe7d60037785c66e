/**
 * Offsets of an outline on the integer grid. Growing is conservative: circumscribed arcs form the round joins, so that
 * no point within the distance is left out. Straight sides move by exactly the distance.
 */

import { union } from './boolean.js';
import { type Ring, reversed, withoutRepeats } from './ring.js';

/** Largest overshoot of an arc, as a share of the distance: 1 / cos(half a step) - 1. */
const arcOvershoot = 0.009;

const rounding = 1e-9;

/** Beyond this ratio of reach to distance a mitred corner is cut off. */
const longestMitre = 100;

/**
 * Every point within `distance` of the inside of `ring` (positive), and hardly more. The result may have several rings:
 * one positive, and a negative one for every pocket that the growth has closed but not filled. `overshoot`: how far the
 * arcs may stick out, as a share of the distance.
 */
export function grownRound(ring: Ring, distance: number, overshoot = arcOvershoot): Ring[] {
  if (distance <= 0) return [ring];
  return union([parallelCurve(ring, distance, roundJoin(overshoot))], 'positive');
}

/**
 * The same with sharp corners where a corner of the outline turns by at most 120 degrees: a shrunk outline grows back to its
 * own corners.
 */
export function grownSharp(ring: Ring, distance: number): Ring[] {
  if (distance <= 0) return [ring];
  return union([parallelCurve(ring, distance, sharpJoin)], 'positive');
}

/**
 * The inside of `ring` (positive) less a border of `distance`. Where a corner of the outline points inwards, the border
 * keeps its sharp corner (mitre), so it is nowhere narrower than asked. Empty when nothing is left.
 */
export function shrunkMitred(ring: Ring, distance: number): Ring[] {
  if (distance <= 0) return [ring];
  return union([parallelCurve(reversed(ring), distance, mitreJoin)], 'negative');
}

/** The same with a round border there where a corner turns by more than 120 degrees: the counterpart of `grownSharp`. */
export function shrunkSharp(ring: Ring, distance: number): Ring[] {
  if (distance <= 0) return [ring];
  return union([parallelCurve(reversed(ring), distance, sharpJoin)], 'negative');
}

/** The same with a round border there, which is hardly wider than asked. */
export function shrunkRound(ring: Ring, distance: number, overshoot = arcOvershoot): Ring[] {
  if (distance <= 0) return [ring];
  return union([parallelCurve(reversed(ring), distance, roundJoin(overshoot))], 'negative');
}

type Join = (out: number[], x: number, y: number, from: Normal, to: Normal, distance: number) => void;
type Normal = readonly [nx: number, ny: number];

/**
 * The raw curve at `distance` to the right of each side. At a corner that turns away from it, the curve passes through
 * the corner itself, and the union drops the winding of the loop there. A side without length has no direction, and counts as
 * its one corner.
 */
function parallelCurve(given: Ring, distance: number, join: Join): Ring {
  const ring = withoutRepeats(given);
  const n = ring.length / 2;
  const normal = (i: number): Normal => {
    const j = (i + 1) % n;
    const dx = ring[2 * j]! - ring[2 * i]!;
    const dy = ring[2 * j + 1]! - ring[2 * i + 1]!;
    const length = Math.hypot(dx, dy);
    return [dy / length, -dx / length];
  };
  const out: number[] = [];
  let from = normal(n - 1);
  for (let i = 0; i < n; i++) {
    const to = normal(i);
    const x = ring[2 * i]!;
    const y = ring[2 * i + 1]!;
    if (from[0] * to[1] - from[1] * to[0] >= 0) {
      join(out, x, y, from, to, distance);
    } else {
      out.push(x + from[0] * distance, y + from[1] * distance, x, y, x + to[0] * distance, y + to[1] * distance);
    }
    from = to;
  }
  // the grid takes up to 0.7 units from the distance; callers choose a fine enough grid
  return Float64Array.from(out, Math.round);
}

/** Corners of the circumscribed arc: the first and the last one lie on the parallels of both sides. */
function roundJoin(overshoot: number): Join {
  const halfStep = Math.acos(1 / (1 + overshoot));
  return (out, x, y, from, to, distance) => {
    const start = Math.atan2(from[1], from[0]);
    const sweep = Math.atan2(from[0] * to[1] - from[1] * to[0], from[0] * to[0] + from[1] * to[1]);
    const steps = Math.max(1, Math.ceil(sweep / (2 * halfStep)));
    const half = sweep / (2 * steps);
    const radius = distance / Math.cos(half);
    for (let k = 0; k < steps; k++) {
      const angle = start + half * (2 * k + 1);
      out.push(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
  };
}

const usualRound = roundJoin(arcOvershoot);

/** A mitre, and an arc where the corner turns by more than 120 degrees. */
function sharpJoin(out: number[], x: number, y: number, from: Normal, to: Normal, distance: number): void {
  const turn = from[0] * to[0] + from[1] * to[1];
  (turn >= -0.5 - rounding ? mitreJoin : usualRound)(out, x, y, from, to, distance);
}

function mitreJoin(out: number[], x: number, y: number, from: Normal, to: Normal, distance: number): void {
  const onePlusCos = 1 + from[0] * to[0] + from[1] * to[1];
  if (2 < onePlusCos * longestMitre * longestMitre) {
    out.push(x + ((from[0] + to[0]) * distance) / onePlusCos, y + ((from[1] + to[1]) * distance) / onePlusCos);
    return;
  }
  // cut off square at the longest mitre
  const reach = distance * longestMitre;
  out.push(x + from[0] * distance - from[1] * reach, y + from[1] * distance + from[0] * reach);
  out.push(x + to[0] * distance + to[1] * reach, y + to[1] * distance - to[0] * reach);
}
