/**
 * Distances on the parts of a FreeSewing design that its measurements need beside its edges: how much a dart takes in, how
 * deep a cuff is. An option can leave out a dart or a cuff, so a span has 0 mm where the draft lacks its part, point or path.
 */
import type { Point } from '../../geometry/point.js';
import type { Problems } from '../../problems.js';
import { ObjectReader } from '../json-reader.js';
import type { FreesewingPart } from './design.js';
import { flattenPath, pointOf } from './part-lines.js';

/** From one point to another; or across a path, at the height of a point. Both are `piece.name`. */
export type Span = readonly [from: string, to: string] | { readonly path: string; readonly level: string };

/** `["piece.a", "piece.b"]`, or `{ "path": "piece.dart", "level": "piece.waist" }`; null, and a problem, else. */
export function readSpan(value: unknown, path: string, problems: Problems): Span | null {
  if (Array.isArray(value)) {
    if (value.length === 2) return [String(value[0]), String(value[1])];
    problems.add(path, 'wrong_type', 'must be an array of 2 points');
    return null;
  }
  const reader = ObjectReader.of(value, path, problems);
  if (!reader) return null;
  const span = { path: reader.text('path'), level: reader.text('level') };
  reader.end();
  return span;
}

/** mm. */
export function lengthOfSpan(span: Span, parts: ReadonlyMap<string, FreesewingPart>): number {
  const point = (name: string): Point | null => {
    const place = named(name, parts, ({ points }) => points);
    return place ? pointOf(place) : null;
  };
  if ('path' in span) {
    const path = named(span.path, parts, ({ paths }) => paths);
    const level = point(span.level);
    return path && level ? widthAt(flattenPath(path), level[1]) : 0;
  }
  const [from, to] = [point(span[0]), point(span[1])];
  return from && to ? Math.hypot(to[0] - from[0], to[1] - from[1]) : 0;
}

function named<Thing>(
  name: string,
  parts: ReadonlyMap<string, FreesewingPart>,
  things: (part: FreesewingPart) => Readonly<Record<string, Thing>>,
): Thing | undefined {
  const dot = name.indexOf('.');
  const part = parts.get(name.slice(0, dot));
  return part && things(part)[name.slice(dot + 1)];
}

/** Between the outermost crossings with the level line `y`. */
function widthAt(runs: readonly (readonly Point[])[], y: number): number {
  const crossings = runs.flatMap((run) =>
    run.slice(1).flatMap(([bx, by], i) => {
      const [ax, ay] = run[i]!;
      return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)];
    }),
  );
  return crossings.length === 0 ? 0 : Math.max(...crossings) - Math.min(...crossings);
}
