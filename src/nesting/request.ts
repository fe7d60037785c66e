/**
 * The nesting problem and its answers, in the domain's own words: no protobuf, HTTP, SQL or queue.
 *
 * Coordinates: x to the right, y down, one unit throughout. A placement first flips the polygon if `mirrored` (x -> -x
 * about its anchor). It then rotates it by `rotation` degrees about its anchor, (x, y) -> (x cos a - y sin a, x sin a +
 * y cos a). Last it moves the anchor onto `position`.
 */

import type { Point } from '../geometry/point.js';

/** A closed loop; either winding; the first point may or may not be repeated at the end. */
export interface Polyline {
  readonly id: string;
  /** Anchor of the placement; null: the top left of the bounding box of the points. */
  readonly origin: Point | null;
  readonly points: readonly Point[];
}

/** A zone of one quality: of a sheet, whose material has it, or of a part, which needs it. */
export interface QualityZone {
  readonly boundary: Polyline;
  /** 1 is best. */
  readonly quality: number;
}

/** A part to place. Absent fields take their defaults. */
export interface Polygon extends Polyline {
  /** Openings inside the outline, apart from each other, in which other parts may lie. Default: none. */
  readonly holes?: readonly Polyline[];
  /** Degrees; never empty. Default: the rotations of the request. */
  readonly allowedRotations?: readonly number[];
  /** Number of copies, at least one. Default: 1. */
  readonly quantity?: number;
  /** Whether it may be flipped. Default: false. */
  readonly mirror?: boolean;
  /** 0 to 9. If not everything fits, a part counts more than all parts of lower priority. Default: 0. */
  readonly priority?: number;
  /** Least distance to every other part; the larger one of two parts holds, and `minDistance` at least. Default: 0. */
  readonly spacing?: number;
  /** Parts of one group all take the same one of their allowed rotations, which they share. Default: no group. */
  readonly directionGroup?: string;
  /** Degrees to either side of each allowed rotation, 0 to 15. Default: that of the request. */
  readonly rotationTolerance?: number;
  /** Rotations within the tolerance that only the overlap searches try. The solver sets them. Default: none. */
  readonly tilts?: readonly number[];
  /** The least quality of the material that it needs; 1 is best. Default: any. */
  readonly quality?: number;
  /** Zones of it that need another quality; where some overlap, the better one counts. Default: none. */
  readonly zones?: readonly QualityZone[];
  /** Two points of a straight side of a half part, which lies on a fold of the cloth. Default: none. */
  readonly foldLine?: readonly Point[];
  /** Whether folded cloth must lie open for it: it lies on open bins alone, and the others on folded ones. Default: false. */
  readonly open?: boolean;
  /** Points for the matches of the request; names are unique in a part. Default: none. */
  readonly matchPoints?: readonly NamedPoint[];
}

export interface NamedPoint {
  readonly name: string;
  /** In the coordinates of the part's points. */
  readonly at: Point;
}

/** The cloth: a pattern that repeats along one axis or both. Lengths count from the top left of a sheet's box. */
export interface Fabric {
  /** Null: no pattern along x. */
  readonly repeatX: number | null;
  readonly repeatY: number | null;
  /** Where a repeat begins. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Matches hold to a hundredth of it. A match that the shapes rule out is told where it misses by more. */
  readonly matchTolerance: number;
}

/**
 * Points that lie at one phase of the repeat. The phase counts from where a repeat begins, in the direction of the part:
 * backwards for a part at 180 degrees.
 */
export interface Match {
  readonly name: string;
  /** Of every copy of the part. At least two points, or one with a phase. */
  readonly points: readonly MatchPoint[];
  readonly axis: MatchAxis;
  /** A distance from where a repeat begins; null: the search chooses. */
  readonly phaseX: number | null;
  readonly phaseY: number | null;
}

export type MatchAxis = 'x' | 'y' | 'both';

export interface MatchPoint {
  /** Index into `polygons`. */
  readonly part: number;
  /** Name of one of its match points. */
  readonly point: string;
}

/** The place that a client wants for a part, or its place in an earlier layout. */
export interface GivenPlacement {
  /** Index into `polygons`; each entry stands for one of its copies. */
  readonly index: number;
  /** Index into `bins`. */
  readonly bin: number;
  readonly position: Point;
  readonly rotation: number;
  /** Default: false. */
  readonly mirrored?: boolean;
}

/** One sheet. Holes are keep-out zones. A cell size of 0 means no snapping grid on that axis. */
export interface Bin {
  readonly boundary: Polyline;
  readonly holes: readonly Polyline[];
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Cost of using the sheet at all, and of a unit of its used length. Default: 0. */
  readonly cost?: number;
  readonly costPerLength?: number;
  /** Zones of another quality than the rest; where some overlap, the worst counts. Default: none. */
  readonly zones?: readonly QualityZone[];
  /** Quality outside of the zones; 1 is best. Default: 1. */
  readonly quality?: number;
  /** Whether folded cloth lies open here. Default: false. */
  readonly open?: boolean;
}

/**
 * How the cloth lies: in one layer, or folded along the axis of gravity. The fold is the side of a bin at the smaller y, or
 * at the smaller x where gravity is vertical; tubular cloth has a second one on the other side.
 */
export type ClothForm = 'open' | 'folded' | 'tubular';

/** Which rests of the used sheets a solution reports. */
export interface RemnantSettings {
  /** Null: a twentieth of the smaller side of the first sheet. */
  readonly leastWidth: number | null;
  /** Null: the square of the least width. */
  readonly leastArea: number | null;
}

export type MatchingType = 'solid' | 'pattern' | 'vertical' | 'horizontal';
export type GravityDirection = 'top' | 'right' | 'bottom' | 'left';

export interface Optimization {
  readonly type: 'length' | 'area';
  /** Sheet size for counting papers in type `area`; both or neither. */
  readonly paperWidth: number | null;
  readonly paperHeight: number | null;
}

/** A request with every default filled in and every clamp applied, but not yet checked by `checkNestRequest`. */
export interface NestRequest {
  readonly polygons: readonly Polygon[];
  readonly bins: readonly Bin[];
  readonly minDistance: number;
  readonly edgeDistance: number;
  readonly curveTolerance: number;
  readonly matchingType: MatchingType;
  readonly gravityDirection: GravityDirection;
  readonly xSteps: number;
  readonly ySteps: number;
  /** Degrees; never empty (an empty list has become [0]). */
  readonly allowedRotations: readonly number[];
  /** Degrees to either side of each allowed rotation, 0 to 15. Default: 0. */
  readonly rotationTolerance?: number;
  /** Whether the search of a strip only goes on from its first layout. The solver sets it. Default: false. */
  readonly refines?: boolean;
  readonly optimization: Optimization;
  readonly populationSize: number;
  readonly mutationRate: number;
  /** Milliseconds; 0: no periodic progress. */
  readonly reportInterval: number;
  /** Seconds, already clamped (30 at most on the slow queue). */
  readonly maximumExecutionTime: number;
  readonly instances: number;
  readonly seed: number | null;
  /** Search steps after which the solver ends; null: time alone ends it. */
  readonly workLimit: number | null;
  /** Parts that keep the given place, at any rotation, in every layout. Default: none. */
  readonly locked?: readonly GivenPlacement[];
  /** A layout to start from. Its unsound placements are made anew, or taken apart by the search of a strip. Default: none. */
  readonly warmStart?: readonly GivenPlacement[];
  /** The search ends once every part is placed and the utilisation is at least this, in (0, 1]. Default: none. */
  readonly targetUtilisation?: number | null;
  /** Solutions report the rests of the used sheets. Default: none. */
  readonly remnants?: RemnantSettings | null;
  /** How the cloth lies in all bins but the open ones. Default: open. */
  readonly clothForm?: ClothForm;
  /** The length to which every tolerance is relative. Default: the smaller side of the first sheet. */
  readonly measure?: number;
  /** Default: plain cloth. */
  readonly fabric?: Fabric;
  /** Where shapes rule out two together, the earlier one holds. Default: none. */
  readonly match?: readonly Match[];
  /** The phases of the groups of parts whose phase is free, by group; the search tries several. Default: 0 each. */
  readonly phases?: readonly number[];
}

/** The defaults of a request, in the words of the API. */
export const defaultSettings = {
  minDistance: 1,
  edgeDistance: 0,
  curveTolerance: 1,
  matchingType: 'solid',
  gravityDirection: 'top',
  xSteps: 1,
  ySteps: 1,
  allowedRotations: [0],
  optimization: { type: 'length', paperWidth: null, paperHeight: null },
  populationSize: 10,
  mutationRate: 0.1,
  reportInterval: 1000,
  maximumExecutionTime: 300,
  instances: 1,
  seed: null,
  workLimit: null,
} as const satisfies Omit<NestRequest, 'polygons' | 'bins'>;

export interface Placement {
  readonly id: string;
  /** Index into `polygons`. */
  readonly index: number;
  /** Index into `bins`. */
  readonly bin: number;
  readonly position: Point;
  /** Degrees, one of the allowed ones, or within its tolerance. */
  readonly rotation: number;
  /** Whether it is flipped. Default: false. */
  readonly mirrored?: boolean;
}

/** A layout's use of one sheet. */
export interface SheetUsage {
  /** Index into `bins`. */
  readonly bin: number;
  readonly width: number;
  readonly length: number;
  readonly area: number;
  /** Number of parts on it, and their area. */
  readonly parts: number;
  readonly partArea: number;
  /** Number of pieces that they give: two each from two layers, but one from a half on the fold. */
  readonly pieces?: number;
  /** Null or absent where no bin has a cost. */
  readonly cost?: number | null;
  /** Its rests as bins of a next job, the largest first, where the request asks for them. */
  readonly remnants?: readonly Bin[];
}

/** Sums over the used sheets: span along the gravity axis, span across it, and their product. */
export interface Usage {
  readonly width: number;
  readonly length: number;
  readonly area: number;
  /** Of all placed parts, without their openings. */
  readonly partArea: number;
  /** The used sheets, in their order. */
  readonly sheets: readonly SheetUsage[];
  /** Null or absent where no bin has a cost. */
  readonly cost?: number | null;
}

/** How far the points of a match miss each other at most, along each axis on which they match. */
export interface MatchError {
  readonly name: string;
  readonly x: number | null;
  readonly y: number | null;
}

export interface Solution {
  /** Smaller is better; never rises within a stream. */
  readonly fitness: number;
  readonly usage: Usage;
  /** Area of the placed parts / usage.area. */
  readonly utilisation: number;
  /** Papers needed, and part area / their area; null without a paper size or in type `length`. */
  readonly sheetCount: number | null;
  readonly sheetUtilisation: number | null;
  readonly placements: readonly Placement[];
  readonly unplaced: readonly string[];
  readonly unplacedIndices: readonly number[];
  /** The matches of two placed parts or more. Default: none. */
  readonly matches?: readonly MatchError[];
  readonly generation: number;
  readonly tested: number;
  readonly elapsedSeconds: number;
}

/** A notice about a valid request, for example of a hole outside its bin. */
export interface NestWarning {
  readonly code: string;
  readonly path: string;
  readonly message: string;
}

/**
 * A report of a running solver. Times count from the solver's start. `finishing` comes once at the end of an uncancelled
 * search, whatever the interval, since the job takes its counts from it.
 */
export type SolverEvent =
  | {
      readonly type: 'progress';
      readonly status: 'running' | 'finishing';
      readonly generation: number;
      readonly tested: number;
      readonly elapsedSeconds: number;
    }
  | {
      readonly type: 'solution';
      readonly solution: Solution;
      /** The beginning of a first layout, which is being made. */
      readonly isPartial?: boolean;
    };

/** Why a solver ended. */
export type SolveEnd = 'time_limit' | 'work_limit' | 'optimal' | 'target' | 'cancelled';

/** A layout that another instance of the same request has found. */
export type ForeignLayout = Pick<Solution, 'fitness' | 'placements'>;

/**
 * The exchange between the instances of a request, which search side by side. An instance shows its own layouts by
 * `emit`, and takes those of the others from here.
 */
export interface Exchange {
  /**
   * The newest layout of the others, once; null: there is none. It is cheap, since a search asks after every pass. The
   * taker checks the layout.
   */
  take(): ForeignLayout | null;
}

export interface SolveOptions {
  /** Seed of this instance; the first solution does not depend on it. */
  readonly seed: number;
  /** Polled at least every 50 ms of work; true ends the search. */
  readonly shouldStop: () => boolean;
  readonly emit: (event: SolverEvent) => void;
  /** A layout to continue from instead of a first construction, when this solver replaces another. */
  readonly startFrom?: Solution;
  /** Seconds already spent by the solver that this one replaces. */
  readonly elapsedBefore?: number;
  /** The other instances. Default: none. A search with a work limit takes nothing from them, so that it repeats. */
  readonly exchange?: Exchange;
  /** Processor cores for this instance, asked when its search begins. Default: all for a lone instance, one of several. */
  readonly cores?: () => number;
  /** The clock of the time limit, in milliseconds from any start. Default: wall clock. */
  readonly clock?: () => number;
}
