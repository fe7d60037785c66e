/** Checks and measures a layout that a person has changed, with the exact check of the service. */
import { create } from '@bufbuild/protobuf';
import {
  NestRequestSchema,
  type NestSolution,
  type Placement,
  SheetUsageSchema,
  type Usage,
  UsageSchema,
} from '../../../../gen/selvage/nest/v1/nest_pb.js';
import type { Box } from '../../../../src/geometry/ring.js';
import { ExactCheck } from '../../../../src/nesting/layout/exact-check.js';
import { Measure } from '../../../../src/nesting/layout/measure.js';
import { boxesApart } from '../../../../src/nesting/layout/outlines-apart.js';
import type { Placement as Placed } from '../../../../src/nesting/request.js';
import { nestRequestOf, placementOf, polygonOf } from '../../../../src/services/nest/request.js';
import { keyOf } from '../locked.js';
import type { SearchedGround } from '../run.js';

export interface Review {
  readonly faulty: ReadonlySet<string>;
  readonly blocked: boolean;
}

export class Reviewer {
  readonly #check: ExactCheck;
  readonly #measure: Measure;
  /** Largest distance that any two parts must keep. */
  readonly #reach: number;
  readonly #boxes = new WeakMap<readonly Placement[], readonly Box[]>();

  constructor(readonly ground: SearchedGround) {
    const { bins, gravity, distance, edge, polygons } = ground;
    const message = create(NestRequestSchema, {
      bins: [...bins],
      gravityDirection: gravity,
      minDistance: distance,
      edgeDistance: edge,
    });
    // A person may turn a part further than the search may tilt it.
    const parts = polygons.map(({ rotationTolerance: _, ...polygon }) => polygonOf({ ...polygon }));
    const request = nestRequestOf(message, parts);
    this.#check = new ExactCheck(request);
    this.#measure = new Measure(request);
    this.#reach = Math.max(distance, ...polygons.map(({ spacing = 0 }) => spacing));
  }

  review(placements: readonly Placement[], locked: ReadonlySet<string>): Review {
    const isLocked = (placement: Placement): boolean => locked.has(keyOf(placement));
    const fixed = placements.filter(isLocked);
    // The check blames the later one of a pair.
    const ordered = [...placements.filter((placement) => !isLocked(placement)), ...fixed];
    const faults = this.#check.faults(ordered.map(placed));
    return {
      faulty: new Set(faults.map((i) => keyOf(ordered[i]!))),
      blocked: this.#check.faults(fixed.map(placed)).length > 0,
    };
  }

  /** Whether a part would be in the way of another one, or of the edge, in a new place. */
  isFaulty(placements: readonly Placement[], at: number, placement: Placement): boolean {
    const own = placed(placement);
    if (this.#check.faults([own]).length > 0) return true;
    const { box } = this.#check.outlines([own])[0]!.full;
    const boxes = this.#boxesOf(placements);
    return placements.some((other, i) => {
      if (i === at || other.bin !== placement.bin || boxesApart(boxes[i]!, box, this.#reach)) return false;
      return this.#check.faults([placed(other), own]).includes(1);
    });
  }

  #boxesOf(placements: readonly Placement[]): readonly Box[] {
    const known = this.#boxes.get(placements);
    if (known) return known;
    const boxes = this.#check.outlines(placements.map(placed)).map(({ full }) => full.box);
    this.#boxes.set(placements, boxes);
    return boxes;
  }

  measured(placements: readonly Placement[]): Pick<NestSolution, 'utilisation'> & { usage: Usage } {
    const all = placements.map(placed);
    const { usage, utilisation } = this.#measure.measures(all, this.#check.outlines(all));
    const { length, width, area, partArea } = usage;
    const sheets = usage.sheets.map(({ bin, length, width, area, parts, partArea, pieces = parts }) =>
      create(SheetUsageSchema, { bin, length, width, area, parts, partArea, pieces }),
    );
    return { usage: create(UsageSchema, { length, width, area, partArea, sheets }), utilisation };
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

const placed = (placement: Placement): Placed => ({ id: placement.id, ...placementOf(placement) });
