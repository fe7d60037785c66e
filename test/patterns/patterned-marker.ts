/** Markers of the library on patterned cloth, over REST, for tests that judge them by the places of the announced parts alone. */
import * as assert from 'uvu/assert';
import { libraryVersions } from '../../src/patterns/library/library.js';
import type { Embedded } from '../gateway/embedded.js';

export type Point = [number, number];

export interface Part {
  readonly id: string;
  readonly points: Point[];
  readonly matchPoints?: { readonly name: string; readonly at: Point }[];
}

export interface Placement {
  readonly index: number;
  readonly bin: number;
  readonly position: Point;
  readonly rotation: number;
}

export interface Solution {
  readonly placements: Placement[];
  readonly unplaced: string[];
  readonly matches: { name: string; x?: number; y?: number }[];
}

export interface Line {
  readonly type: string;
  readonly parts?: Part[];
  readonly matches?: { name: string; axis: string; phase?: number; points: { index: number; point: string }[] }[];
  readonly warnings?: { code: string; path: string; message: string }[];
}

const body = { gender: 'male', unit: 'metric', height: 183, weight: 76 };

/**
 * @param garment fields of the pattern's order
 * @param settings fields of the request: its bins, its fabric and more
 */
export async function patternedMarker(service: Embedded, name: string, garment: object, settings: object) {
  const { patternId } = libraryVersions().findLast((version) => version.name === name)!;
  const lines = await linesOf(service, {
    patterns: [{ patternId, body, ...garment }],
    gravityDirection: 'left',
    allowedRotations: [0, 180],
    material: 'fabric',
    ...settings,
  });
  const { parts, matches, warnings } = lines.find((line) => line.parts)!;
  const solutions = lines.filter(({ type }) => type === 'solution') as unknown as Solution[];
  assert.ok(solutions.length > 0);
  return { parts: parts!, matches: matches!, warnings: warnings!, solutions, last: solutions.at(-1)! };
}

export async function linesOf(service: Embedded, request: object): Promise<Line[]> {
  const { status, text } = await service.request('POST', '/api/v1/markers', request);
  assert.is(status, 200, text.slice(0, 300));
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Where a match point of a placed part lies on an axis of the cloth. */
export function placeOf(parts: readonly Part[], placement: Placement, name: string, k: 0 | 1): number {
  const { points, matchPoints = [] } = parts[placement.index]!;
  const { at } = matchPoints.find((point) => point.name === name)!;
  const corner = Math.min(...points.map((point) => point[k]));
  return placement.position[k] + senseOf(placement) * (at[k] - corner);
}

/** -1 for a part that lies upside down: its phases count backwards. */
export const senseOf = ({ rotation }: Pick<Placement, 'rotation'>): 1 | -1 => (rotation === 180 ? -1 : 1);

/** The difference of two phases in a repeat, taken as a circle. */
export function apart(a: number, b: number, repeat: number): number {
  const off = a - b;
  return Math.abs(off - Math.round(off / repeat) * repeat);
}
