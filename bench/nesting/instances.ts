/** The shared strip instances as strip problems, with gravity turned to the left. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ringOf } from '../../src/geometry/ring.js';
import type { StripLayout, StripProblem } from '../../src/nesting/strip/problem.js';

const folder = process.env.NEST_INSTANCES ?? '../shared/nesting/instances';

export interface StripInstance {
  readonly name: string;
  readonly problem: StripProblem;
  readonly partArea: number;
  /** A response that check_layout.py accepts. */
  response(layout: StripLayout, seconds: number): string;
}

interface InstanceFile {
  name: string;
  kind: string;
  itemArea: number;
  stripWidth: number;
  request: {
    minDistance: number;
    gravityDirection: string;
    allowedRotations: number[];
    polygons: { id: string; points: [number, number][] }[];
  };
}

/** Names of the strip instances with exact contact (no minimum distance); empty where the data is absent. */
export function stripNames(): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((file) => file.replace(/\.json$/, ''))
    .filter((name) => {
      const file = read(name);
      return file.kind === 'strip' && file.request.minDistance === 0;
    });
}

const read = (name: string): InstanceFile => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));

export function loadStrip(name: string): StripInstance {
  const file = read(name);
  const { polygons, allowedRotations } = file.request;
  const typeOf = new Map<string, number>();
  const types: { outline: Float64Array; rotations: number[] }[] = [];
  const items = polygons.map((polygon) => {
    const key = JSON.stringify(polygon.points);
    let type = typeOf.get(key);
    if (type === undefined) {
      type = types.length;
      typeOf.set(key, type);
      types.push({ outline: ringOf(polygon.points), rotations: allowedRotations });
    }
    return type;
  });
  return {
    name,
    problem: { types, items, height: file.stripWidth },
    partArea: file.itemArea,
    response(layout, seconds) {
      const placements = polygons.map((polygon, i) => {
        const rotation = allowedRotations[layout.choice[i]!]!;
        const ax = Math.min(...polygon.points.map((p) => p[0]));
        const ay = Math.min(...polygon.points.map((p) => p[1]));
        const angle = (rotation * Math.PI) / 180;
        const x = layout.x[i]! + ax * Math.cos(angle) - ay * Math.sin(angle);
        const y = layout.y[i]! + ax * Math.sin(angle) + ay * Math.cos(angle);
        return { id: polygon.id, index: i, bin: 0, position: [x, y], rotation };
      });
      const usage = { width: file.stripWidth, length: layout.length, area: file.stripWidth * layout.length };
      const solution = {
        type: 'solution',
        fitness: layout.length,
        usage,
        placements,
        unplaced: [],
        generation: 0,
        elapsedSeconds: seconds,
      };
      return `${JSON.stringify(solution)}\n${JSON.stringify({ type: 'done', elapsedSeconds: seconds })}\n`;
    },
  };
}
