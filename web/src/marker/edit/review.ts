/** Checks and measures a layout that a person has changed, with the exact check of the service. */
import { create } from '@bufbuild/protobuf';
import {
  FabricSchema,
  MatchErrorSchema,
  NestRequestSchema,
  type NestSolution,
  type Placement,
  type Polygon,
  SheetUsageSchema,
  type Usage,
  UsageSchema,
} from '../../../../gen/selvage/nest/v1/nest_pb.js';
import type { Box } from '../../../../src/geometry/ring.js';
import {
  type DirectionGroup,
  degreesBetween,
  directionGroups,
  directionsOf,
} from '../../../../src/nesting/layout/directions.js';
import { ExactCheck } from '../../../../src/nesting/layout/exact-check.js';
import { Phases } from '../../../../src/nesting/layout/match-errors.js';
import { matchingParts } from '../../../../src/nesting/layout/matching.js';
import { Measure } from '../../../../src/nesting/layout/measure.js';
import { boxesApart } from '../../../../src/nesting/layout/outlines-apart.js';
import { toleranceOf } from '../../../../src/nesting/layout/tilt.js';
import type { NestRequest, Placement as Placed } from '../../../../src/nesting/request.js';
import { matchOf, nestRequestOf, placementOf, polygonOf } from '../../../../src/services/nest/request.js';
import { boxOf } from '../../pattern/arrange.js';
import { type Fault, keyOf } from '../locked.js';
import type { SearchedGround } from '../run.js';

export interface Review {
  readonly faulty: ReadonlyMap<string, Fault>;
  readonly blocked: boolean;
}

/** After more changes than this, places taken and left, the whole layout is checked. */
const mostChanged = 40;

/** Answers round their degrees. */
const roundedDegrees = 1e-6;

export class Reviewer {
  readonly #check: ExactCheck;
  readonly #measure: Measure;
  /** The request with the rules for turning. */
  readonly #rules: NestRequest;
  readonly #groups: readonly DirectionGroup[];
  /** Of the pattern of the cloth. */
  readonly #phases: Phases;
  /** Largest distance that any two parts must keep. */
  readonly #reach: number;
  /** Of each polygon: nothing of it, its other half included, lies farther from its anchor. */
  readonly #extents: readonly number[];
  readonly #boxes = new WeakMap<Placement, Box>();
  /** The places of the last reviewed layout, and those among them that were in the way. */
  #reviewed: ReadonlySet<Placement> = new Set();
  #red: ReadonlySet<Placement> = new Set();

  constructor(readonly ground: SearchedGround) {
    const { bins, gravity, distance, edge, polygons, rotations, fabric, match = [] } = ground;
    const message = create(NestRequestSchema, {
      bins: [...bins],
      gravityDirection: gravity,
      minDistance: distance,
      edgeDistance: edge,
      allowedRotations: [...rotations],
      ...(fabric && { fabric: { form: fabric.form } }),
    });
    const parts = polygons.map(polygonOf);
    // A person may turn a part further than the search may tilt it. The way of a group has a check of its own.
    const free = parts.map(({ rotationTolerance: _, directionGroup: __, ...part }) => part);
    const request = nestRequestOf(message, free);
    this.#check = new ExactCheck(request);
    const rules = nestRequestOf(
      { ...message, ...(fabric && { fabric: create(FabricSchema, fabric) }) },
      parts,
      match.map(matchOf),
    );
    this.#rules = { ...rules, rotationTolerance: ground.tilt ?? 0 };
    this.#phases = new Phases(this.#rules);
    this.#groups = directionGroups(this.#rules);
    this.#measure = new Measure(request);
    this.#extents = polygons.map(extentOf);
    this.#reach = Math.max(distance, ...polygons.map(({ spacing = 0 }) => spacing));
  }

  review(placements: readonly Placement[], locked: ReadonlySet<string>): Review {
    const isLocked = (placement: Placement): boolean => locked.has(keyOf(placement));
    const fixed = placements.filter(isLocked);
    // The check blames the later one of a pair.
    const ordered = [...placements.filter((placement) => !isLocked(placement)), ...fixed];
    const faults = this.#inTheWay(ordered);
    return {
      faulty: new Map<string, Fault>([
        ...this.#offPattern(ordered).map((placement) => [keyOf(placement), 'pattern'] as const),
        ...this.#astray(placements).map((placement) => [keyOf(placement), 'way'] as const),
        ...faults.map((placement) => [keyOf(placement), 'place'] as const),
      ]),
      blocked: this.#check.faults(fixed.map(placed)).length > 0,
    };
  }

  /** Whether a part would be in the way of another one, or of the edge, in a new place. */
  isFaulty(placements: readonly Placement[], at: number, placement: Placement): boolean {
    const own = placed(placement);
    if (this.#check.faults([own]).length > 0) return true;
    return placements.some(
      (other, i) => i !== at && this.#isNear(other, placement) && this.#check.faults([placed(other), own]).includes(1),
    );
  }

  /**
   * The parts that are in the way. After the first review, only these can have changed: new places, those near a new or a left
   * place, and those near a part among them that was in the way.
   */
  #inTheWay(ordered: readonly Placement[]): Placement[] {
    const now = new Set(ordered);
    const changed = [
      ...ordered.filter((placement) => !this.#reviewed.has(placement)),
      ...[...this.#reviewed].filter((placement) => !now.has(placement)),
    ];
    const asked = changed.length > mostChanged ? now : this.#around(changed, ordered);
    const list = ordered.filter((placement) => asked.has(placement));
    const found = this.#check.faults(list.map(placed)).map((i) => list[i]!);
    const stayed = [...this.#red].filter((placement) => now.has(placement) && !asked.has(placement));
    this.#reviewed = now;
    this.#red = new Set([...stayed, ...found]);
    return [...this.#red];
  }

  #around(changed: readonly Placement[], ordered: readonly Placement[]): ReadonlySet<Placement> {
    const found = new Set<Placement>();
    const open = [...changed];
    for (let each = open.pop(); each; each = open.pop()) {
      for (const other of ordered) {
        if (found.has(other) || (other !== each && !this.#isNear(other, each))) continue;
        found.add(other);
        if (this.#red.has(other)) open.push(other);
      }
    }
    return found;
  }

  #isNear(one: Placement, other: Placement): boolean {
    if (one.bin !== other.bin || this.#areFar(one, other)) return false;
    return !boxesApart(this.#boxOf(one), this.#boxOf(other), this.#reach);
  }

  /** By their anchors alone. The boxes of a thousand parts would take the time of the first frames of a drag. */
  #areFar(one: Placement, other: Placement): boolean {
    const [from, to] = [one.position!, other.position!];
    const within = this.#extents[one.index!]! + this.#extents[other.index!]! + this.#reach;
    return Math.hypot(from.x - to.x, from.y - to.y) > within;
  }

  /** The parts that lie another way than most parts of their group. */
  #astray(placements: readonly Placement[]): Placement[] {
    const directions = directionsOf(this.#groups, placements.map(placed));
    return this.#groups.flatMap(({ rotations, members }, g) => {
      const [way, inGroup] = [rotations[directions[g]!]!, new Set(members)];
      return placements.filter(({ index, rotation }) => {
        if (!inGroup.has(index!)) return false;
        const tolerance = toleranceOf(this.#rules, this.#rules.polygons[index!]!);
        return degreesBetween(rotation!, way) > tolerance + roundedDegrees;
      });
    });
  }

  /** The parts off the phase of their garment, as far as the rest of it tells; a turned part has no phase. */
  #offPattern(ordered: readonly Placement[]): Placement[] {
    const matching = matchingParts(this.#rules);
    const isTurned = ({ index, rotation }: Placement): boolean =>
      matching.has(this.#rules.polygons[index!]!) && degreesBetween(2 * rotation!, 0) > roundedDegrees;
    const straight = ordered.filter((placement) => !isTurned(placement));
    return [...ordered.filter(isTurned), ...this.#phases.faults(straight.map(placed)).map((i) => straight[i]!)];
  }

  #boxOf(placement: Placement): Box {
    let box = this.#boxes.get(placement);
    if (!box) {
      ({ box } = this.#check.outlines([placed(placement)])[0]!.full);
      this.#boxes.set(placement, box);
    }
    return box;
  }

  /** Without the rests, which take too long for the time between two keys. */
  measured(placements: readonly Placement[]): Pick<NestSolution, 'utilisation' | 'matches'> & { usage: Usage } {
    const all = placements.map(placed);
    const { usage, utilisation } = this.#measure.measures(all, this.#check.outlines(all));
    const priced = (cost: number | null | undefined) => (cost == null ? {} : { cost });
    const { cost: price, sheets: used, ...spans } = usage;
    const sheets = used.map(({ bin, length, width, area, parts, partArea, pieces = parts, cost }) =>
      create(SheetUsageSchema, { bin, length, width, area, parts, partArea, pieces, ...priced(cost) }),
    );
    const matches = this.#phases
      .errors(all)
      .map(({ name, x, y }) => create(MatchErrorSchema, { name, ...(x !== null && { x }), ...(y !== null && { y }) }));
    return { usage: create(UsageSchema, { ...spans, ...priced(price), sheets }), utilisation, matches };
  }

  /** A part turned about the middle of its box. */
  turned(placement: Placement, degrees: number): Placement {
    const rotation = (((placement.rotation! + degrees) % 360) + 360) % 360;
    const next = { ...placement, rotation };
    const [from, to] = [this.#middle(placement), this.#middle(next)];
    const { position } = placement;
    return { ...next, position: { ...position!, x: position!.x + from.x - to.x, y: position!.y + from.y - to.y } };
  }

  #middle(placement: Placement): { x: number; y: number } {
    const { minX, minY, maxX, maxY } = this.#check.outlines([placed(placement)])[0]!.full.box;
    return { x: (minX + maxX) / 2, y: (minY + maxY) / 2 };
  }
}

/** Its outline is rounded to a grid. */
const roundingShare = 1.01;

function extentOf({ points, origin, foldLine }: Polygon): number {
  const box = boxOf(points);
  const anchor = origin ?? { x: box.left, y: box.top };
  const own = Math.max(...points.map(({ x, y }) => Math.hypot(x - anchor.x, y - anchor.y)));
  // The other half lies across the fold: a point moves by twice its way to a point of the fold, at most four times `own`.
  return roundingShare * (foldLine.length === 0 ? own : 5 * own);
}

const placed = (placement: Placement): Placed => ({ id: placement.id, ...placementOf(placement) });
