/**
 * A hide instance in the common format of OR-Datasets (Baldacci et al., Discrete Applied Mathematics 163, 2014, 17-33) as a nest
 * request. There a greater quality is better, and a piece or hide without one has the best.
 */
import { union } from '../../../src/geometry/boolean.js';
import { shrunkMitred } from '../../../src/geometry/offset.js';
import { outlineFault } from '../../../src/geometry/outline-fault.js';
import type { Point } from '../../../src/geometry/point.js';
import { positive, ringOf, signedArea } from '../../../src/geometry/ring.js';
import {
  type Bin,
  defaultSettings,
  type NestRequest,
  type Polygon,
  type Polyline,
} from '../../../src/nesting/request.js';

/** Of one unit of an instance, which has whole coordinates. */
const gridUnits = 1024;

type Outline = readonly Point[];

interface Shape {
  readonly Data: Outline | { readonly Outer: Outline; readonly Inner: readonly Outline[] };
}

interface Thing {
  readonly BaseQuality?: number;
  readonly Zones: readonly { readonly Quality: number; readonly Shape: Shape }[];
  readonly Shape: Shape;
}

export interface HideInstance {
  readonly Name: string;
  readonly Items: readonly (Thing & { readonly Demand: number })[];
  readonly Objects: readonly (Thing & { readonly Stock: number })[];
}

/** Every hide is a bin; one without qualities is of the best. */
export function hideRequest(
  { Items, Objects }: HideInstance,
  rotations: readonly number[],
  seconds: number,
): NestRequest {
  const things = [...Items, ...Objects];
  const best =
    1 + Math.max(...things.flatMap(({ BaseQuality = 0, Zones }) => [BaseQuality, ...Zones.map((z) => z.Quality)]));
  const qualityOf = ({ BaseQuality = best, Zones }: Thing) => ({
    quality: 1 + best - BaseQuality,
    zones: Zones.flatMap(({ Quality, Shape }) =>
      simple(outerOf(Shape)).map((boundary) => ({ boundary, quality: 1 + best - Quality })),
    ),
  });
  const bins = Objects.flatMap((hide): Bin[] => {
    const holes = holesOf(hide.Shape).map(lineOf);
    const bin = { boundary: lineOf(outerOf(hide.Shape)), holes, cellWidth: 0, cellHeight: 0, ...qualityOf(hide) };
    return Array.from({ length: hide.Stock }, () => bin);
  });
  const polygons = Items.map((item): Polygon => {
    const holes = holesOf(item.Shape).map(lineOf);
    return { ...lineOf(outerOf(item.Shape)), holes, quantity: item.Demand, ...qualityOf(item) };
  });
  return {
    ...defaultSettings,
    polygons,
    bins,
    minDistance: 0,
    curveTolerance: 0,
    gravityDirection: 'left',
    allowedRotations: rotations,
    maximumExecutionTime: seconds,
  };
}

/** A few zones touch themselves, which no outline may: they fall into their simple parts. */
function simple(points: Outline): Polyline[] {
  if (!outlineFault(points)) return [lineOf(points)];
  const grid = positive(ringOf(points)).map((v) => Math.round(v * gridUnits));
  return union([grid], 'nonzero')
    .filter((ring) => signedArea(ring) > 0)
    .flatMap((ring) => shrunkMitred(ring, 1))
    .map((ring) =>
      lineOf(
        Array.from({ length: ring.length / 2 }, (_, i) => [ring[2 * i]! / gridUnits, ring[2 * i + 1]! / gridUnits]),
      ),
    )
    .filter(({ points: own }) => !outlineFault(own));
}

const outerOf = ({ Data }: Shape): Outline => ('Outer' in Data ? Data.Outer : Data);
const holesOf = ({ Data }: Shape): readonly Outline[] => ('Inner' in Data ? Data.Inner : []);
const lineOf = (points: Outline): Polyline => ({ id: '', origin: null, points });
