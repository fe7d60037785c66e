/** A lay plan, and the events of planning. */
import type { MixResult } from './mix/mix-task.js';

/** A layout of a marker that was nested. */
export interface NestedMarker {
  /** Span along the cloth. */
  readonly length: number;
  readonly jobId: string;
}

export interface PlanMarker extends NestedMarker {
  /** Garments of one ply, by garment of the order. */
  readonly counts: readonly number[];
  readonly width: number;
  readonly utilisation: number;
  readonly parts: number;
  readonly cutLength: number;
}

/** Plies of one roll, one on the other. */
export interface PlanPlies {
  readonly cloth: number;
  /** Index into the rolls of the cloth; null: the cloth has no rolls. */
  readonly roll: number | null;
  readonly plies: number;
}

export interface PlanLay {
  /** Index into the markers. */
  readonly marker: number;
  /** From the bottom to the top. */
  readonly plies: readonly PlanPlies[];
}

export interface RollUse {
  readonly cloth: number;
  readonly roll: number;
  readonly used: number;
  readonly remnant: number;
}

export type MissingReason = 'too_wide' | 'longer_than_table' | 'longer_than_rolls' | 'not_enough_cloth' | 'no_time';

export interface Missing {
  /** Index into the lines of the order. */
  readonly line: number;
  /** Garments beyond those that may be left out. */
  readonly garments: number;
  readonly reason: MissingReason;
}

export interface PlanCost {
  readonly total: number;
  readonly cloth: number;
  readonly markers: number;
  readonly lays: number;
  readonly plies: number;
  readonly cutting: number;
  readonly leftOut: number;
}

export interface LayPlan {
  readonly markers: readonly PlanMarker[];
  readonly lays: readonly PlanLay[];
  /** Garments cut, by line. */
  readonly cut: readonly number[];
  readonly rolls: readonly RollUse[];
  readonly clothLength: number;
  readonly cost: PlanCost;
  /** Null while garments are missing. */
  readonly lowerBound: number | null;
  readonly missing: readonly Missing[];
  readonly elapsedSeconds: number;
}

/** A marker that was nested, once more or for the first time: a planner that goes on with a plan learns from it. */
export interface NestRecord {
  readonly width: number;
  readonly counts: readonly number[];
  /** Null: its parts do not fit. */
  readonly length: number | null;
  readonly jobId: string;
  /** Of this nest. */
  readonly seconds: number;
  readonly isFinal: boolean;
}

/** Events are plain data. Another planner goes on from them. */
export type LayEvent =
  | {
      readonly type: 'progress';
      readonly elapsedSeconds: number;
      /** Nests that have ended, and that are waiting or running. */
      readonly nests: number;
      readonly openNests: number;
      readonly round: number;
      /** The nest that has just ended. */
      readonly nested?: NestRecord;
    }
  | {
      readonly type: 'plan';
      readonly plan: LayPlan;
      /** The mix of each width. */
      readonly mixes: readonly (MixResult | null)[];
    };

/** Whether `a` cuts more of the order than `b`, or costs less. */
export function isCheaper(a: LayPlan, b: LayPlan): boolean {
  const missing = (plan: LayPlan): number => plan.missing.reduce((sum, { garments }) => sum + garments, 0);
  return missing(a) !== missing(b) ? missing(a) < missing(b) : a.cost.total < b.cost.total * (1 - 1e-9);
}
