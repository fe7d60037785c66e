/** How the operations of a definition declare their parameters, so that one reader and one checker serve them all. */

import type { Curve } from '../../geometry/curve.js';
import type { Point } from '../../geometry/point.js';

/** A node of a smooth path: its place, direction (degrees), and the lengths of the handles before and after. */
export interface PathNode {
  readonly at: Point;
  readonly angle: number;
  readonly before: number;
  readonly after: number;
}

/** `number` is a formula; `point`, `points`, `curve` and `curves` are names; `first|last` and the like list accepted words. */
export type ParameterKind =
  | 'number'
  | 'point'
  | 'points'
  | 'curve'
  | 'curves'
  | 'nodes'
  | 'first|last'
  | 'left|right'
  | 'highest|lowest'
  | 'leftmost|rightmost';

type ValueOf<Kind extends ParameterKind> = Kind extends 'number'
  ? number
  : Kind extends 'point'
    ? Point
    : Kind extends 'points'
      ? readonly Point[]
      : Kind extends 'curve'
        ? Curve
        : Kind extends 'curves'
          ? readonly Curve[]
          : Kind extends 'nodes'
            ? readonly PathNode[]
            : string;

export type Takes = Readonly<Record<string, ParameterKind>>;

export interface Operation<Result> {
  readonly takes: Takes;
  /** Optional parameters. */
  readonly optional: readonly string[];
  /** Throws `GeometryError` where the result does not exist. */
  readonly make: (parameters: Readonly<Record<string, unknown>>) => Result;
}

/** Lines that do not meet and the like: the draft fails although every formula has a value. */
export class GeometryError extends Error {
  override readonly name = 'GeometryError';
}

/** An operation with required parameters only. */
export function operation<Result, T extends Takes>(
  takes: T,
  make: (parameters: { readonly [K in keyof T]: ValueOf<T[K]> }) => Result,
): Operation<Result> {
  return { takes, optional: [], make: make as Operation<Result>['make'] };
}

/** An operation with further, optional parameters. */
export function operationWith<Result, T extends Takes, O extends Takes>(
  takes: T,
  optional: O,
  make: (
    parameters: { readonly [K in keyof T]: ValueOf<T[K]> } & { readonly [K in keyof O]?: ValueOf<O[K]> },
  ) => Result,
): Operation<Result> {
  return { takes: { ...takes, ...optional }, optional: Object.keys(optional), make: make as Operation<Result>['make'] };
}
