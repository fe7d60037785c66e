/** Made-up cases, the same each time: kinds of requests at which a search may fail, without any file from elsewhere. */
import type { Point } from '../../../src/geometry/point.js';
import type { NestRequest } from '../../../src/nesting/request.js';
import { Random } from '../../../src/random.js';
import { instanceRequest } from '../instance.js';

export type GeneratedName =
  | 'generated-rings'
  | 'generated-defects'
  | 'generated-one-type'
  | 'generated-thin'
  | 'generated-too-large'
  | 'generated-different'
  | 'generated-hundreds'
  | 'generated-different-sheets'
  | 'generated-mirrored'
  | 'generated-opening'
  | 'generated-barely'
  | 'generated-turns';

const rectangle = (width: number, height: number): Point[] => [
  [0, 0],
  [width, 0],
  [width, height],
  [0, height],
];

const moved = (points: readonly Point[], x: number, y: number): Point[] => points.map(([px, py]) => [px + x, py + y]);

/** An outline about the origin whose radius changes from corner to corner. */
function star(random: Random, corners: number, radius: number): Point[] {
  return Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const r = radius * (0.55 + 0.45 * random.next());
    return [r * Math.cos(angle), r * Math.sin(angle)];
  });
}

/** Different angles, which fill little of their hulls. */
function angles(random: Random, count: number): { readonly id: string; readonly points: Point[] }[] {
  return Array.from({ length: count }, (_, i) => {
    const [long, short] = [20 + 20 * random.next(), 15 + 15 * random.next()];
    const wide = 4 + 3 * random.next();
    const points: Point[] = [
      [0, 0],
      [long, 0],
      [long, wide],
      [wide, wide],
      [wide, short],
      [0, short],
    ];
    return { id: `angle${i}`, points };
  });
}

function sheets(count: number, width: number, height: number, holes: readonly Point[][] = []) {
  return Array.from({ length: count }, () => ({
    boundary: { points: rectangle(width, height) },
    holes: holes.map((points) => ({ points })),
  }));
}

const strip = (length: number, width: number) => sheets(1, length, width);
const base = { minDistance: 0, curveTolerance: 0, gravityDirection: 'left' } as const;
const halfTurns = { allowedRotations: [0, 180] };
const quarterTurns = { allowedRotations: [0, 90, 180, 270] };

export const generated: Readonly<Record<GeneratedName, () => NestRequest>> = {
  /** Frames with wide openings, and parts that fit into these. */
  'generated-rings': () => {
    const random = new Random(11);
    const frames = Array.from({ length: 6 }, (_, i) => {
      const [width, height] = [60 + 8 * i, 50 + 5 * i];
      return {
        id: `frame${i}`,
        points: rectangle(width, height),
        holes: [{ points: moved(rectangle(width - 12, height - 12), 6, 6) }],
      };
    });
    const inner = Array.from({ length: 30 }, (_, i) => ({ id: `inner${i}`, points: star(random, 7, 9 + (i % 5)) }));
    return instanceRequest({
      ...base,
      ...quarterTurns,
      minDistance: 1,
      polygons: [...frames, ...inner],
      bins: sheets(4, 200, 150),
    });
  },
  /** Sheets of which flaws take a good part. */
  'generated-defects': () => {
    const random = new Random(12);
    const flaws = Array.from({ length: 7 }, (_, i) => moved(star(random, 9, 14), 25 + 38 * i, 30 + 45 * (i % 3)));
    const polygons = Array.from({ length: 40 }, (_, i) => ({ id: `part${i}`, points: star(random, 8, 14 + (i % 9)) }));
    return instanceRequest({ ...base, ...quarterTurns, minDistance: 1, polygons, bins: sheets(3, 300, 150, flaws) });
  },
  /** One type many times, on one sheet that can hold all of it. */
  'generated-one-type': () => {
    const points: Point[] = [
      [0, 0],
      [30, 0],
      [30, 8],
      [10, 14],
      [6, 30],
      [0, 30],
    ];
    return instanceRequest({
      ...base,
      ...halfTurns,
      polygons: [{ id: 'bracket', points, quantity: 200 }],
      bins: sheets(1, 600, 300),
    });
  },
  /** Parts many times as long as wide. */
  'generated-thin': () => {
    const random = new Random(13);
    const polygons = Array.from({ length: 40 }, (_, i) => {
      const [length, width] = [60 + 200 * random.next(), 4 + 6 * random.next()];
      const bend = width * 1.5 * random.next();
      const points: Point[] = [
        [0, 0],
        [length / 2, bend],
        [length, 0],
        [length, width],
        [length / 2, bend + width],
        [0, width],
      ];
      return { id: `lath${i}`, points };
    });
    return instanceRequest({ ...base, ...quarterTurns, polygons, bins: strip(900, 280) });
  },
  /** Parts larger than every sheet among others: they stay out, and the others get all of the work. */
  'generated-too-large': () => {
    const random = new Random(15);
    const large = Array.from({ length: 4 }, (_, i) => ({ id: `large${i}`, points: rectangle(205 + i, 160) }));
    const others = Array.from({ length: 40 }, (_, i) => ({ id: `part${i}`, points: star(random, 8, 12 + (i % 8)) }));
    return instanceRequest({ ...base, ...quarterTurns, polygons: [...large, ...others], bins: sheets(3, 200, 150) });
  },
  /** So many different parts and turns that the tables of all pairs are the greater part of the work. */
  'generated-different': () => {
    const random = new Random(14);
    const polygons = Array.from({ length: 40 }, (_, i) => ({
      id: `part${i}`,
      points: star(random, 10 + random.below(8), 20 + 40 * random.next()),
    }));
    return instanceRequest({ ...base, ...quarterTurns, polygons, bins: strip(2400, 500) });
  },
  /** Different parts on sheets: the tables of all pairs of a sheet would take longer than the search. */
  'generated-different-sheets': () => {
    const random = new Random(17);
    const polygons = Array.from({ length: 110 }, (_, i) => ({
      id: `part${i}`,
      points: star(random, 24 + random.below(20), 12 + 28 * random.next()),
    }));
    return instanceRequest({ ...base, ...quarterTurns, polygons, bins: sheets(5, 380, 300) });
  },
  /** Different angles that may be turned over, in a search of a strip. */
  'generated-mirrored': () => {
    const polygons = angles(new Random(18), 110).map((polygon) => ({ ...polygon, mirror: true }));
    return instanceRequest({ ...base, ...quarterTurns, polygons, bins: strip(1200, 200) });
  },
  /** Hundreds of different angles, which fill little of their hulls. */
  'generated-hundreds': () => {
    const polygons = angles(new Random(16), 280);
    return instanceRequest({ ...base, ...quarterTurns, polygons, bins: strip(3000, 200) });
  },
  /** The same with one part in whose opening some of the others may lie. */
  'generated-opening': () => {
    const frame = { id: 'frame', points: rectangle(60, 50), holes: [{ points: moved(rectangle(48, 38), 6, 6) }] };
    const polygons = [frame, ...angles(new Random(16), 280)];
    return instanceRequest({ ...base, ...quarterTurns, polygons, bins: strip(3000, 200) });
  },
  /** The same hundreds on a sheet that they barely fit. */
  'generated-barely': () => {
    const polygons = angles(new Random(16), 280);
    return instanceRequest({ ...base, ...quarterTurns, polygons, bins: strip(545, 200) });
  },
  /** Different parts, each in any of 360 rotations: two of them may meet at any of as many angles. */
  'generated-turns': () => {
    const random = new Random(22);
    const polygons = Array.from({ length: 150 }, (_, i) => ({
      id: `part${i}`,
      points: star(random, 7 + random.below(6), 8 + 16 * random.next()),
    }));
    const allowedRotations = Array.from({ length: 360 }, (_, i) => i);
    return instanceRequest({ ...base, allowedRotations, minDistance: 1, polygons, bins: sheets(5, 200, 150) });
  },
};
