/**
 * Compaction in which items turn a little as well as move (after Milenkovic 1998, "Rotational polygon overlap
 * minimization and compaction", Computational Geometry 10). A linear programme moves and turns all items together to the
 * shortest strip, while the gaps at their contacts, taken as linear, stay open. The items are then taken apart exactly, at
 * their new angles, and the next programme begins there.
 */

import { unflipped } from '../../geometry/orientation.js';
import { boxOf, positive, type Ring } from '../../geometry/ring.js';
import { rotated } from '../../geometry/rotation.js';
import type { Arrangement } from './arrangement.js';
import { takenApart } from './compact.js';
import type { Body } from './contacts.js';
import type { ItemType } from './items.js';
import { indexOfOrientation } from './orientations.js';
import { SeparatingPlanes } from './separating-planes.js';
import { gridToSearch, prepareShapes, referenceAt, type ShapeSet, searchHeight } from './shapes.js';
import { TurnedPolygons } from './turned-polygons.js';
import { type Turned, turnedTogether } from './turning-programme.js';

/** A strip of items that turn, 0 <= y <= height and 0 <= x. */
export interface TurningStrip {
  readonly types: readonly Omit<ItemType, 'rotations'>[];
  /** The type of each item. */
  readonly items: readonly number[];
  readonly height: number;
  /** The least and the greatest degrees of each item, about the coordinates' origin of its outline. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** Item i is its outline rotated by `degrees[i]` about the origin, then moved by (x[i], y[i]). */
export interface TurnedLayout {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly degrees: Float64Array;
  /** The greatest x that any item reaches, or more. */
  readonly length: number;
}

/** The most degrees by which an item turns in one programme; less after a failure, until it is too little. */
const firstTurn = 1;
const lessTurn = 1 / 4;
const leastTurn = 0.2;
/** A smaller gain, as a share of the length, ends the rounds. */
const lastGain = 1e-5;
/** Cutters turn no finer; round numbers of steps also make few different angles. */
const stepsPerDegree = 1e4;

/**
 * Shortens a layout without overlap, and calls `found` with each shorter one. It ends when turning gains nothing more.
 * `poll` is called every few milliseconds, `worked` after each programme; both may throw.
 */
export function turnedShorter(
  strip: TurningStrip,
  start: TurnedLayout,
  found: (layout: TurnedLayout) => void,
  poll: () => void,
  worked: () => void,
): void {
  let now = Poses.of(strip, start, poll);
  let most = firstTurn;
  while (most >= leastTurn) {
    worked();
    const aim = aimOf(strip, now, most, poll);
    const next = aim && Poses.at(strip, aim.degrees, poll);
    const apart = next && takenApart(next.planes, next.from(aim), now.length * (1 - lastGain), poll);
    if (!apart) {
      most *= lessTurn;
      continue;
    }
    now = next.moved(apart.at, apart.length);
    found(now.layout(strip));
  }
}

/** All items in their places at certain angles, in search units about their reference points. */
class Poses {
  private constructor(
    readonly shapes: ShapeSet,
    readonly planes: SeparatingPlanes,
    readonly degrees: Float64Array,
    readonly at: Arrangement,
    readonly length: number,
  ) {}

  /** At some angles, all in one place. */
  static at({ types, items, height }: TurningStrip, degrees: Float64Array, poll: () => void): Poses {
    const rotations = types.map(() => new Set<number>());
    items.forEach((type, i) => {
      rotations[type]!.add(degrees[i]!);
    });
    const sent = types.map((type, t) => ({ ...type, rotations: [...rotations[t]!] }));
    const shapes = prepareShapes({ types: sent, items, height }, poll);
    const planes = new SeparatingPlanes(shapes, new TurnedPolygons(shapes, poll), shapes.itemTypes, items.length);
    const orientation = Int32Array.from(degrees, (own) => indexOfOrientation(shapes.orientations, unflipped(own)));
    const nowhere = { x: new Float64Array(items.length), y: new Float64Array(items.length), orientation };
    return new Poses(shapes, planes, degrees, nowhere, 0);
  }

  static of(strip: TurningStrip, { x, y, degrees, length }: TurnedLayout, poll: () => void): Poses {
    const poses = Poses.at(strip, degrees, poll);
    const { scale } = poses.shapes;
    const at = { x: x.slice(), y: y.slice(), orientation: poses.at.orientation };
    strip.items.forEach((type, i) => {
      const [dx, dy] = referenceAt(poses.shapes, type, unflipped(degrees[i]!));
      at.x[i] = (x[i]! + dx) * scale;
      at.y[i] = (y[i]! + dy) * scale;
    });
    return poses.moved(at, length * scale);
  }

  moved(at: Arrangement, length: number): Poses {
    return new Poses(this.shapes, this.planes, this.degrees, at, length);
  }

  /** The places of an aim, at these angles. */
  from({ x, y, length }: Aim): { at: Arrangement; length: number } {
    return { at: { x, y, orientation: this.at.orientation }, length };
  }

  layout({ items }: TurningStrip): TurnedLayout {
    const { at, degrees, length, shapes } = this;
    const x = at.x.slice();
    const y = at.y.slice();
    items.forEach((type, i) => {
      const [dx, dy] = referenceAt(shapes, type, unflipped(degrees[i]!));
      x[i] = at.x[i]! / shapes.scale - dx;
      y[i] = at.y[i]! / shapes.scale - dy;
    });
    return { x, y, degrees, length: length / shapes.scale };
  }

  /** Whether an item at some degrees is no higher than the strip, with its gaps. */
  fits(item: number, degrees: number): boolean {
    const { outline, gaps } = this.shapes.types[this.shapes.itemTypes[item]!]!;
    const { minY, maxY } = boxOf(rotated(outline, degrees));
    return (maxY - minY) * gridToSearch + gaps.low + gaps.high <= searchHeight;
  }

  bodies(): Body[] {
    const { at, shapes } = this;
    const rings = new Map<string, Ring>();
    return Array.from(shapes.itemTypes, (type, i): Body => {
      const key = `${type} ${at.orientation[i]!}`;
      let ring = rings.get(key);
      if (!ring) {
        const outline = rotated(positive(shapes.types[type]!.outline), shapes.angles[at.orientation[i]!]!);
        ring = outline.map((v) => v * gridToSearch);
        rings.set(key, ring);
      }
      return { ring, x: at.x[i]!, y: at.y[i]! };
    });
  }
}

/** Where a programme would have the items: with shallow overlaps, since turning is not linear. */
type Aim = Turned;

function aimOf(strip: TurningStrip, poses: Poses, most: number, poll: () => void): Aim | null {
  const { degrees } = poses;
  const turns = Array.from(degrees, (own, i): readonly [number, number] => [
    Math.max(-most, strip.from[i]! - own),
    Math.min(most, strip.to[i]! - own),
  ]);
  const aim = turnedTogether(poses, poses.bodies(), turns, poll);
  if (!aim) return null;
  const kept = aim.degrees.map((own, i) => {
    const round = Math.round(own * stepsPerDegree) / stepsPerDegree;
    const within = Math.min(strip.to[i]!, Math.max(strip.from[i]!, round));
    // The programme sees no more than the first order of a turn: an item as high as the strip may stick out.
    return poses.fits(i, within) ? within : degrees[i]!;
  });
  return { ...aim, degrees: kept };
}
